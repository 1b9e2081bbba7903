import { z } from 'zod'
import { email, User } from '../accounts/accounts.ts'
import { isTimedCode, RecoveryCodes } from '../accounts/second-factor.ts'
import { atMost, command, create } from '../kit/endpoint.ts'
import { FirmFacts } from '../settings.ts'
import { Joining } from './people.ts'

const codeWords = 'Please enter the set-up code that was printed when the portal started'

/** The portal prints this code at start-up until it has been set up. Only its operator can read it. */
const SetupCode = z.string(codeWords).trim().min(1, codeWords).max(60, codeWords)

/** Normalises a code for comparison, regardless of spacing and case. */
export const plainCode = (typed: string) => typed.toUpperCase().replace(/[^0-9A-Z]/g, '')

export const FirstAdministrator = z.strictObject({
  ...Joining.shape,
  email: email('Please enter a valid email'),
})
export type FirstAdministrator = z.infer<typeof FirstAdministrator>

export const FirstFactor = z.strictObject({
  /** The Base32 key from the previous response. */
  key: z.string().regex(/^[A-Z2-7]{32}$/, 'Please start this step again'),
  code: z
    .string('Please enter the code')
    .max(60, atMost('Please enter the 6-digit code'))
    .refine(isTimedCode, 'Please enter the 6-digit code'),
})

export const setup = {
  begin: command('/api/setup/key', {
    input: z.strictObject({
      setupCode: SetupCode,
      firmName: FirmFacts.shape.name,
      username: Joining.shape.username,
    }),
    output: z.strictObject({ otpauthUrl: z.string(), key: z.string() }),
    audience: 'anyone',
    summary: 'A key for the first administrator’s authenticator app; only until the portal is set up',
  }),
  complete: create('/api/setup', {
    input: z.strictObject({
      setupCode: SetupCode,
      firm: FirmFacts,
      administrator: FirstAdministrator.refine(
        ({ password, confirmPassword }) => password === confirmPassword,
        { message: 'Passwords do not match', path: ['confirmPassword'] },
      ),
      factor: FirstFactor,
    }),
    output: RecoveryCodes.extend({ user: User }),
    audience: 'anyone',
    summary: 'Sets the portal up, once: the firm, and its first administrator with two-factor authentication',
  }),
}
