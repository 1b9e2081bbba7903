import type { Answer } from '#contract/assistant/assistant.ts'
import { pages } from '#contract/kit/pages.ts'
import { type Passage, replies } from '../articles.ts'
import { type FirmFacts, withFirm } from '../library.ts'
import { nothingYet } from '../own-file/file.ts'
import { jointClientIn } from '../own-file/joint-client.ts'
import { reporters } from '../own-file/reports.ts'
import { type Courtesy, type Intent, intentOf } from '../questions/intent.ts'
import { type Part, questionsIn } from '../questions/plain.ts'
import type { Found } from '../search.ts'
import { composeKnowledge, distinct, fromFile, plain, type Sources, together } from './compose-answer.ts'

const reply = replies()

/** Returns the built-in answer, only from rules, the client's own file and the firm's knowledge. */
export async function answerBuiltIn(question: string, sources: Sources): Promise<Answer> {
  const found = sources.library.search(question)
  const intent = heeded(intentOf(question), found[0])
  const isFirst = intent?.kind === 'urgent' || intent?.kind === 'refusal'
  const other = isFirst ? null : await jointClientIn(question, sources.file)
  if (other !== null) return onJointClient(other, sources.firm)
  if (intent && intent.kind !== 'file')
    return inGeneral(await byIntent(intent, question, sources), found, sources)
  const each = await Promise.all(questionsIn(question).map((part) => answerPart(part, sources)))
  const answers = each.filter((answer) => answer !== null)
  if (answers.length > 1 || (answers.length > 0 && !intent && !found[0]?.isSure)) return together(answers)
  if (intent) return inGeneral(await byIntent(intent, question, sources), found, sources)
  const passages = passagesFor(found)
  if (passages.length === 0) return unknown(sources.firm)
  return isGuess(found) ? composeGuess(found, sources) : composeKnowledge(passages, sources)
}

const onJointClient = (name: string, firm: FirmFacts): Answer => ({
  ...plain('refusal', withFirm(reply('joint_client'), firm).replaceAll('{name}', name)),
  actions: [{ label: 'Open Cases', path: pages.matters }],
})

/**
 * Returns whether another passage fits nearly as well, and nobody has asked for the first in such words. Of such
 * answers in the measured sets less than half were right; of the others nine of ten.
 */
const isGuess = ([first, second]: Found[]) =>
  first !== undefined &&
  second !== undefined &&
  first.likeness < inOtherWords &&
  second.score >= first.score * nearOther
/** Likeness to a known phrasing below which a question counts as asked in other words. */
const inOtherWords = 0.6
/** Share of the first passage's score from which another may be meant as well. */
const nearOther = 0.6
const othersAtMost = 2

/** Answers with the nearest passage, says that it may not be what was meant, and offers the next ones and a person. */
async function composeGuess([first, ...rest]: Found[], sources: Sources): Promise<Answer> {
  if (!first) return unknown(sources.firm)
  const answer = await composeKnowledge([first.passage], sources)
  const others = rest
    .filter(({ passage, score }) => score >= first.score * nearOther && isFoundByHeading(passage, sources))
    .slice(0, othersAtMost)
    .map(({ passage: { heading } }) => ({ label: heading, path: pageOfQuestion(heading) }))
  return {
    ...answer,
    content: `I'm not sure that I understood you. The nearest I have is about "${first.passage.heading}":\n\n${answer.content}`,
    actions: [...answer.actions, ...others],
    offersPerson: true,
  }
}

/** Returns whether a passage answers when its heading is asked for. */
const isFoundByHeading = ({ id, heading }: Passage, { library }: Sources) =>
  intentOf(heading) === null && library.search(heading)[0]?.passage.id === id

/** The page that asks a question at once. */
const pageOfQuestion = (question: string) => `${pages.assistant}?q=${encodeURIComponent(question)}`

/** Adds general information if a lawyer would have to judge, or if the own file has nothing yet. */
async function inGeneral(answer: Answer, [first]: Found[], sources: Sources): Promise<Answer> {
  if (!first?.isSure || first.likeness < related || !leavesRoom(answer, first, sources)) return answer
  const general = await composeKnowledge([first.passage], sources)
  return {
    ...answer,
    content: `${answer.content}\n\nIn general: ${general.content}`,
    citations: [...answer.citations, ...general.citations],
    actions: distinct([...answer.actions, ...general.actions]),
    offersPerson: answer.offersPerson || general.offersPerson,
  }
}
/** Likeness to a known phrasing from which general information is added. */
const related = 0.7

