import { addressParts } from '#contract/kit/address.ts'
import { dayText } from '#contract/kit/day.ts'
import { addressInNormalCase, nameInNormalCase } from '#contract/kit/names.ts'
import type { ActionType, AttachmentType, Badge, Fact, FormId } from '#contract/onboarding/chat.ts'
import { defaultCountry, KnownData } from '#contract/onboarding/user-data.ts'
import { findPersonalDetails, getAccount } from '#server/features/accounts/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { ReadFacts } from '#server/platform/ports/providers.ts'
import type { Conversation } from './schema.ts'
import { wordsForDocument } from './state.ts'

/** One message to the client. It carries what its stage asks for, unless it names something else. */
export interface PortalMessage {
  content: string
  options?: readonly string[]
  actionType?: ActionType
  attachmentType?: AttachmentType
  formId?: FormId
  facts?: Fact[]
  badge?: Badge
}

/** The data that messages are made from. */
export interface View {
  conversation: Conversation
  account: {
    firstName: string
    lastName: string
    address: string | null
    city: string | null
    postalCode: string | null
    country: string | null
  }
  /** What the client said about themselves elsewhere. */
  declared: { dateOfBirth: string | null }
  firm: { name: string; telephone: string; hours: string; email: string }
  checker: string | null
}

export const viewOf = async (
  { db, ports }: Pick<Ctx, 'db' | 'ports'>,
  conversation: Conversation,
): Promise<View> => ({
  conversation,
  account: await getAccount(db, conversation.clientId),
  declared: await findPersonalDetails(db, conversation.clientId),
  firm: await findFirm(db),
  checker: ports.identity.checker,
})

/**
 * Returns what is known about a client: their own corrections first, then what was read from documents, then the
 * account.
 */
export const collectedOf = ({ conversation: { state }, account, declared }: View): KnownData => {
  const { read, submitted, bank, idType } = state
  const address = read.address && addressInNormalCase(read.address)
  const home = address === null ? null : addressParts(address)
  const [firstName, lastName] = namesIn(read.fullName && nameInNormalCase(read.fullName)) ?? [
    account.firstName,
    account.lastName,
  ]
  return wellFormed({
    firstName,
    lastName,
    dateOfBirth: read.dateOfBirth ?? declared.dateOfBirth,
    streetAddress: home ? [home.line1, home.line2].filter(Boolean).join(', ') : (address ?? account.address),
    city: home?.town || account.city,
    postalCode: home?.postcode ?? account.postalCode,
    country: account.country ?? defaultCountry,
    selectedIDType: idType && wordsForDocument[idType],
    ...bank,
    ...submitted,
  })
}

/**
 * Keeps the values that follow the form's rules. Documents and accounts may break them, and the client is asked again.
 */
const wellFormed = (values: Record<string, unknown>): KnownData => {
  const good = Object.entries(KnownData.shape).flatMap(([name, rule]) => {
    const { success, data } = rule.safeParse(values[name] ?? undefined)
    return success && data !== undefined ? [[name, data] as const] : []
  })
  return Object.fromEntries(good)
}

/** Splits a name before its last word: "Amara Ngozi Okafor" is Amara Ngozi, Okafor. */
const namesIn = (fullName: string | null): [string, string] | null => {
  const words = fullName?.trim().split(/\s+/) ?? []
  const last = words.pop()
  return last === undefined || words.length === 0 ? null : [words.join(' '), last]
}

/** Returns what was collected, for the client to check. Only the end of the account number is shown. */
export const collectedFacts = (view: View): Fact[] => {
  const data = collectedOf(view)
  const name = [data.firstName, data.lastName].filter(Boolean).join(' ')
  // A country alone is the form's default and no address.
  const place = [data.streetAddress, data.city, data.postalCode].filter(Boolean)
  const address = place.length > 0 && [...place, data.country].filter(Boolean).join(', ')
  return filled([
    ['Full name', nameInNormalCase(name)],
    ['Date of birth', data.dateOfBirth && dayText(data.dateOfBirth)],
    ['Address', address],
    ['Document', data.selectedIDType],
    ['Sort code', data.sortCode],
    ['Account number', data.accountNumber && writeAccountEnd(data.accountNumber)],
  ])
}

/** Returns what was read from an identity document. */
export const readFacts = ({ fullName, dateOfBirth, documentNumber, expiryDate }: ReadFacts): Fact[] =>
  filled([
    ['Full name', fullName && nameInNormalCase(fullName)],
    ['Date of birth', dateOfBirth && dayText(dateOfBirth)],
    ['Document number', documentNumber],
    ['Expires', expiryDate && dayText(expiryDate)],
  ])

/** Returns the number's last four digits, such as "•••• 4958". */
export const writeAccountEnd = (accountNumber: string) => `•••• ${accountNumber.slice(-4)}`

const filled = (lines: [label: string, value: string | null | undefined | false][]): Fact[] =>
  lines.flatMap(([label, value]) => (value ? [{ label, value }] : []))
