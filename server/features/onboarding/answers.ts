import type { MessageId, Option } from '#contract/chat.ts'
import { optionSignals } from '#contract/chat.ts'
import type { Road, Signal } from '#contract/conversation.ts'
import type { Input } from '#contract/kit.ts'
import type { onboarding } from '#contract/onboarding.ts'
import { notFound, Problem } from '#contract/problem.ts'
import type { BankingDetails } from '#contract/user-data.ts'
import type { SessionDocument } from '#contract/verification-session.ts'
import { checkAccount } from '#inspector/bank/account.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { checkOfCollected } from './data.ts'
import { type Facts, wordsForDocument } from './facts.ts'
import { begun, shown } from './service.ts'
import type { Conversation, MessageRow } from './store.ts'
import * as store from './store.ts'
import { writeAccountEnd } from './summary.ts'
import { askForSupport } from './support.ts'
import { movedOn, proceed, type Spoken, type Turn } from './transition.ts'

type Answered = Input<typeof onboarding.answer>

/** Takes the answer to the newest message, once: the same one sent again changes nothing. */
export async function answer(ctx: Ctx, { messageId, answer: given }: Answered) {
  const conversation = await begun(ctx)
  const content = given.kind === 'option' ? given.option : bankInWords(given)
  const last = await answerable(ctx, { messageId, content })
  if (last === null) return shown(ctx, conversation)
  const spoken = { content, answers: messageId }
  const changed =
    given.kind === 'option'
      ? await press(ctx, conversation, { option: offered(last, given.option), spoken })
      : await giveBank(ctx, conversation, { last, bank: given, spoken })
  return shown(ctx, changed)
}

/**
 * The newest message if it is the one that is answered, or offers the same and nobody has answered since; null
 * where this answer was taken before.
 */
export async function answerable(
  { db, actor }: Ctx,
  { messageId, content }: { messageId: MessageId; content: string },
): Promise<MessageRow | null> {
  const last = await store.findLastSaid(db, actor.id)
  if (last?.id === messageId) return last
  const before = await store.findAnswerTo(db, actor.id, messageId)
  if (before?.content === content) return null
  const asked = (await store.findMessage(db, actor.id, messageId)) ?? notFound('message')
  // A portal that goes on speaking takes no button away from the finger above it.
  const isStillOffered = last?.stage === asked.stage && last.options.includes(content)
  if (isStillOffered && !(await store.hasSpokenSince(db, asked))) return last
  throw movedOn()
}

const offered = ({ options }: MessageRow, option: string): Option => {
  if (options.includes(option) && option in optionSignals) return option as Option
  throw new Problem('invalid', 'Please choose one of the answers that are shown.', {
    fields: { 'answer.option': 'Please choose one of the answers that are shown.' },
  })
}

export interface Pressed {
  option: Option
  spoken: Spoken
}

/** What pressing a button does, or typing its words. */
export async function press(ctx: Ctx, conversation: Conversation, { option, spoken }: Pressed) {
  const signal = optionSignals[option]
  if (signal === 'check_data') return checkOfCollected(ctx, conversation, spoken)
  if (signal === 'support') return askForSupport(ctx, conversation, spoken)
  return proceed(ctx, conversation, { signal, spoken, ...effectOf(conversation, { option, signal }) })
}

/** What an answer changes besides the stage. */
const effectOf = (
  { stage, facts, road }: Conversation,
  { option, signal }: { option: Option; signal: Signal },
): Partial<Turn> => {
  const knowing = (change: Partial<Facts>) => ({ facts: { ...facts, ...change } })
  const effects: Partial<Record<Signal, Partial<Turn>>> = {
    decline: { first: [declined] },
    accept_comparison: knowing({ wantsSelfie: true }),
    refuse_comparison: knowing({ wantsSelfie: false }),
    upload_instead: { road: 'guided', sessionId: null },
    use_camera: { road: 'camera', sessionId: null },
    choose_document: knowing({ idType: documentNamed(option) }),
    choose_funds: knowing({ fundsSource: option }),
    again: { sessionId: null, road: 'camera' satisfies Road },
    send_as_is: knowing({
      hasFailed: false,
      papers: facts.papers.map((paper) =>
        paper.stage === stage && paper.outcome === 'failed'
          ? { ...paper, outcome: 'review' as const }
          : paper,
      ),
    }),
    confirm: knowing({ ending: 'confirmed' }),
    leave: knowing({ ending: 'left' }),
  }
  return effects[signal] ?? { road }
}

const declined = {
  content:
    "That's fine: we haven't collected anything. Without your agreement I can't check your identity here. You can agree now or later, talk to a person, or go to your dashboard.",
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
  const facts = { ...conversation.facts, bank: { sortCode, accountNumber } }
  return proceed(ctx, conversation, { signal: 'bank_given', spoken, facts })
}

/** An account that cannot exist is pointed out while it can still be put right. */
export const refuseImpossible = ({ sortCode, accountNumber }: BankingDetails, where: string) => {
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
