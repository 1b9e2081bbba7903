import type { ClientDocument } from '#contract/documents.ts'
import { pages } from '#contract/pages.ts'
import { isDone } from '#contract/tasks.ts'
import { dayOf } from './days.ts'
import type { OwnFile } from './file.ts'
import { noDocument } from './nothing-yet.ts'
import type { Report } from './report.ts'
import { actionFor } from './tasks.ts'

const issuesTold = 3
const documentsTold = 6

/** What became of each document, in the words that the client sees beside it. */
export async function reportDocuments(file: OwnFile): Promise<Report> {
  const [tasks, sent] = [await file.tasks(), await file.documents()]
  const open = tasks.filter((task) => task.category === 'documents' && !isDone(task))
  const label = 'Your documents'
  const actions = open.slice(0, 2).map((task) => actionFor(file, task))
  if (sent.length === 0) return { label, actions, content: noDocument }
  const more = sent.length - documentsTold
  const lines = [
    ...sent.slice(0, documentsTold).map(stateOf),
    ...(more > 0 ? [`- and ${more} more, all under Documents.`] : []),
  ]
  return {
    label,
    content: lines.join('\n'),
    actions: [...actions, { label: 'Open Documents', path: pages.documents }],
  }
}

const stateOf = (document: ClientDocument) => {
  const { filename, createdAt } = document
  return `- ${filename}, sent on ${dayOf(createdAt)}: ${fateOf(document)}`
}

const fateOf = ({ status, reason, validation, verifiedAt }: ClientDocument) => {
  if (status === 'verified') return `verified${verifiedAt ? ` on ${dayOf(verifiedAt)}` : ''}.`
  if (status === 'rejected') return `not accepted. ${reason ?? ''}`.trim()
  if (validation === null) return 'we are still reading it.'
  const issues = validation.issues.slice(0, issuesTold)
  const waits = 'a person at the firm will look at it.'
  return issues.length === 0 ? waits : `${waits} What we noticed: ${issues.join(' ')}`
}
