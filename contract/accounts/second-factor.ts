import { z } from 'zod'
import { atMost, command, read } from '../kit/endpoint.ts'
import { CurrentPassword, User, UserId } from './accounts.ts'
import { ownPassword } from './passwords.ts'

/** How long the user has to enter the code after the password, in minutes. */
export const secondStepMinutes = 5
export const recoveryCodeCount = 10
/** A user who signed in longer ago has to enter the password to turn two-factor authentication on. */
export const freshSignInMinutes = 10

const codeWords = 'Please enter the code'

/** What a user types: the six digits of their app or a recovery code, with any spacing. */
const Code = z.string(codeWords).trim().min(1, codeWords).max(60, atMost('This code is too long'))

const sixDigits = 'Please enter the 6-digit code'

/** Removes spaces and hyphens, because apps show the digits in two groups. */
export const digitsOf = (typed: string) => typed.replace(/[\s-]/g, '')
export const isTimedCode = (typed: string) => /^\d{6}$/.test(digitsOf(typed))

export const TwoFactor = z.strictObject({
  isEnabled: z.boolean(),
  /** How many recovery codes are left. */
  codesLeft: z.number().int(),
})
export type TwoFactor = z.infer<typeof TwoFactor>

/** What an authenticator app needs: a URL to show as a QR code, and a key to type. */
export const Enrolment = z.strictObject({
  enable: z.literal(true),
  pending: z.literal(true),
  otpauthUrl: z.string(),
  /** In Base32, without spaces. */
  key: z.string(),
})
export type Enrolment = z.infer<typeof Enrolment>

/** Each code signs in once without the app. Only this response contains them. */
export const RecoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

export const secondFactor = {
  show: read('/api/enable-2fa', {
    output: TwoFactor,
    audience: 'member',
    withoutSecondFactor: true,
    summary: 'Whether two-factor authentication is on, and how many recovery codes are left',
  }),
  enable: command('/api/enable-2fa', {
    input: z.strictObject({ enable: z.literal(true).optional(), password: CurrentPassword }),
    output: z.union([Enrolment, z.strictObject({ enable: z.literal(false) })]),
    audience: 'member',
    withoutSecondFactor: true,
    summary:
      'Without a password begins to turn two-factor authentication on, or asks for it by 403 `reauth_required`; with it, turns it off, or on where `enable` says so',
  }),
  confirm: command('/api/enable-2fa/confirm', {
    input: z.strictObject({ code: Code.refine(isTimedCode, sixDigits) }),
    output: RecoveryCodes,
    audience: 'member',
    withoutSecondFactor: true,
    summary: 'Turns two-factor authentication on by a first code; answers the recovery codes',
  }),
  renewCodes: command('/api/enable-2fa/recovery-codes', {
    input: z.strictObject({ password: ownPassword() }),
    output: RecoveryCodes,
    audience: 'member',
    summary: 'Makes new recovery codes; the old ones stop working',
  }),
  signIn: command('/api/login/two-factor', {
    input: z.strictObject({ code: Code }),
    output: User,
    audience: 'anyone',
    summary: 'The second step of signing in: a code from the app, or a recovery code',
  }),
  showOf: read('/api/firm/accounts/:id/two-factor', {
    input: z.strictObject({ id: UserId }),
    output: z.strictObject({ isEnabled: z.boolean() }),
    audience: 'firm',
    action: 'second_factor.end',
    summary: 'Whether two-factor authentication is on for a person',
  }),
  endFor: command('/api/firm/accounts/:id/end-two-factor', {
    input: z.strictObject({ id: UserId, password: ownPassword() }),
    output: z.strictObject({ isEnabled: z.literal(false) }),
    audience: 'firm',
    action: 'second_factor.end',
    summary: "Turns it off for a person who has lost their app and codes; needs the administrator's password",
  }),
}
