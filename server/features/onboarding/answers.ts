import type { SessionDocument } from '#contract/identity/session.ts'
import type { Input, Output } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type Option, optionMeant, optionSignals } from '#contract/onboarding/chat.ts'
import type { Flow, Signal, Stage } from '#contract/onboarding/conversation.ts'
import type { onboarding } from '#contract/onboarding/onboarding.ts'
import type { BankingDetails } from '#contract/onboarding/user-data.ts'
import { checkAccount } from '#inspector/bank/account.ts'
import type { Client, Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import { before, minutes } from '#server/platform/time/durations.ts'
import { shown } from './presentation.ts'
import type { Conversation, ConversationState, MessageRow } from './schema.ts'
import { wordsForDocument } from './state.ts'
import * as store from './store.ts'
import { advance, answerable, movedOn, openConversation, type Spoken, type Turn } from './transition.ts'
import { viewOf, writeAccountEnd } from './view.ts'

const chatRate: Limit = { name: 'chat', points: 60, duration: 300 }

type AnswerInput = Input<typeof onboarding.answer>

/** Checks the collected details after the client says that nothing has changed. */
type CheckCollected = (ctx: Ctx<Client>, conversation: Conversation, spoken: Spoken) => Promise<Conversation>

/** Takes the answer to the newest message. The same answer sent again changes nothing. */
export async function answer(
  ctx: Ctx<Client>,
  { messageId, answer: given }: AnswerInput,
  checkCollected: CheckCollected,
) {
  const conversation = await openConversation(ctx)
  const content = given.kind === 'option' ? given.option : bankInWords(given)
  const last = await answerable(ctx, { messageId, content })
  if (last === null) return shown(ctx, conversation)
  const spoken = { content, answers: messageId }
  const changed =
    given.kind === 'option'
      ? await press(ctx, conversation, { option: offered(last, given.option), spoken, checkCollected })
      : await giveBank(ctx, conversation, { last, bank: given, spoken })
  const seen = await shown(ctx, changed)
  // Starts while the client looks for the file.
  if (seen.messages.at(-1)?.actionType === 'upload') void ctx.ports.inspector.wake()
  return seen
}

const offered = ({ options }: MessageRow, option: string): Option => {
  if (options.includes(option) && option in optionSignals) return option as Option
  throw new Problem('invalid', 'Please choose one of the answers that are shown.', {
    fields: { 'answer.option': 'Please choose one of the answers that are shown.' },
  })
}

interface Pressed {
  option: Option
  spoken: Spoken
  checkCollected: CheckCollected
}

/** Handles a pressed button, or its words typed. */
async function press(
  ctx: Ctx<Client>,
  conversation: Conversation,
  { option, spoken, checkCollected }: Pressed,
) {
  const signal = optionSignals[option]
  if (signal === 'check_data') return checkCollected(ctx, conversation, spoken)
  if (signal === 'support') return askForSupport(ctx, conversation, spoken)
  return advance(ctx, conversation, { signal, spoken, ...effectOf(conversation, { option, signal }) })
}

/** Returns what an answer changes besides the stage. */
const effectOf = (
  { stage, state, flow }: Conversation,
  { option, signal }: { option: Option; signal: Signal },
): Partial<Turn> => {
  const knowing = (change: Partial<ConversationState>) => ({ state: { ...state, ...change } })
  const effects: Partial<Record<Signal, Partial<Turn>>> = {
    decline: { first: [declined] },
    accept_comparison: knowing({ wantsSelfie: true }),
    refuse_comparison: knowing({ wantsSelfie: false }),
    upload_instead: { flow: 'guided', sessionId: null },
    use_camera: { flow: 'camera', sessionId: null },
    choose_document: knowing({ idType: documentNamed(option) }),
    choose_funds: knowing({ fundsSource: option }),
    again: { sessionId: null, flow: 'camera' satisfies Flow },
    send_as_is: knowing({
      hasFailed: false,
      documents: state.documents.map((document) =>
        document.stage === stage && document.outcome === 'failed'
          ? { ...document, outcome: 'review' as const }
          : document,
      ),
    }),
    confirm: knowing({ ending: 'confirmed' }),
    leave: knowing({ ending: 'left' }),
  }
  return effects[signal] ?? { flow }
}

const declined = {
  content:
    "That's fine. Nothing has been collected in this chat. Without your agreement I can't check your identity here. You can agree now or later, talk to a person, or go to your dashboard.",
  options: ['Agree', 'Contact support', 'Go to Dashboard'],
}

const documentNamed = (option: Option): SessionDocument | null => {
  const found = Object.entries(wordsForDocument).find(([, words]) => words === option)
  return found ? (found[0] as SessionDocument) : null
}

const bankInWords = ({ sortCode, accountNumber }: BankingDetails) =>
  `Sort code ${sortCode}, account number ${writeAccountEnd(accountNumber)}`

interface Banking {
  last: MessageRow
  bank: BankingDetails
  spoken: Spoken
}

const giveBank = async (ctx: Ctx, conversation: Conversation, { last, bank, spoken }: Banking) => {
  if (last.formId !== 'banking_details') throw movedOn()
  refuseImpossible(bank, 'answer')
  const { sortCode, accountNumber } = bank
  const state = { ...conversation.state, bank: { sortCode, accountNumber } }
  return advance(ctx, conversation, { signal: 'bank_given', spoken, state })
}

/** Refuses an impossible account while the client can still correct it. */
const refuseImpossible = ({ sortCode, accountNumber }: BankingDetails, where: string) => {
  if (checkAccount(sortCode, accountNumber) !== 'impossible') return
  const words =
    'This sort code and account number do not belong together. Please check both against your bank card or a statement.'
  throw new Problem('unprocessable', words, {
    fields: {
      [`${where}.sortCode`]: 'Please check the sort code',
      [`${where}.accountNumber`]: 'Please check the account number',
    },
    reason: 'account_impossible',
  })
}

/**
 * Messages the client's team that they want to speak to a person, and at which step. The conversation stays at its
 * stage.
 */
async function askForSupport(ctx: Ctx, conversation: Conversation, spoken: Spoken) {
  await ctx.publish('supportAsked', { clientId: conversation.clientId, words: callForHelp(conversation) })
  const { firm } = await viewOf(ctx, conversation)
  const call = firm.telephone
    ? ` You can also call ${firm.telephone}${firm.hours ? ` (${firm.hours})` : ''}.`
    : ''
  const content = `I've told ${firm.name} that you'd like to speak to a person, and where you are in this chat. You'll find your message, and their answer, under Messages.${call}`
  return advance(ctx, conversation, { signal: 'support', spoken, first: [{ content }] })
}

/** Worded for the client too, who sees it among their own messages. */
const callForHelp = ({ stage }: Conversation) =>
  `Hello, I'd like to speak to a person about my verification.\n\nSent from the verification chat, at the step “${stageNames[stage]}”.`

/** Each stage by what the chat asks for or says there: a client never sees the name of a stage. */
const stageNames: Record<Stage, string> = {
  welcome: 'welcome',
  consent: 'agreeing to the check',
  face_consent: 'comparing your face',
  upload_document: 'photos of your documents',
  verification_progress: 'checking your documents',
  verification_success: 'documents checked',
  verification_manual_review: 'documents to be checked by a person',
  verification_failed: 'identity not verified',
  select_id_type: 'choosing an identity document',
  id_verification: 'identity document',
  id_verification_selfie: 'selfie',
  take_selfie: 'selfie',
  proof_of_address: 'proof of address',
  source_of_funds: 'where the money comes from',
  source_of_funds_details: 'documents about the money',
  proof_of_funds: 'bank details',
  change_check: 'checking your details',
  additional_data: 'what has changed',
  modify_details: 'correcting your details',
  review_details: 'checking your details one last time',
  complete: 'finished',
}

type ChatInput = Input<typeof onboarding.chat>
type ChatReply = Output<typeof onboarding.chat>

export interface Assistant {
  /** Called when the conversation is opened, so that the first reply has no start-up to wait for. */
  wake: (db: Db) => Promise<void>
  /** Returns the assistant's reply to the client's message. */
  reply: (ctx: MultiStepCtx<Client>, message: string) => Promise<string>
}

/** Takes typed words as an answer if they mean one of the last message's options. Otherwise the assistant replies. */
export async function chat(
  ctx: MultiStepCtx<Client>,
  typed: ChatInput,
  { reply, checkCollected }: Pick<Assistant, 'reply'> & { checkCollected: CheckCollected },
): Promise<ChatReply> {
  await ctx.ports.limits.count(chatRate, ctx.actor.id)
  const early = await ctx.transaction((step) => answerAtOnce(step, typed, checkCollected))
  if (early) return early
  const response = await reply(ctx, typed.message)
  return ctx.transaction((step) => sayReply(step, typed, response))
}

async function answerAtOnce(
  ctx: Ctx<Client>,
  typed: ChatInput,
  checkCollected: CheckCollected,
): Promise<ChatReply | null> {
  const conversation = await openConversation(ctx)
  const earlier = await repliedTo(ctx, typed)
  if (earlier) return earlier
  const last = await store.findLastSaid(ctx.db, conversation.clientId)
  const option = last && optionMeant(typed.message, last.options)
  if (!last || !option) return null
  const spoken = { content: typed.message, id: typed.id, answers: last.id }
  await press(ctx, conversation, { option, spoken, checkCollected })
  const said = await store.findLastSaid(ctx.db, conversation.clientId)
  return { success: true, response: said?.content ?? '', shouldContinueFlow: true }
}

// Finds the reply to a message that was sent again because the network lost the response, so that it is not said twice.
async function repliedTo({ db, actor }: Ctx<Client>, { id, message }: ChatInput): Promise<ChatReply | null> {
  const sent = id && (await store.findMessage(db, actor.id, id))
  if (!sent) return null
  if (sent.content !== message || !sent.isUser)
    throw new Problem('conflict', 'This message was sent before with other words.', { reason: 'other_words' })
  const reply = await store.findNext(db, sent)
  return { success: true, response: reply?.content ?? '', shouldContinueFlow: sent.answers !== null }
}

async function sayReply(ctx: Ctx<Client>, typed: ChatInput, response: string): Promise<ChatReply> {
  const conversation = await openConversation(ctx)
  const earlier = await repliedTo(ctx, typed)
  if (earlier) return earlier
  const spoken = { content: typed.message, id: typed.id }
  await advance(ctx, conversation, { signal: null, spoken, first: [{ content: response }] })
  return { success: true, response, shouldContinueFlow: false }
}

const idleFor = minutes(5)

/** Reminds a client who has stopped, once. The message before stays answerable. */
export async function remind(ctx: Ctx<Client>) {
  const conversation = await openConversation(ctx)
  const { clientId, stage, updatedAt } = conversation
  const last = await store.findLastSaid(ctx.db, clientId)
  const isDue = updatedAt <= before(ctx.now, idleFor) && stage !== 'complete'
  if (!isDue || last?.actionType === 'reminder') return shown(ctx, conversation)
  const content = "Are you still there? We've kept everything: carry on here whenever you like."
  const changed = await advance(ctx, conversation, {
    signal: null,
    first: [{ content, actionType: 'reminder' }],
  })
  return shown(ctx, changed)
}
