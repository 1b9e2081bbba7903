import { z } from 'zod'
import { command, create, id, instant, line, read } from '../kit/endpoint.ts'
import { User } from './accounts.ts'
import { confirmingPassword, ownPassword } from './passwords.ts'

export const PasskeyId = id('passkey')
export type PasskeyId = z.infer<typeof PasskeyId>

/** The most passkeys that one person may have. */
export const passkeysAtMost = 20
/** How long a device may take to respond to a challenge. */
export const passkeyMinutes = 5

export const Passkey = z.strictObject({
  id: PasskeyId,
  /** The name that its owner gave it. */
  name: z.string(),
  /** A password manager or an account stores it, so it is on other devices too. */
  isSynced: z.boolean(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

const base64url = z
  .string()
  .max(16_000)
  .regex(/^[A-Za-z0-9_-]*$/)
const keyType = z.literal('public-key')
const transports = z.array(z.string().max(30)).max(10)
const known = z.strictObject({ id: base64url, type: keyType, transports: z.array(z.string()) })

/** The options that a device gets to create a passkey (WebAuthn level 3 §5.4, as JSON). */
export const PasskeyCreation = z.strictObject({
  challenge: z.string(),
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.strictObject({ type: keyType, alg: z.number().int() })),
  timeout: z.number().int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(known),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

/** The options that a device gets to sign somebody in (§5.5). The device knows whose passkey it is. */
export const PasskeyRequest = z.strictObject({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int(),
  userVerification: z.literal('required'),
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

const answered = {
  id: base64url,
  rawId: base64url,
  type: keyType,
  authenticatorAttachment: z.string().max(30).nullish(),
  // Extension results are accepted but never read.
  clientExtensionResults: z.unknown().optional(),
}

/** A new passkey that a device created (§5.1, `RegistrationResponseJSON`). */
export const PasskeyRegistration = z.strictObject({
  ...answered,
  response: z.strictObject({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: transports.optional(),
    authenticatorData: base64url.optional(),
    publicKey: base64url.optional(),
    publicKeyAlgorithm: z.number().int().optional(),
  }),
})
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>

/** The response with which a device signs somebody in (`AuthenticationResponseJSON`). */
export const PasskeyAssertion = z.strictObject({
  ...answered,
  response: z.strictObject({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

export const passkeys = {
  list: read('/api/passkeys', {
    output: z.array(Passkey),
    audience: 'member',
    summary: "This person's passkeys, newest first",
  }),
  begin: command('/api/passkeys/begin', {
    input: z.strictObject({
      password: ownPassword(),
    }),
    output: PasskeyCreation,
    audience: 'member',
    summary: 'What a device is asked so that it makes a passkey; needs the password',
  }),
  add: create('/api/passkeys', {
    input: z.strictObject({ name: line(60, 'Please give this passkey a name'), made: PasskeyRegistration }),
    output: Passkey,
    audience: 'member',
    summary: 'Keeps the passkey that a device has made',
  }),
  // Not DELETE, whose input is sent in the address, where a password would be logged.
  remove: command('/api/passkeys/:id/remove', {
    input: z.strictObject({ id: PasskeyId, password: confirmingPassword }),
    output: z.array(Passkey),
    audience: 'member',
    summary:
      'Removes a passkey, which signs nobody in from then on, and says which are left; needs the password',
  }),
  ask: command('/api/login/passkey/begin', {
    output: PasskeyRequest,
    audience: 'anyone',
    summary: 'What a device is asked so that it signs its owner in',
  }),
  signIn: command('/api/login/passkey', {
    input: z.strictObject({ shown: PasskeyAssertion }),
    output: User,
    audience: 'anyone',
    summary: 'Signs in by a passkey, which stands for password and second factor',
  }),
}
