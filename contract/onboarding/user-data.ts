import { z } from 'zod'
import { AccountNumber, accountNumberWords, SortCode, sortCodeWords } from '../identity/identity.ts'
import { isPostcode, writePostcode } from '../kit/address.ts'
import { atMost, isPlausibleDay, line, prose } from '../kit/endpoint.ts'

export const BankingDetails = z.strictObject({ sortCode: SortCode, accountNumber: AccountNumber })
export type BankingDetails = z.infer<typeof BankingDetails>

/** Returns the account in a form, or null if it was left blank. */
export const bankIn = ({ sortCode, accountNumber }: Partial<BankingDetails>): BankingDetails | null =>
  sortCode && accountNumber ? { sortCode, accountNumber } : null

/** Writes "12345678" as "1234 5678". */
export const writeAccountNumber = (digits: string) => digits.replace(/^(\d{4})(?=\d)/, '$1 ')

export const countries = [
  'United Kingdom',
  'Ireland',
  'United States',
  'Canada',
  'Australia',
  'Other',
] as const
export const defaultCountry = 'United Kingdom'

const longEnough = (least: number, { required, short }: { required: string; short: string }) =>
  line(120, required).refine((text) => text.length === 0 || [...text].length >= least, short)

const dayWords = 'Please enter a valid date in YYYY-MM-DD format'
const dateOfBirth = z
  .string('Date of birth is required')
  .min(1, 'Date of birth is required')
  .max(40, atMost(dayWords))
  .pipe(z.iso.date(dayWords))

const fields = {
  firstName: longEnough(2, {
    required: 'First name is required',
    short: 'First name must be at least 2 characters long',
  }),
  lastName: longEnough(2, {
    required: 'Last name is required',
    short: 'Last name must be at least 2 characters long',
  }),
  dateOfBirth,
  streetAddress: longEnough(5, {
    required: 'Street address is required',
    short: 'Please enter a complete street address',
  }),
  city: line(80, 'City is required'),
  postalCode: line(12, 'Postal code is required').overwrite(writePostcode),
  country: z.enum(countries, { error: 'Country is required' }),
  /** The name of the client's document, or that it was scanned in a session. */
  selectedIDType: line(80).optional(),
  // A client who skipped the bank details may correct the rest without them.
  sortCode: z.union([z.literal(''), SortCode], sortCodeWords).optional(),
  accountNumber: z.union([z.literal(''), AccountNumber], accountNumberWords).optional(),
  changeDescription: prose(2000).optional(),
}

const postcodeFits = ({
  country,
  postalCode,
}: {
  country?: string | undefined
  postalCode?: string | undefined
}) => postalCode === undefined || (country ?? defaultCountry) !== defaultCountry || isPostcode(postalCode)
const postcodeRule = {
  message: 'Please enter a valid UK postal code',
  path: ['postalCode'],
  when: ({ value }: { value: unknown }) =>
    typeof (value as { postalCode?: unknown } | null)?.postalCode === 'string' &&
    (value as { postalCode: string }).postalCode !== '',
}

/** An account needs both numbers. */
const accountRule = (path: 'sortCode' | 'accountNumber', message: string) => ({
  message,
  path: [path],
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
})

/**
 * The fields of the update form. A UK postcode is required only for a UK address. The bank account needs both numbers
 * or neither.
 */
export const UserData = z
  .strictObject(fields)
  .refine(postcodeFits, postcodeRule)
  .refine(({ sortCode, accountNumber }) => !accountNumber || sortCode, accountRule('sortCode', sortCodeWords))
  .refine(
    ({ sortCode, accountNumber }) => !sortCode || accountNumber,
    accountRule('accountNumber', accountNumberWords),
  )
export type UserData = z.infer<typeof UserData>

/** What a client has entered or shown so far. Any of it may be missing. */
export const KnownData = z.strictObject(fields).partial()
export type KnownData = z.infer<typeof KnownData>

const bornLater = 'Date of birth cannot be in the future'
const bornTooEarly = 'Please check the year: it must be 1900 or later'

/** Returns what is wrong with a date of birth on a given day, such as `2026-11-09`, or null. */
export const birthFault = (dateOfBirth: string, today: string) => {
  if (dateOfBirth > today) return bornLater
  return isPlausibleDay(dateOfBirth) ? null : bornTooEarly
}

const birthRule = (message: string) => ({
  message,
  path: ['dateOfBirth'],
  when: ({ value }: { value: unknown }) =>
    typeof (value as { dateOfBirth?: unknown } | null)?.dateOfBirth === 'string',
})

/** Returns the update form's schema on a given day. */
export const userDataOn = (today: string) =>
  UserData.refine(({ dateOfBirth }) => dateOfBirth <= today, birthRule(bornLater)).refine(
    ({ dateOfBirth }) => birthFault(dateOfBirth, today) !== bornTooEarly,
    birthRule(bornTooEarly),
  )

export const VerificationSource = z.enum(['user_submitted', 'system_collected'])
export type VerificationSource = z.infer<typeof VerificationSource>

/** Errors name the submitted field by its path: `userData.postalCode`. */
export const VerifyUserData = z
  .strictObject({ userData: KnownData, verificationSource: VerificationSource })
  .superRefine(({ userData, verificationSource }, ctx) => {
    if (verificationSource === 'system_collected') return
    for (const issue of UserData.safeParse(userData).error?.issues ?? [])
      ctx.addIssue({ code: 'custom', message: issue.message, path: ['userData', ...issue.path] })
  })

/** A difference between what the client entered and what was read, in a sentence for the client. */
export const Difference = z.strictObject({
  field: z.enum(['name', 'dateOfBirth', 'address', 'postalCode']),
  sentence: z.string(),
})
export type Difference = z.infer<typeof Difference>

export const DataCheck = z.strictObject({
  success: z.boolean(),
  message: z.string(),
  differences: z.array(Difference),
})
export type DataCheck = z.infer<typeof DataCheck>

/** The exact messages of part 2, section 4. */
export const dataWords = {
  collectedVerified: 'Collected data verified',
  submittedVerified: 'User submitted data verified',
  collectedFailed: 'Data verification failed. You can address this on the dashboard.',
  submittedFailed: 'Data verification failed. Please check your information and try again.',
  correct: 'Please correct your information and try again:',
} as const
