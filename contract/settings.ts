import { z } from 'zod'
import { email } from './accounts/accounts.ts'
import { atMost, line, prose, read, replace } from './kit/endpoint.ts'

declare module './kit/portal.ts' {
  interface Topics {
    /** What the firm says of itself, on every page. */
    settings: true
  }
}

export const HolidayRegion = z.enum(['england-and-wales', 'scotland', 'northern-ireland'])
export type HolidayRegion = z.infer<typeof HolidayRegion>

/** What everyone may know of the firm; it stands on every page. */
export const Firm = z.strictObject({
  name: z.string(),
  /** "Authorised and regulated by the Solicitors Regulation Authority, SRA number 000000." */
  regulator: z.string(),
  telephone: z.string(),
  hours: z.string(),
  email: z.string(),
  postalAddress: z.string(),
  complaintsTo: z.string(),
  vatNumber: z.string().nullable(),
  /** How soon a client may expect an answer: "within one working day". */
  expectedReply: z.string(),
  /** An IANA zone, such as `Europe/London`. */
  timeZone: z.string(),
  holidays: HolidayRegion,
  isDemo: z.boolean(),
  /** The portal is reached over TLS: only then is "Encrypted in transit" said. */
  isSecure: z.boolean(),
  /** Nobody has set this portal up: every page leads to where that is done. */
  needsSetup: z.boolean(),
  /** What the provider is called by which the firm's people sign in; null where there is none. */
  signOn: z.string().nullable(),
})
export type Firm = z.infer<typeof Firm>

/** A telephone number as it stands in a `tel:` link. */
export const dialled = (telephone: string) => telephone.replace(/[^+\d]/g, '')

/** By area and place: shorter names, such as BST, mean Bangladesh to some readers and nothing to others. */
const isZone = (name: string) => {
  if (!name.includes('/')) return false
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The zones that a firm in the United Kingdom and near it may keep its hours in. */
export const timeZones = ['Europe/London', 'Europe/Dublin', 'Europe/Gibraltar', 'Europe/Jersey'] as const

export const regionWords: Record<HolidayRegion, string> = {
  'england-and-wales': 'England and Wales',
  scotland: 'Scotland',
  'northern-ireland': 'Northern Ireland',
}

const emailWords = 'Please enter a valid email address'

/** What a firm says of itself; it is changed by its administrators. */
export const FirmFacts = z.strictObject({
  name: line(120, "The firm's name is required"),
  regulator: line(300, 'Please say who regulates the firm'),
  telephone: line(40, 'A telephone number is required').refine(
    (number) => number === '' || /\d{4}/.test(number.replace(/\D/g, '')),
    'Please enter a telephone number',
  ),
  hours: line(120, 'Please say when clients can call'),
  email: email(emailWords),
  postalAddress: line(300, "The firm's address is required"),
  complaintsTo: email('Please enter a valid email address for complaints'),
})
export type FirmFacts = z.infer<typeof FirmFacts>

const isFilledIn = (text: string) => !/[[\]]/.test(text)
const bracketed = 'Please replace the words in square brackets: clients will see this exactly as it is'

/** What the client care letter says besides; where one is empty, the letter says that it will be told in writing. */
export const LetterTerms = z.strictObject({
  /** Name and status: "Alex Hartley, solicitor and partner". */
  supervisor: line(160).refine(isFilledIn, bracketed),
  /** How the firm charges, in whole sentences. */
  feesText: prose(1000).refine(isFilledIn, bracketed),
  /** What it expects the work to cost, in whole sentences. */
  estimateText: prose(1000).refine(isFilledIn, bracketed),
})
export type LetterTerms = z.infer<typeof LetterTerms>

/** All that administrators set. */
export const FirmSettings = FirmFacts.extend({
  ...LetterTerms.shape,
  /** Empty where the firm is not registered. */
  vatNumber: line(30),
  expectedReply: line(80, 'Please say when clients can expect a reply'),
  timeZone: z
    .string('Please choose a time zone')
    .max(60, atMost('Please choose a time zone'))
    .refine(isZone, 'Please choose a time zone'),
  holidays: HolidayRegion,
  /** Whether faces are compared at all, for clients who have agreed to it. */
  isFaceComparisonOn: z.boolean(),
  /** Whether clients may sit at computers that others use after them: then no browser keeps a file. */
  isOnSharedComputers: z.boolean(),
})
export type FirmSettings = z.infer<typeof FirmSettings>

/** As they are kept: a portal that was never set up has little of it. */
const KeptSettings = z.strictObject({
  ...Firm.omit({ isDemo: true, isSecure: true, needsSetup: true, signOn: true }).shape,
  vatNumber: z.string(),
  supervisor: z.string(),
  feesText: z.string(),
  estimateText: z.string(),
  isFaceComparisonOn: z.boolean(),
  isOnSharedComputers: z.boolean(),
})
export type KeptSettings = z.infer<typeof KeptSettings>

export const settings = {
  firm: read('/api/firm', {
    output: Firm,
    audience: 'anyone',
    summary: "The firm's name, regulator and telephone number",
  }),
  all: read('/api/firm/settings', {
    output: KeptSettings,
    audience: 'firm',
    action: 'settings.manage',
    summary: 'The settings administrators can change',
  }),
  save: replace('/api/firm/settings', {
    input: FirmSettings,
    output: KeptSettings,
    audience: 'firm',
    action: 'settings.manage',
    summary: "Saves the firm's settings; every open page is updated",
  }),
}
