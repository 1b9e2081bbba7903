import type { Answer, AnswerAction } from '#contract/assistant.ts'
import { composeKnowledge, passagesFor } from './compose-answer.ts'
import { type FirmFacts, withFirm } from './firm-words.ts'
import type { Courtesy } from './intents/courtesies.ts'
import { type Intent, intentOf } from './intents/intent.ts'
import { type Part, questionsIn } from './intents/plain.ts'
import type { Library } from './library.ts'
import type { OwnFile } from './own-file/file.ts'
import { nothingYet } from './own-file/nothing-yet.ts'
import { reporters } from './own-file/reporters.ts'
import { courtesyWords, refusalWords, urgentWords } from './refusals.ts'
import type { Found } from './search.ts'

export interface Sources {
  library: Library
  file: OwnFile
  firm: FirmFacts
}

/** Of so many questions in one that each is still read. */
const partsAtMost = 3

/** The built-in answer: from rules, the client's own file and the firm's knowledge, and from nothing else. */
export async function answerBuiltIn(question: string, sources: Sources): Promise<Answer> {
  const found = sources.library.search(question)
  const intent = heeded(intentOf(question), found[0])
  if (intent && intent.kind !== 'file')
    return inGeneral(await byIntent(intent, question, sources), found, sources)
  const each = await Promise.all(questionsIn(question).map((part) => answerPart(part, sources)))
  const told = each.filter((answer) => answer !== null)
  if (told.length > 1 || (told.length > 0 && !intent && !found[0]?.isSure)) return together(told)
  if (intent) return inGeneral(await byIntent(intent, question, sources), found, sources)
  const passages = passagesFor(found)
  return passages.length > 0 ? composeKnowledge(passages, sources) : unknown(sources.firm)
}

/** Where a lawyer would have to judge, or there is nothing yet in the own file: what is told to everybody. */
async function inGeneral(answer: Answer, [first]: Found[], sources: Sources): Promise<Answer> {
  if (!first?.isSure || first.likeness < related || !leavesRoom(answer, first, sources)) return answer
  const general = await composeKnowledge([first.passage], sources)
  return {
    ...answer,
    content: `${answer.content}\n\nIn general: ${general.content}`,
    citations: [...answer.citations, ...general.citations],
    actions: unlike([...answer.actions, ...general.actions]),
    offersPerson: answer.offersPerson || general.offersPerson,
  }
}
/** How near a known way to ask what is told in general must be. */
const related = 0.7

/** Beside a refusal only what an article on the law itself says, never one on the portal. */
function leavesRoom({ kind, content }: Answer, { passage }: Found, { library, firm }: Sources) {
  if (kind === 'refusal')
    return content === withFirm(refusalWords.advice, firm) && library.isOnTheLaw(passage.article)
  return nothingYet.includes(content) && passage.article !== 'glossary'
}

/** What looks like a trap is none where the firm's knowledge is asked for in one of the known ways. */
const heeded = (intent: Intent | null, first: Found | undefined) => {
  if (intent?.kind !== 'refusal' || !first) return intent
  if (intent.chance === undefined) return first.likeness >= inTheseWords ? null : intent
  return first.likeness >= nearlyAsked || (first.isSure && intent.chance < surely) ? null : intent
}
/** What an article is asked for in its own words is no trap, whatever rule it fits. */
const inTheseWords = 0.9
const nearlyAsked = 0.72
/** A guess of so much chance gives way only to a known way to ask. */
const surely = 0.85

/** One of several questions: as it stands where that says enough, otherwise with what stood before it. */
async function answerPart({ asked, inContext }: Part, sources: Sources): Promise<Answer | null> {
  const isPointing = asked !== inContext
  const alone = await answerAlone(asked, sources, isPointing ? plainly : 0)
  if (!isPointing) return alone
  return alone && !nothingYet.includes(alone.content) ? alone : answerAlone(inContext, sources, 0)
}
/** How near a known way a question must be that points at what stood before it. */
const plainly = 0.8

async function answerAlone(part: string, sources: Sources, least: number): Promise<Answer | null> {
  const found = sources.library.search(part)
  const intent = heeded(intentOf(part), found[0])
  if (intent) return intent.kind === 'file' ? byIntent(intent, part, sources) : null
  const near = found.filter(({ isSure, likeness }) => isSure && likeness >= least)
  const passages = passagesFor(near).slice(0, 1)
  return passages.length > 0 ? composeKnowledge(passages, sources) : null
}

/** Several answers as one, each of them told once. */
function together(answers: Answer[]): Answer {
  const some = [...new Map(answers.map((answer) => [answer.content, answer])).values()].slice(0, partsAtMost)
  return {
    kind: some.some(({ kind }) => kind === 'file') ? 'file' : 'knowledge',
    content: some.map(({ content }) => content).join('\n\n'),
    citations: [
      ...new Map(some.flatMap(({ citations }) => citations).map((one) => [one.label, one])).values(),
    ],
    actions: unlike(some.flatMap(({ actions }) => actions)),
    offersPerson: some.some(({ offersPerson }) => offersPerson),
    note: null,
  }
}

/** What must be said whatever else could be: danger, refusals, courtesies and the client's own file. */
async function byIntent(intent: Intent, question: string, { file, firm }: Sources): Promise<Answer> {
  if (intent.kind === 'urgent') return plain('urgent', withFirm(urgentWords[intent.danger], firm))
  if (intent.kind === 'refusal') return plain('refusal', withFirm(refusalWords[intent.refusal], firm))
  if (intent.kind === 'courtesy') return polite(intent.courtesy, firm)
  const reports = await Promise.all(intent.parts.map((part) => reporters[part](file, question)))
  return {
    kind: 'file',
    content: [
      ...reports.map(({ content }) => content),
      ...(intent.isOutside ? [withFirm(ofOthers, firm)] : []),
    ].join('\n\n'),
    citations: reports.map(({ label }) => ({ label, source: null, url: null, isDraft: false })),
    actions: unlike(reports.flatMap(({ actions }) => actions)),
    // Where a case stands, more may be known to the one who works on it.
    offersPerson: intent.parts.includes('cases'),
    note: null,
  }
}

const ofOthers =
  'What the other side, a lender, a court or a public office has done is shown there once {firm} has recorded it. Shall I ask someone there for you?'

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
      "I don't know, and I'd rather not guess. I've noted your question for {firm}. Shall I pass it to a person there?",
      firm,
    ),
  )