/**
 * Returns whether general information may be added. A refusal only gets an article on the law itself, never one on the
 * portal.
 */
function leavesRoom({ kind, content }: Answer, { passage }: Found, { library, firm }: Sources) {
  if (kind === 'refusal')
    return content === withFirm(reply('advice'), firm) && library.isOnTheLaw(passage.article)
  return nothingYet.includes(content) && passage.article !== 'glossary'
}

/** Drops a refusal if the question asks for the firm's knowledge in a known phrasing. */
const heeded = (intent: Intent | null, first: Found | undefined) => {
  if (intent?.kind !== 'refusal' || !first) return intent
  if (intent.chance === undefined) return first.likeness >= inTheseWords ? null : intent
  return first.likeness >= nearlyAsked || (first.isSure && intent.chance < surely) ? null : intent
}
/** Likeness from which a question is an article's own phrasing, which no rule refuses. */
const inTheseWords = 0.9
const nearlyAsked = 0.72
/** A guess with at least this chance only gives way to a known phrasing. */
const surely = 0.85

/** Answers one of several questions: alone if that is enough, otherwise in the context of the one before. */
async function answerPart({ question, inContext }: Part, sources: Sources): Promise<Answer | null> {
  const isPointing = question !== inContext
  const alone = await answerAlone(question, sources, isPointing ? plainly : 0)
  if (!isPointing) return alone
  return alone && !nothingYet.includes(alone.content) ? alone : answerAlone(inContext, sources, 0)
}
/** Minimum likeness to a known phrasing for a question that refers to the one before. */
const plainly = 0.8

async function answerAlone(part: string, sources: Sources, least: number): Promise<Answer | null> {
  const found = sources.library.search(part)
  const intent = heeded(intentOf(part), found[0])
  if (intent) return intent.kind === 'file' ? byIntent(intent, part, sources) : null
  const near = found.filter(({ isSure, likeness }) => isSure && likeness >= least)
  const passages = passagesFor(near).slice(0, 1)
  return passages.length > 0 ? composeKnowledge(passages, sources) : null
}

/** Answers what takes precedence over knowledge: danger, refusals, courtesies and the client's own file. */
async function byIntent(intent: Intent, question: string, sources: Sources): Promise<Answer> {
  const { library, file, firm } = sources
  if (intent.kind === 'urgent') return plain('urgent', withFirm(reply(intent.danger), firm))
  if (intent.kind === 'refusal') return plain('refusal', withFirm(reply(intent.refusal), firm))
  if (intent.kind === 'courtesy') return polite(intent.courtesy, firm)
  const [only, ...others] = intent.parts
  const passage = only && others.length === 0 ? library.passageOn(only) : null
  if (passage) return composeKnowledge([passage], sources)
  const reports = await Promise.all(intent.parts.map((part) => reporters[part](file, question)))
  const answer = fromFile(reports)
  return {
    ...answer,
    content: intent.isOutside ? `${answer.content}\n\n${withFirm(reply('outside'), firm)}` : answer.content,
    // The person who works on a case may know more about it.
    offersPerson: intent.parts.includes('cases'),
  }
}

const polite = (courtesy: Courtesy, firm: FirmFacts): Answer => ({
  ...plain('courtesy', withFirm(reply(courtesy), firm)),
  offersPerson: courtesy === 'language' || courtesy === 'self',
})

const unknown = (firm: FirmFacts) => plain('unknown', withFirm(reply('unknown'), firm))

/** Share of the first passage's score from which a second passage of the same article is added. */
const nearly = 0.85

/** Returns the passages that answer. Empty if the firm's knowledge has no answer. */
export function passagesFor(found: readonly Found[]): Passage[] {
  const [first, second] = found
  if (!first?.isKnown) return []
  const isNear = second !== undefined && second.score >= first.score * nearly
  return isNear && second.passage.article === first.passage.article
    ? [first.passage, second.passage]
    : [first.passage]
}
