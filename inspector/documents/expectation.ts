import type { DocumentType } from '#contract/documents/validation.ts'
import type { PersonName } from '#inspector/read/names.ts'
import { type Kind, kinds } from './kinds.ts'

/** What the firm knows about the client. */
export interface KnownClient {
  firstName: string
  lastName: string
  /** YYYY-MM-DD. Null until the client has given it. */
  dateOfBirth: string | null
  /** Null until the client has given it. */
  address: string | null
  postcode: string | null
  /** The other clients of the matter, and of what is requested for it. */
  jointClients?: PersonName[]
  /** The request is for the matter, and so for all its clients together. */
  isShared?: boolean
}

/** What a task requests, and the facts its document is compared with. */
export interface Expectation {
  expectedTypes: DocumentType[]
  /** Where the client says that the money comes from, if that decides what was requested of a proof of funds. */
  moneyFrom?: MoneyFrom
  /** YYYY-MM-DD, in the firm's time zone. */
  today: string
  client: KnownClient | null
}

/** Only the giver's letter shows a gift. Elsewhere is what no list names: a lender's offer, an estate, a sale. */
export type MoneyFrom = 'gift' | 'elsewhere'

export type Purpose = 'address' | 'funds'

/** Whether no kind of document was asked for, as for a task in the firm's own words. Then no requirement applies. */
export const isUnasked = ({ expectedTypes }: Expectation) => expectedTypes.length === 0

const identities: [DocumentType, string][] = [
  ['passport', 'the photo page of your passport'],
  ['drivers_license', 'your driving licence'],
  ['identity', 'your national identity card'],
]

const pictured: DocumentType[] = ['passport', 'drivers_license', 'identity', 'selfie', 'photo']

/** Whether only documents are requested that are not judged by their text: passports, cards, faces. */
export const wantsPicture = ({ expectedTypes }: Expectation) =>
  expectedTypes.length > 0 && expectedTypes.every((type) => pictured.includes(type))

/** Whether only bills, statements and the like are requested. */
export const wantsPaper = ({ expectedTypes }: Expectation) =>
  expectedTypes.length > 0 && !expectedTypes.some((type) => pictured.includes(type))

/** Whether only a picture of the client's face is requested. */
export const wantsFace = ({ expectedTypes }: Expectation) =>
  expectedTypes.length > 0 && expectedTypes.every((type) => type === 'selfie' || type === 'photo')

/** Whether only legal documents are requested. They can have any words: the file is checked, a person reads it. */
export const wantsLegal = ({ expectedTypes }: Expectation) =>
  expectedTypes.length > 0 && expectedTypes.every((type) => type === 'legal')

/** Whether a document of this kind is one of those requested. A mobile phone bill proves nothing. */
export const accepts = ({ expectedTypes, moneyFrom }: Expectation, kind: Kind) => {
  const { type, proves } = kinds[kind]
  if (moneyFrom === 'gift') return kind === 'gift_letter'
  if (proves.length === 0) return false
  return (
    expectedTypes.includes(type) ||
    (expectedTypes.includes('address_proof') && proves.includes('address')) ||
    (expectedTypes.includes('funds_proof') && proves.includes('funds'))
  )
}

/** What a lender or a public office writes about money that comes from elsewhere. */
const aboutMoney: readonly Kind[] = ['mortgage_statement', 'official_letter']

/** Whether it may be what was requested, though only a person can tell: an offer of a mortgage, a letter of an estate. */
export const mayBeRequested = ({ moneyFrom }: Expectation, kind: Kind | null) =>
  moneyFrom === 'elsewhere' && (kind === null || aboutMoney.includes(kind))

/**
 * Returns what the document must prove, or null if nothing was asked for that can be required of it. If both are
 * requested, address where the kind can prove it, else funds.
 */
export const purposeOf = (expectation: Expectation, kind: Kind | null): Purpose | null => {
  if (isUnasked(expectation) || mayBeRequested(expectation, kind)) return null
  const { expectedTypes } = expectation
  const wantsAddress = expectedTypes.includes('address_proof') || expectedTypes.includes('utility_bill')
  const provesAddress = kind === null || kinds[kind].proves.includes('address')
  const wantsFunds = expectedTypes.includes('funds_proof') || expectedTypes.includes('bank_statement')
  return wantsAddress && (provesAddress || !wantsFunds) ? 'address' : 'funds'
}

/** Says what to upload instead: "a utility bill, a bank or card statement, …". */
export const wantedInWords = (expectation: Expectation) => {
  const { expectedTypes, moneyFrom } = expectation
  if (moneyFrom === 'gift') return 'the signed gift letter'
  if (moneyFrom === 'elsewhere') return 'documents that show where the money comes from'
  if (expectedTypes.includes('address_proof'))
    return 'a utility bill, a bank or card statement, a council tax bill or a mortgage statement'
  if (expectedTypes.includes('funds_proof'))
    return 'a bank or savings statement, a payslip, a completion statement or a gift letter'
  if (expectedTypes.includes('utility_bill')) return 'a gas, electricity, water or landline bill'
  if (expectedTypes.includes('bank_statement')) return 'a bank or card statement'
  if (expectedTypes.includes('selfie') || expectedTypes.includes('photo')) return 'a photo of your face'
  const [named, ...others] = identities.filter(([type]) => expectedTypes.includes(type))
  if (named && others.length === 0) return named[1]
  return 'your passport, driving licence or identity card'
}

/** The client's address with its postcode, on one line. Null while no address is known. */
export const addressOf = ({ address, postcode }: KnownClient) => {
  if (address === null || address.trim() === '') return null
  const line = address.trim().replace(/\s*\n\s*/g, ', ')
  const squeezed = (text: string) => text.replace(/\s/g, '').toUpperCase()
  if (postcode === null || squeezed(line).includes(squeezed(postcode))) return line
  return `${line}, ${postcode.trim()}`
}
