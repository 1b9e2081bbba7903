import type { Answer, AnswerAction, Citation } from '#contract/assistant.ts'
import { pages } from '#contract/pages.ts'
import { isFinished, type TaskKind } from '#contract/tasks.ts'
import type { Passage } from './articles.ts'
import { type FirmFacts, withFirm } from './firm-words.ts'
import type { Library } from './library.ts'
import type { OwnFile } from './own-file/file.ts'
import { actionFor } from './own-file/tasks.ts'
import type { Found } from './search.ts'

/** A second passage of the same article is told too when it is nearly as near. */
const nearly = 0.85

/** The passages that answer; none where the firm's knowledge does not hold it. */
export function passagesFor(found: readonly Found[]): Passage[] {
  const [first, second] = found
  if (!first?.isKnown) return []
  const isNear = second !== undefined && second.score >= first.score * nearly
  return isNear && second.passage.article === first.passage.article
    ? [first.passage, second.passage]
    : [first.passage]
}

/** An answer made of passages, with where each is from and what can be done about it. */
export async function composeKnowledge(
  passages: readonly Passage[],
  { library, file, firm }: { library: Library; file: OwnFile; firm: FirmFacts },
): Promise<Answer> {
  const content = passages.map(({ text }) => withFirm(text, firm)).join('\n\n')
  const citations = [
    ...new Map(passages.map((passage) => [passage.article, citationOf(library, passage, firm)])).values(),
  ]
  const action = passages[0] ? library.actionOf(passages[0]) : null
  return {
    content,
    kind: 'knowledge',
    citations,
    actions: await actionsFor(action, file),
    offersPerson: action === 'message',
    note: null,
  }
}

const citationOf = (library: Library, { article, title }: Passage, firm: FirmFacts): Citation => {
  const { source, url, isDraft } = library.sourceOf(article)
  return { label: title, source: source && withFirm(source, firm), url, isDraft }
}

const places: Record<string, AnswerAction> = {
  documents: { label: 'Open Documents', path: pages.documents },
  appointments: { label: 'Book an appointment', path: pages.appointments },
  calendar: { label: 'Open Appointments', path: pages.appointments },
  cases: { label: 'Open Cases', path: pages.cases },
  sign: { label: 'Open E-Signatures', path: pages.signatures },
  message: { label: 'Write to your team', path: pages.messages },
  settings: { label: 'Open Account Settings', path: pages.settings },
  complaint: { label: 'How we handle complaints', path: pages.complaints },
  privacy: { label: 'Read the privacy notice', path: pages.privacy },
}

/** What an article's action is for this client now: nothing where it is done already. */
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
