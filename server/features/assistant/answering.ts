import type { Answer, AnswerAction } from '#contract/assistant.ts'
import { composeKnowledge, passagesFor } from './composing.ts'
import { type FirmFacts, withFirm } from './firm-words.ts'
import type { Courtesy } from './intents/courtesies.ts'
import { type Intent, intentOf } from './intents/intent.ts'
import type { Library } from './library.ts'
import type { OwnFile } from './own-file/file.ts'
import { reporters } from './own-file/reporters.ts'
import { courtesyWords, refusalWords, urgentWords } from './refusals.ts'

export interface Sources {
  library: Library
  file: OwnFile
  firm: FirmFacts
}

/** The built-in answer: from rules, the client's own file and the firm's knowledge, and from nothing else. */
export async function answerBuiltIn(question: string, sources: Sources): Promise<Answer> {
  const intent = intentOf(question)
  if (intent) return byIntent(intent, question, sources)
  const passages = passagesFor(sources.library.search(question))
  return passages.length > 0 ? composeKnowledge(passages, sources) : unknown(sources.firm)
}

/** What must be said whatever else could be: danger, refusals, courtesies and the client's own file. */
async function byIntent(intent: Intent, question: string, { file, firm }: Sources): Promise<Answer> {
  if (intent.kind === 'urgent') return plain('urgent', withFirm(urgentWords[intent.danger], firm))
  if (intent.kind === 'refusal') return plain('refusal', withFirm(refusalWords[intent.refusal], firm))
  if (intent.kind === 'courtesy') return polite(intent.courtesy, firm)
  const reports = await Promise.all(intent.parts.map((part) => reporters[part](file, question)))
  return {
    kind: 'file',
    content: reports.map(({ content }) => content).join('\n\n'),
    citations: reports.map(({ label }) => ({ label, source: null, url: null, isDraft: false })),
    actions: unlike(reports.flatMap(({ actions }) => actions)),
    offersPerson: false,
    note: null,
  }
}

/** Each door once: while onboarding comes first, every task is behind the same. */
const unlike = (actions: AnswerAction[]) => [
  ...new Map(actions.map((action) => [`${action.label} ${action.path}`, action])).values(),
]

const polite = (courtesy: Courtesy, firm: FirmFacts): Answer => ({
  ...plain('courtesy', withFirm(courtesyWords[courtesy], firm)),
  offersPerson: courtesy === 'language' || courtesy === 'self',
})

const plain = (kind: Answer['kind'], content: string): Answer => ({
  kind,
  content,
  citations: [],
  actions: [],
  offersPerson: true,
  note: null,
})

const unknown = (firm: FirmFacts) =>
  plain(
    'unknown',
    withFirm(
      'I do not know that, and I would rather not guess. I have noted the question for {firm}. Shall I pass it to a person there?',
      firm,
    ),
  )
