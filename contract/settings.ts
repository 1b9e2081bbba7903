import { z } from 'zod'
import { read } from './kit.ts'

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
})
export type Firm = z.infer<typeof Firm>

export const settings = {
  firm: read('/api/firm', {
    output: Firm,
    audience: 'anyone',
    summary: 'Name, regulator and telephone of the firm',
  }),
}
