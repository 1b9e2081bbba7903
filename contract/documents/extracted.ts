import { z } from 'zod'
import { day } from '../kit/endpoint.ts'

const text = z.string().optional()

/** What a document says, sorted as it is stored. What was not read is absent. */
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
      /** The last four figures. */
      AccountNumber: text,
      StatementDate: day.optional(),
      PeriodFrom: day.optional(),
      PeriodTo: day.optional(),
      /** In pence. */
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

/** Where only `FirstName` is given and it holds spaces, its first word is the first name and the rest the last. */
export const splitFirstName = ({ FirstName, LastName, ...rest }: PersonalDetails): PersonalDetails => {
  const [first = '', ...others] = (FirstName ?? '').trim().split(/\s+/)
  if (LastName || others.length === 0)
    return { ...rest, ...(FirstName && { FirstName }), ...(LastName && { LastName }) }
  return { ...rest, FirstName: first, LastName: others.join(' ') }
}
