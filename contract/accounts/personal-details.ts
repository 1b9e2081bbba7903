import { z } from 'zod'
import { day, newInOutput } from '../kit/endpoint.ts'

/** A detail that may come from a record that was merged into the client's. Their name never does. */
export const MergedDetail = z.enum(['dateOfBirth', 'address'])
export type MergedDetail = z.infer<typeof MergedDetail>

/** The client's details that documents are compared with. */
export const PersonalDetails = z.strictObject({
  fullName: z.string(),
  dateOfBirth: day.nullable(),
  address: z.string().nullable(),
  postalCode: z.string().nullable(),
  /** What the client has only given in a record that was merged into this one. */
  fromMerged: newInOutput(z.array(MergedDetail), []),
})
export type PersonalDetails = z.infer<typeof PersonalDetails>

/** Adds to a detail of a client that it was given in a record that was merged into theirs. */
export const withSource = (
  text: string,
  detail: MergedDetail,
  { fromMerged }: Pick<PersonalDetails, 'fromMerged'>,
) => (fromMerged.includes(detail) ? `${text}\n(from a record merged into this one)` : text)
