import { isDeepStrictEqual } from 'node:util'
import { dayText } from '#contract/kit/day.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { londonDay } from '#contract/kit/london.ts'
import { fullName, nameInNormalCase } from '#contract/kit/names.ts'
import { invalidFields } from '#contract/kit/problem.ts'
import type { onboarding } from '#contract/onboarding/onboarding.ts'
import {
  type BankingDetails,
  bankIn,
  birthFault,
  type DataCheck,
  type Difference,
  dataWords,
  type KnownData,
  UserData,
  type VerificationSource,
} from '#contract/onboarding/user-data.ts'
import { checkAccount } from '#inspector/bank/account.ts'
import { matchAddress } from '#inspector/read/addresses.ts'
import { matchName } from '#inspector/read/names.ts'
import { findPersonalDetails } from '#server/features/accounts/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Client, Ctx } from '#server/platform/ctx.ts'
import type { Conversation } from './schema.ts'
import { advance, movedOn, openConversation, type Spoken } from './transition.ts'
import { collectedOf, type PortalMessage, type View, viewOf } from './view.ts'

interface Checked extends DataCheck {
  /** Whether the name was compared with a document, and nothing differs. */
  isVerified: boolean
}

/** Compares what the client says, or what was collected, with the documents read and with the account. */
async function checkData(
  ctx: Pick<Ctx, 'db'>,
  view: View,
  { data, source }: { data: KnownData; source: VerificationSource },
): Promise<Checked> {
  const { conversation, account, firm } = view
  const { read } = conversation.state
  const declared = await findPersonalDetails(ctx.db, conversation.clientId)
  const isCollected = source === 'system_collected'
  const said = isCollected
    ? {
        firstName: account.firstName,
        lastName: account.lastName,
        dateOfBirth: declared.dateOfBirth,
        address: declared.address,
      }
    : { ...namesOf(data, account), dateOfBirth: data.dateOfBirth ?? null, address: addressOf(data) }
  const compared = [
    compareNames(said, { read: read.fullName, account }),
    compareDays(said.dateOfBirth, read.dateOfBirth ?? (isCollected ? null : declared.dateOfBirth)),
    compareAddresses(said.address, read.address),
  ]
  const differences = compared.filter((result): result is Difference => typeof result === 'object')
  const success = differences.length === 0
  const isVerified = success && compared[0] === 'same'
  return { success, isVerified, differences, message: wordsFor({ success, isVerified, isCollected, firm }) }
}

const wordsFor = (check: {
  success: boolean
  isVerified: boolean
  isCollected: boolean
  firm: View['firm']
}) => {
  const { success, isVerified, isCollected, firm } = check
  if (!success) return isCollected ? dataWords.collectedFailed : dataWords.submittedFailed
  if (!isVerified)
    return `Thank you. I couldn't compare everything, so someone at ${firm.name} will check your details.`
  return isCollected ? dataWords.collectedVerified : dataWords.submittedVerified
}

type Compared = Difference | 'same' | 'unclear'
type Names = Pick<View['account'], 'firstName' | 'lastName'>

const namesOf = ({ firstName, lastName }: KnownData, account: Names): Names => ({
  firstName: firstName ?? account.firstName,
  lastName: lastName ?? account.lastName,
})

const addressOf = ({ streetAddress, city, postalCode }: KnownData) =>
  streetAddress ? [streetAddress, city, postalCode].filter(Boolean).join(', ') : null

/** Compares with the name on the document, or with the account's if no document was read. */
const compareNames = (said: Names, { read, account }: { read: string | null; account: Names }): Compared => {
  const printed = read ?? fullName(account)
  const match = matchName(printed, said)
  if (match === 'different') {
    const where = read === null ? 'Your account is in the name of' : 'Your document says'
    return {
      field: 'name',
      sentence: `${where} ${nameInNormalCase(printed)}, but the name given is ${fullName(said)}.`,
    }
  }
  return match === 'unclear' || read === null ? 'unclear' : 'same'
}

const compareDays = (said: string | null, known: string | null): Compared => {
  if (said === null || known === null) return 'unclear'
  if (said === known) return 'same'
  return {
    field: 'dateOfBirth',
    sentence: `The date of birth given is ${dayText(said)}, but we have ${dayText(known)}.`,
  }
}

const compareAddresses = (said: string | null, read: string | null): Compared => {
  if (said === null || read === null) return 'unclear'
  const match = matchAddress(read, said)
  if (match !== 'different') return match
  return {
    field: 'address',
    sentence: `Your proof of address is for ${read.replaceAll('\n', ', ')}, but the address given is ${said.replaceAll('\n', ', ')}.`,
  }
}

type VerifyDataInput = Input<typeof onboarding.verifyData>

/**
 * Checks what was collected or what the client corrected, and moves the conversation on by the result. Throws
 * `moved_on` at another stage.
 */
