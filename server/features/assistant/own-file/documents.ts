import type { ClientDocument } from '#contract/documents.ts'
import { pages } from '#contract/pages.ts'
import { isFinished, type Task, type TaskKind } from '#contract/tasks.ts'
import { dayOf } from './days.ts'
import type { OwnFile } from './file.ts'
import { noDocument } from './nothing-yet.ts'
import type { Report } from './report.ts'
import { actionFor } from './tasks.ts'

const issuesTold = 3
const documentsTold = 6

/** What became of each document, in the words that the client sees beside it. */
export async function reportDocuments(file: OwnFile, question: string): Promise<Report> {
  const [tasks, all] = [await file.tasks(), await file.documents()]
  const open = tasks.filter((task) => task.category === 'documents' && !isFinished(task))
  const label = 'Your documents'
  const actions = open.slice(0, 2).map((task) => actionFor(file, task))
  if (all.length === 0) return { label, actions, content: noDocument }
  const { missing, sent } = askedFor(question, tasks, all)
  const more = sent.length - documentsTold
  const lines = [
    ...missing.map(({ title }) => `We haven't had anything for "${title}" yet.`),
    ...sent.slice(0, documentsTold).map(stateOf),
    ...(more > 0 ? [`- and ${more} more, all under Documents.`] : []),
  ]
  return {
    label,
    content: lines.join('\n'),
    actions: [...actions, { label: 'Open Documents', path: pages.documents }],
  }
}

/** By what clients call them; a bank statement may be for more than one. */
const names: [TaskKind, RegExp][] = [
  ['proof_of_identity', /\b(?:passports?|licen[cs]es?|i\.?d|ids|identity card|visa|permit|brp)\b/i],
  [
    'proof_of_address',
    /\b(?:council tax|(?:gas|water|electric\w*|utility|broadband) bills?|proof of address)\b/i,
  ],
  ['proof_of_funds', /\b(?:payslips?|wage ?slips?|gift letters?|p60|proof of funds)\b/i],
]

/** Of what is asked for by name: what has come of it, or all there is, and for which task nothing has. */
function askedFor(question: string, tasks: readonly Task[], all: readonly ClientDocument[]) {
  const named = names.filter(([, name]) => name.test(question))
  const isNamed = ({ taskId, filename, documentType }: ClientDocument) =>
    named.some(
      ([kind, name]) =>
        name.test(`${filename} ${documentType}`) ||
        tasks.some((task) => task.id === taskId && task.kind === kind),
    )
  const sent = all.filter(isNamed)
  const missing = tasks.filter(
    (task) => sent.length === 0 && !isFinished(task) && named.some(([kind]) => kind === task.kind),
  )
  return { missing, sent: sent.length > 0 ? sent : all }
}

const stateOf = (document: ClientDocument) => {
  const { filename, createdAt } = document
  return `- ${filename}, sent on ${dayOf(createdAt)}: ${fateOf(document)}`
}

const fateOf = ({ status, reason, validation, verifiedAt }: ClientDocument) => {
  if (status === 'verified') return `verified${verifiedAt ? ` on ${dayOf(verifiedAt)}` : ''}.`
  if (status === 'rejected') return `not accepted. ${reason ?? ''}`.trim()
  if (validation === null) return "we're still reading it."
  const issues = validation.issues.slice(0, issuesTold)
  const waits = 'someone at the firm will look at it.'
  return issues.length === 0 ? waits : `${waits} What we noticed: ${issues.join(' ')}`
}
