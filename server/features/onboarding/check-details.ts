import { dayText } from '#contract/form-words.ts'
import {
  type DataCheck,
  type Difference,
  dataWords,
  type KnownData,
  type VerificationSource,
} from '#contract/user-data.ts'
import { matchAddress } from '#inspector/read/addresses.ts'
import { matchName } from '#inspector/read/names.ts'
import { findPersonalDetails } from '#server/features/accounts/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { View } from './view.ts'

export interface Checked extends DataCheck {
  /** Something could be compared, and all of it agreed. */
  isVerified: boolean
}

/** Compares what a client says, or what was collected, with what was read and with the account. */
export async function checkData(
  ctx: Pick<Ctx, 'db'>,
  view: View,
  { data, source }: { data: KnownData; source: VerificationSource },
): Promise<Checked> {
  const { conversation, account, firm } = view
  const { read } = conversation.facts
  const told = await findPersonalDetails(ctx.db, conversation.clientId)
  const isCollected = source === 'system_collected'
  const said = isCollected
    ? {
        firstName: account.firstName,
        lastName: account.lastName,
        dateOfBirth: told.dateOfBirth,
        address: told.address,
      }
    : { ...namesOf(data, account), dateOfBirth: data.dateOfBirth ?? null, address: addressOf(data) }
  const compared = [
    compareNames(said, { read: read.fullName, account }),
    compareDays(said.dateOfBirth, read.dateOfBirth ?? (isCollected ? null : told.dateOfBirth)),
    compareAddresses(said.address, read.address),
  ]
  const differences = compared.filter((one): one is Difference => typeof one === 'object')
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

/** The document decides; only where none was read is the account compared with. */
const compareNames = (said: Names, { read, account }: { read: string | null; account: Names }): Compared => {
  const printed = read ?? `${account.firstName} ${account.lastName}`
  const match = matchName(printed, said)
  if (match === 'different') {
    const where = read === null ? 'Your account is in the name of' : 'Your document says'
    return {
      field: 'name',
      sentence: `${where} ${printed}, but the name given is ${said.firstName} ${said.lastName}.`,
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