export async function verifyUserData(
  ctx: Ctx<Client>,
  { userData, verificationSource }: VerifyDataInput,
): Promise<DataCheck> {
  const conversation = await openConversation(ctx)
  if (verificationSource === 'system_collected') {
    if (conversation.stage !== 'change_check') throw movedOn()
    return answerOf(await judgeCollected(ctx, conversation, { content: 'No, everything is correct' }))
  }
  const submitted = UserData.parse(userData)
  const earlier = await alreadyTaken(ctx, conversation, submitted)
  if (earlier) return earlier
  refuseUnborn(submitted, londonDay(ctx.now))
  return answerOf(await judgeSubmitted(ctx, conversation, submitted))
}

const answerOf = ({ success, message, differences }: Checked): DataCheck => ({
  success,
  message,
  differences,
})

// Finds the result of data that was sent again because the response was lost, so that it is not said twice.
async function alreadyTaken(ctx: Ctx, conversation: Conversation, submitted: UserData) {
  const { stage, state } = conversation
  if (stage === 'additional_data' || stage === 'modify_details') return null
  if (stage !== 'review_details' || !isDeepStrictEqual(state.submitted, plain(submitted))) throw movedOn()
  const view = await viewOf(ctx, conversation)
  return answerOf(await checkData(ctx, view, { data: submitted, source: 'user_submitted' }))
}

// Drops empty fields, as the stored copy does.
const plain = (submitted: UserData) =>
  Object.fromEntries(
    Object.entries(submitted).filter(([, value]) => value !== undefined && value !== ''),
  ) as UserData

const refuseUnborn = ({ dateOfBirth }: UserData, today: string) => {
  const fault = birthFault(dateOfBirth, today)
  if (fault !== null) throw invalidFields({ 'userData.dateOfBirth': fault })
}

/** Handles "No, everything is correct": compares what was collected with the account. */
export async function checkCollected(ctx: Ctx<Client>, conversation: Conversation, spoken: Spoken) {
  await judgeCollected(ctx, conversation, spoken)
  return openConversation(ctx)
}

async function judgeCollected(ctx: Ctx, conversation: Conversation, spoken: Spoken) {
  const view = await viewOf(ctx, conversation)
  const check = await checkData(ctx, view, { data: collectedOf(view), source: 'system_collected' })
  const rejected = { ...conversation.state, ending: 'data_rejected' as const }
  await recordCheck(ctx, conversation, {
    check,
    spoken,
    state: check.success ? conversation.state : rejected,
    first: check.success ? [agreed(check, conversation.state.bank)] : explained(check.differences),
  })
  return check
}

async function judgeSubmitted(ctx: Ctx, conversation: Conversation, submitted: UserData) {
  const bank = bankIn(submitted)
  const impossible = bank !== null && checkAccount(bank.sortCode, bank.accountNumber) === 'impossible'
  const view = await viewOf(ctx, conversation)
  const compared = await checkData(ctx, view, { data: submitted, source: 'user_submitted' })
  const check: Checked = impossible ? { ...compared, ...refusedAccount } : compared
  const { changeDescription } = submitted
  const content = changeDescription
    ? `I have updated my information: ${changeDescription}`
    : 'I have updated my information.'
  const kept = {
    ...conversation.state,
    submitted: plain(submitted),
    bank,
    hasFailed: false,
  }
  await recordCheck(ctx, conversation, {
    check,
    spoken: { content },
    state: check.success ? kept : { ...conversation.state, hasFailed: true },
    first: check.success
      ? [agreed(check, bank)]
      : [{ content: dataWords.submittedFailed }, ...explained(check.differences, impossible)],
  })
  return check
}

/** Returns the specification's sentence, followed by what it means. */
const agreed = ({ message, isVerified }: Checked, bank: BankingDetails | null): PortalMessage => ({
  content: isVerified ? `${message}\n${nothingDiffers}${bank === null ? '' : ` ${bankApart}`}` : message,
})
const nothingDiffers = 'Thank you. We found nothing that differs from your documents.'
const bankApart = 'We check your bank details separately, before any money moves.'

const accountWords =
  'This sort code and account number do not belong together. Please check both against your bank card or a statement.'
const refusedAccount = { success: false, isVerified: false, message: dataWords.submittedFailed }

const explained = (differences: Difference[], isAccountImpossible = false): PortalMessage[] => {
  const sentences = [
    ...differences.map(({ sentence }) => sentence),
    ...(isAccountImpossible ? [accountWords] : []),
  ]
  return sentences.length === 0 ? [] : [{ content: sentences.join('\n') }]
}

interface CheckOutcome {
  check: Checked
  spoken: Spoken
  state: Conversation['state']
  first: PortalMessage[]
}

async function recordCheck(ctx: Ctx, conversation: Conversation, { check, ...turn }: CheckOutcome) {
  const passed = check.isVerified ? ('data_verified' as const) : ('data_unchecked' as const)
  const signal = check.success ? passed : ('data_rejected' as const)
  await audit(ctx, 'conversation.data', {
    details: { outcome: signal, differences: check.differences.map(({ field }) => field).join(', ') },
  })
  return advance(ctx, conversation, { signal, ...turn })
}
