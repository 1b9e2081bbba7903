import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AssistantEvent, AssistantMessage, assistant } from '#contract/assistant/assistant.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { messageLength } from '#contract/messages.ts'
import { topics } from '#contract/onboarding/chat.ts'
import { shouldShowOnboarding } from '#contract/onboarding/gate.ts'
import { isFinished } from '#contract/tasks.ts'
import { getAccount, listTeam } from '#server/features/accounts/service.ts'
import { messageRate } from '#server/features/messages/service.ts'
import { findFact, findFirm } from '#server/features/settings/service.ts'
import { listTasks } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Client, Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import { type FirmVersion, libraryFor } from './library.ts'
import { type OwnFile, openOwnFile } from './own-file/file.ts'
import { guessOf } from './questions/classifier.ts'
import { intentOf } from './questions/intent.ts'
import { answerBuiltIn } from './service/answer-question.ts'
import { answerByModel } from './service/ask-model.ts'
import type { Sources } from './service/compose-answer.ts'
import { modelSwitch } from './service/edit-articles.ts'
import { keep, streamed } from './service/save-answer.ts'
import * as store from './store.ts'

const assistantRate: Limit = { name: 'assistant', points: 60, duration: 300 }

/** Asks the assistant. A built-in answer is saved before its first word is sent, a model's answer after its last. */
export async function ask(
  ctx: MultiStepCtx<Client>,
  { content }: Input<typeof assistant.ask>,
): Promise<AsyncIterable<AssistantEvent>> {
  await ctx.ports.limits.count(assistantRate, ctx.actor.id)
  const sources = await sourcesFor({ ...ctx, db: ctx.read })
  const model = await modelFor(ctx, content)
  if (model) return answerByModel(ctx, { question: content, sources, model })
  return streamed(await keep(ctx, content, await answerBuiltIn(content, sources)))
}

/** Returns an answer for the onboarding chat, in one piece: its text and its sources. */
export async function replyInWords(ctx: MultiStepCtx<Client>, question: string) {
  const { content, citations } = await answerBuiltIn(question, await sourcesFor({ ...ctx, db: ctx.read }))
  const sources = citations.map(({ label }) => label)
  return sources.length > 0 ? `${content}\n\nFrom: ${sources.join(', ')}` : content
}

/** Returns the firm's language model. Null if it has none, if it is off, or if a rule answers first. */
async function modelFor({ read, ports }: MultiStepCtx, question: string) {
  if (ports.model === null || (await findFact(read, modelSwitch)) === 'off') return null
  const rule = intentOf(question)
  return rule?.kind === 'urgent' || rule?.kind === 'refusal' ? null : ports.model
}

async function sourcesFor({ db, now, actor }: Pick<Ctx<Client>, 'db' | 'now' | 'actor'>): Promise<Sources> {
  const clientId = actor.id
  const [user, tasks, firm] = [
    await getAccount(db, clientId),
    await listTasks(db, clientId),
    await findFirm(db),
  ]
  const isGated = shouldShowOnboarding({ isLoading: false, user, tasks, isMarkedComplete: false })
  return {
    library: libraryFor(await store.listVersions(db)),
    file: openOwnFile(db, { clientId, isGated, now }),
    firm,
  }
}

/** Also warms up the assistant, because someone who reads messages is about to ask. */
export async function listMessages({ db, actor }: Ctx<Client>, { before }: Input<typeof assistant.messages>) {
  await wakeAssistant(db)
  return store.listOf(db, actor.id, { before })
}

export const suggest = async (ctx: Ctx<Client>) => suggestionsFor((await sourcesFor(ctx)).file)

export const rate = ({ db, actor }: Ctx<Client>, { id, verdict, reason }: Input<typeof assistant.rate>) =>
  store.updateVerdict(db, { clientId: actor.id, id }, { verdict, verdictReason: reason ?? null })

export const clear = async ({ db, actor }: Ctx<Client>) => {
  await store.removeAllOf(db, actor.id)
  return undefined
}

