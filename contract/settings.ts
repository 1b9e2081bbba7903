import { z } from 'zod'
import { email } from './accounts/accounts.ts'
import { atMost, line, newInOutput, prose, read, replace } from './kit/endpoint.ts'
import { telephone } from './kit/telephone.ts'

declare module './kit/portal.ts' {
  interface Topics {
    /** The firm's public details, which every page shows. */
    settings: true
  }
}

const monthsUpTo = (most: number) => {
  const words = `Please enter a number of months from 1 to ${most}`
  return z.number(words).int(words).min(1, words).max(most, words)
}

/** For how many months a check of a person can be reused for another case. The firm sets it. */
export const ReuseLimits = z.strictObject({
  /** After the date on a proof of address. */
  addressMonths: monthsUpTo(12),
  /** After an identity check was completed. */
  identityMonths: monthsUpTo(60),
})
export type ReuseLimits = z.infer<typeof ReuseLimits>

/** The limits before a firm sets its own. */
export const reuseLimits: ReuseLimits = { addressMonths: 3, identityMonths: 24 }

export const HolidayRegion = z.enum(['england-and-wales', 'scotland', 'northern-ireland'])
export type HolidayRegion = z.infer<typeof HolidayRegion>

/** The firm's public details, which every page shows. */
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
  /** How soon a client may expect a reply: "within one working day". */
  expectedReply: z.string(),
  /** An IANA time zone, such as `Europe/London`. */
  timeZone: z.string(),
  holidays: HolidayRegion,
  isDemo: z.boolean(),
  /** The portal is served over TLS. Only then may a page say "Encrypted in transit". */
  isSecure: z.boolean(),
  /** A mail server is connected. Without one, no email leaves the portal. */
  sendsEmail: newInOutput(z.boolean(), true),
  /** The portal has not been set up, so every page leads to the setup page. */
  needsSetup: z.boolean(),
  /** The name of the provider that the firm's people sign in with. Null if there is none. */
  signOn: z.string().nullable(),
})
export type Firm = z.infer<typeof Firm>

/** Accepts only names of area and place: short names are ambiguous, since BST also means Bangladesh Standard Time. */
const isZone = (name: string) => {
  if (!name.includes('/')) return false
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The time zones that a firm in or near the United Kingdom may use. */
export const timeZones = ['Europe/London', 'Europe/Dublin', 'Europe/Gibraltar', 'Europe/Jersey'] as const

export const regionWords: Record<HolidayRegion, string> = {
  'england-and-wales': 'England and Wales',
  scotland: 'Scotland',
  'northern-ireland': 'Northern Ireland',
}

const emailWords = 'Please enter a valid email address'

const numberNeeded = 'A telephone number is required'

/** The firm's own details. Its administrators change them. */
export const FirmFacts = z.strictObject({
  name: line(120, "The firm's name is required"),
  regulator: line(300, 'Please say who regulates the firm'),
  telephone: telephone(numberNeeded),
  hours: line(120, 'Please say when clients can call'),
  email: email(emailWords),
  postalAddress: line(300, "The firm's address is required"),
  complaintsTo: email('Please enter a valid email address for complaints'),
})
export type FirmFacts = z.infer<typeof FirmFacts>

const isFilledIn = (text: string) => !/[[\]]/.test(text)
const bracketed = 'Please replace the words in square brackets: clients will see this exactly as it is'

/**
 * Further terms of the client care letter. If one is empty, the letter says that the client will be told in writing.
 */
export const LetterTerms = z.strictObject({
  /** Name and position: "Alex Hartley, solicitor and partner". */
  supervisor: line(160).refine(isFilledIn, bracketed),
  /** How the firm charges, in full sentences. */
  feesText: prose(1000).refine(isFilledIn, bracketed),
  /** The expected cost of the work, in full sentences. */
  estimateText: prose(1000).refine(isFilledIn, bracketed),
})
export type LetterTerms = z.infer<typeof LetterTerms>

/** Everything that administrators set. */
export const FirmSettings = FirmFacts.extend({
  ...LetterTerms.shape,
  // One that was kept before there were rules stays while the rest is saved, so the server knows which to refuse.
  telephone: line(40, numberNeeded),
  /** Empty if the firm is not registered for VAT. */
  vatNumber: line(30),
  expectedReply: line(80, 'Please say when clients can expect a reply'),
  timeZone: z
    .string('Please choose a time zone')
    .max(60, atMost('Please choose a time zone'))
    .refine(isZone, 'Please choose a time zone'),
  holidays: HolidayRegion,
  /** Whether faces are compared at all, for clients who have agreed to it. */
  isFaceComparisonOn: z.boolean(),
  /** Whether clients may use computers that others use after them. If so, no browser stores a file. */
  isOnSharedComputers: z.boolean(),
  ...ReuseLimits.shape,
})
export type FirmSettings = z.infer<typeof FirmSettings>

/** The settings as stored. A portal that has not been set up has few of them. */
const KeptSettings = z.strictObject({
  ...Firm.omit({ isDemo: true, isSecure: true, sendsEmail: true, needsSetup: true, signOn: true }).shape,
  vatNumber: z.string(),
  supervisor: z.string(),
  feesText: z.string(),
  estimateText: z.string(),
  isFaceComparisonOn: z.boolean(),
  isOnSharedComputers: z.boolean(),
  ...ReuseLimits.shape,
})
export type KeptSettings = z.infer<typeof KeptSettings>

/** As long as any of the settings can be. Some that were kept before there were rules keep none of them. */
const keptText = z.string().max(2000)

/** The settings as a person saw them. */
const SeenSettings = KeptSettings.extend({
  name: keptText,
  regulator: keptText,
  telephone: keptText,
  hours: keptText,
  email: keptText,
  postalAddress: keptText,
  complaintsTo: keptText,
  vatNumber: keptText,
  expectedReply: keptText,
  timeZone: keptText,
  supervisor: keptText,
  feesText: keptText,
  estimateText: keptText,
})

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
    input: FirmSettings.extend({
      /**
       * The settings that the person saw when they began. What they left as it was then stays as it is now. Without it,
       * all settings are replaced.
       */
      basedOn: SeenSettings.optional(),
    }),
    output: KeptSettings,
    audience: 'firm',
    action: 'settings.manage',
    summary: "Saves the firm's settings; every open page is updated",
  }),
}
