import { z } from 'zod'
import { day } from '../kit/endpoint.ts'

const text = z.string().optional()

/** What cards that permit a stay are called. They are sent as identity cards, and are none. */
export const residencePermits = { british: 'biometric residence permit', other: 'residence permit' } as const

/** The data of a document in the form in which it is stored. Values that were not read are absent. */
export const ExtractedData = z.strictObject({
  personalDetails: z
    .strictObject({
      FirstName: text,
      LastName: text,
      BirthDate: day.optional(),
      Sex: text,
      Nationality: text,
    })
    .optional(),
  addressDetails: z
    .strictObject({ AddressFull: text, AddressCity: text, AddressPostCode: text, AddressCountry: text })
    .optional(),
  documentDetails: z
    .strictObject({
      DocumentType: text,
      DocumentNumber: text,
      IssueDate: day.optional(),
      ExpiryDate: day.optional(),
      IssuingState: text,
      Issuer: text,
    })
    .optional(),
  financialDetails: z
    .strictObject({
      AccountName: text,
      SortCode: text,
      /** The last four digits. */
      AccountNumber: text,
      StatementDate: day.optional(),
      PeriodFrom: day.optional(),
      PeriodTo: day.optional(),
      /** In pence, like the amounts below. */
      Balance: z.number().int().optional(),
      Currency: text,
      NetPay: z.number().int().optional(),
      GrossPay: z.number().int().optional(),
      Amount: z.number().int().optional(),
    })
    .optional(),
})
export type ExtractedData = z.infer<typeof ExtractedData>
export type PersonalDetails = NonNullable<ExtractedData['personalDetails']>

/**
 * If only `FirstName` is given and contains spaces, splits it: the first word is the first name, the rest the last
 * name.
 */
export const splitFirstName = ({ FirstName, LastName, ...rest }: PersonalDetails): PersonalDetails => {
  const [first = '', ...others] = (FirstName ?? '').trim().split(/\s+/)
  if (LastName || others.length === 0)
    return { ...rest, ...(FirstName && { FirstName }), ...(LastName && { LastName }) }
  return { ...rest, FirstName: first, LastName: others.join(' ') }
}