const suggestionsAtMost = 5

/** Returns questions that suit this client's situation. The assistant can answer each of them. */
async function suggestionsFor(file: OwnFile): Promise<string[]> {
  if (file.isGated) return [...topics]
  const [tasks, documents] = [await file.tasks(), await file.documents()]
  const open = tasks.filter((task) => !isFinished(task))
  const isOpen = (kind: string) => open.some((task) => task.kind === kind)
  const fitting = [
    open.length > 0 && 'What do I still have to do?',
    documents.some(({ status }) => status === 'rejected') && 'Why was my document not accepted?',
    documents.some(({ status }) => status === 'pending') && 'What does "In review" mean?',
    isOpen('proof_of_address') && 'Which documents count as proof of address?',
    isOpen('proof_of_funds') && 'Why are you asking where my money comes from?',
    isOpen('payment') && 'What are the search fees for?',
    'What happens next in my case?',
    'How do I book an appointment?',
    'How do I know that an email is really from you?',
    'Is my data secure?',
  ]
  return fitting.filter((question) => question !== false).slice(0, suggestionsAtMost)
}

/** The number of last messages that are sent to the client's team. */
const messagesAtMost = 12
/** In characters. Longer answers are the firm's own articles, which their beginning identifies. */
const wordsOfAnswer = 300

/** Sends the conversation to the client's team, as a message of the client. */
export async function handOver(ctx: MultiStepCtx<Client>, { words }: Input<typeof assistant.handOver>) {
  await ctx.ports.limits.count(messageRate, ctx.actor.id)
  const clientId = ctx.actor.id
  return ctx.transaction(async (step) => {
    const said = await store.listOf(step.db, clientId, { limit: messagesAtMost })
    await step.publish('supportAsked', { clientId, words: letterOf(said.toReversed(), words ?? '') })
    await audit(step, 'assistant.handedOver')
    const [person] = await listTeam(step.db, clientId)
    return { sentTo: person ? fullName(person) : 'Your team' }
  })
}

type Said = Pick<AssistantMessage, 'isUser' | 'content'>

/** Writes the conversation as a message, oldest first. Leaves out the oldest part if it is too long for one message. */
export function letterOf(said: readonly Said[], words: string): string {
  const letter = [
    words || "I'd like to speak to someone, please.",
    ...(said.length > 0 ? ['', 'From my conversation with Obi:', ...said.map(lineOf)] : []),
  ].join('\n')
  return letter.length > messageLength && said.length > 0 ? letterOf(said.slice(1), words) : letter
}

const lineOf = ({ isUser, content }: Said) => {
  const text = content.replace(/\s+/g, ' ')
  return isUser
    ? `Me: ${text}`
    : `Obi: ${text.length > wordsOfAnswer ? `${text.slice(0, wordsOfAnswer)}…` : text}`
}

/** One question of each kind. */
const warmUpQuestions = [
  'Which documents do I need?',
  'should i sign this',
  'has my passport gone through',
  'how much do i owe',
  'what has my neighbour paid you',
]
/** The engine compiles a rule to machine code only when it runs again. */
const times = 2

let isAwake = false

/**
 * Reads the articles, trains the classifier and runs every rule, once per process. It starts when someone opens a page
 * with the assistant, so that it is done by the time they have typed. The caller only waits for the firm's own
 * articles. The rest runs in steps that let requests in between.
 */
export async function wakeAssistant(db: Db) {
  if (isAwake) return
  isAwake = true
  void warmUp(await store.listVersions(db))
}

async function warmUp(versions: readonly FirmVersion[]) {
  for (const step of [() => libraryFor(versions), () => guessOf('')]) await inTurn(step)
  for (let time = 0; time < times; time++)
    for (const question of warmUpQuestions) {
      await inTurn(() => intentOf(question))
      await inTurn(() => libraryFor(versions).search(question))
    }
}

const inTurn = async (step: () => unknown) => {
  await nextTurn()
  step()
}
