import type { Answer, AnswerAction, Citation } from '#contract/assistant/assistant.ts'
import { pages } from '#contract/kit/pages.ts'
import { isFinished, type TaskKind } from '#contract/tasks.ts'
import type { Passage } from '../articles.ts'
import { type FirmFacts, type Library, withFirm } from '../library.ts'
import type { OwnFile, Report } from '../own-file/file.ts'
import { actionFor } from '../own-file/report-tasks.ts'
import { reporters } from '../own-file/reports.ts'

export interface Sources {
  library: Library
  file: OwnFile
  firm: FirmFacts
}

/** The most answers in one reply, so that each is still read. */
const partsAtMost = 3

/** Combines several answers into one, without repeating any. */
export function together(answers: Answer[]): Answer {
  const some = [...new Map(answers.map((answer) => [answer.content, answer])).values()].slice(0, partsAtMost)
  return {
    kind: some.some(({ kind }) => kind === 'file') ? 'file' : 'knowledge',
    content: some.map(({ content }) => content).join('\n\n'),
    citations: [
      ...new Map(
        some.flatMap(({ citations }) => citations).map((citation) => [citation.label, citation]),
      ).values(),
    ],
    actions: distinct(some.flatMap(({ actions }) => actions)),
    offersPerson: some.some(({ offersPerson }) => offersPerson),
    note: null,
  }
}

export const fromFile = (reports: Report[]): Answer => ({
  kind: 'file',
  content: reports.map(({ content }) => content).join('\n\n'),
  citations: reports.map(({ label }) => ({ label, source: null, url: null, isDraft: false })),
  actions: distinct(reports.flatMap(({ actions }) => actions)),
  offersPerson: false,
  note: null,
})

/** Removes repeated links. While onboarding comes first, all tasks have the same one. */
export const distinct = (actions: AnswerAction[]) => [
  ...new Map(actions.map((action) => [`${action.label} ${action.path}`, action])).values(),
]

export const plain = (kind: Answer['kind'], content: string): Answer => ({
  kind,
  content,
  citations: [],
  actions: [],
  offersPerson: true,
  note: null,
})

/** Makes an answer of passages, with their sources and the actions to offer. */
export async function composeKnowledge(
  passages: readonly Passage[],
  { library, file, firm }: Sources,
): Promise<Answer> {
  const content = passages.map(({ text }) => withFirm(text, firm)).join('\n\n')
  const citations = [
    ...new Map(passages.map((passage) => [passage.article, citationOf(library, passage, firm)])).values(),
  ]
  const [first] = passages
  const action = first ? library.actionOf(first) : null
  const answer: Answer = {
    content,
    kind: 'knowledge',
    citations,
    actions: await actionsFor(action, file),
    offersPerson: action === 'message',
    note: null,
  }
  const part = first ? library.partOf(first) : null
  return part ? together([fromFile([await reporters[part](file, '')]), answer]) : answer
}

const citationOf = (library: Library, { article, title }: Passage, firm: FirmFacts): Citation => {
  const { source, url, isDraft } = library.sourceOf(article)
  return { label: title, source: source && withFirm(source, firm), url, isDraft }
}

const places: Record<string, AnswerAction> = {
  documents: { label: 'Open Documents', path: pages.documents },
  appointments: { label: 'Book an appointment', path: pages.appointments },
  calendar: { label: 'Open Appointments', path: pages.appointments },
  cases: { label: 'Open Cases', path: pages.matters },
  sign: { label: 'Open E-Signatures', path: pages.signatures },
  message: { label: 'Write to your team', path: pages.messages },
  settings: { label: 'Open Account Settings', path: pages.settings },
  complaint: { label: 'How we handle complaints', path: pages.complaints },
  privacy: { label: 'Read the privacy notice', path: pages.privacy },
}

/** Returns the links for an article's action, for this client. Empty if the task is already done. */
async function actionsFor(action: string | null, file: OwnFile): Promise<AnswerAction[]> {
  if (action === null) return []
  const place = places[action]
  if (place) return [place]
  const open = (await file.tasks()).filter((task) => !isFinished(task))
  if (action === 'tasks') return open.slice(0, 1).map((task) => actionFor(file, task))
  if (action === 'pay')
    return open.filter(({ category }) => category === 'payments').map((task) => actionFor(file, task))
  const kind = action.replace(/^task:/, '') as TaskKind
  return open.filter((task) => task.kind === kind).map((task) => actionFor(file, task))
}
