import { addressParts } from '#contract/address.ts'
import type { Fact } from '#contract/chat.ts'
import { dayText } from '#contract/form-words.ts'
import { nameInWriting } from '#contract/names.ts'
import { defaultCountry, KnownData } from '#contract/user-data.ts'
import type { ReadFacts } from '#server/platform/ports/identity-provider.ts'
import { wordsForDocument } from './facts.ts'
import type { View } from './view.ts'

/** What is known of a client by now: put right by themselves, else read from a document, else of the account. */
export const collectedOf = ({ conversation: { facts }, account, told }: View): KnownData => {
  const { read, submitted, bank, idType } = facts
  const home = read.address === null ? null : addressParts(read.address)
  const [firstName, lastName] = namesIn(read.fullName && nameInWriting(read.fullName)) ?? [
    account.firstName,
    account.lastName,
  ]
  return wellFormed({
    firstName,
    lastName,
    dateOfBirth: read.dateOfBirth ?? told.dateOfBirth,
    streetAddress: home
      ? [home.line1, home.line2].filter(Boolean).join(', ')
      : (read.address ?? account.address),
    city: home?.town || account.city,
    postalCode: home?.postcode ?? account.postalCode,
    country: account.country ?? defaultCountry,
    selectedIDType: idType && wordsForDocument[idType],
    ...bank,
    ...submitted,
  })
}

/** Neither a document nor an account keeps to the rules of the form; what breaks one is asked for anew. */
const wellFormed = (values: Record<string, unknown>): KnownData => {
  const good = Object.entries(KnownData.shape).flatMap(([name, rule]) => {
    const { success, data } = rule.safeParse(values[name] ?? undefined)
    return success && data !== undefined ? [[name, data] as const] : []
  })
  return Object.fromEntries(good)
}

/** The last word is the family's: "Amara Ngozi Okafor" is Amara Ngozi, Okafor. */
const namesIn = (fullName: string | null): [string, string] | null => {
  const words = fullName?.trim().split(/\s+/) ?? []
  const last = words.pop()
  return last === undefined || words.length === 0 ? null : [words.join(' '), last]
}

/** For the client to look through; of the account number only its end. */
export const collectedFacts = (view: View): Fact[] => {
  const data = collectedOf(view)
  const name = [data.firstName, data.lastName].filter(Boolean).join(' ')
  // A country alone is the form's own guess, and no address.
  const place = [data.streetAddress, data.city, data.postalCode].filter(Boolean)
  const address = place.length > 0 && [...place, data.country].filter(Boolean).join(', ')
  return filled([
    ['Full name', nameInWriting(name)],
    ['Date of birth', data.dateOfBirth && dayText(data.dateOfBirth)],
    ['Address', address],
    ['Document', data.selectedIDType],
    ['Sort code', data.sortCode],
    ['Account number', data.accountNumber && writeAccountEnd(data.accountNumber)],
  ])
}

/** What was read from an identity document. */
export const readFacts = ({ fullName, dateOfBirth, documentNumber, expiryDate }: ReadFacts): Fact[] =>
  filled([
    ['Full name', fullName && nameInWriting(fullName)],
    ['Date of birth', dateOfBirth && dayText(dateOfBirth)],
    ['Document number', documentNumber],
    ['Expires', expiryDate && dayText(expiryDate)],
  ])

/** "•••• 4958": in two groups of four, as it stands on a card. */
export const writeAccountEnd = (accountNumber: string) => `•••• ${accountNumber.slice(-4)}`

const filled = (lines: [label: string, value: string | null | undefined | false][]): Fact[] =>
  lines.flatMap(([label, value]) => (value ? [{ label, value }] : []))
