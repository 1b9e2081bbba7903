import { z } from 'zod'
import { SecondStepAwaited, User, UserId } from './accounts/accounts.ts'
import { atMost, command, id, instant, line, read, remove, replace } from './kit/endpoint.ts'
import { StaffRole } from './kit/rights.ts'

export const SignOnLinkId = id('signOnLink')
export type SignOnLinkId = z.infer<typeof SignOnLinkId>

/** How long somebody may take at the provider before they have to begin again. */
export const signOnMinutes = 10

/** A role that a group can give: an auditor also needs named clients and a last day, which no group says. */
export const GroupRole = StaffRole.exclude(['auditor'])
export type GroupRole = z.infer<typeof GroupRole>

const addressWords = "Please enter the provider's address. It starts with https://"
/** Without TLS anybody on the way could sign in as anybody: only this very machine is asked without. */
const isPrivateOnItsWay = (address: string) =>
  /^https:\/\/|^http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$)/i.test(address)

const Issuer = z
  .string(addressWords)
  .trim()
  .max(500, atMost('Please use at most 500 characters'))
  .pipe(z.url({ protocol: /^https?$/, error: addressWords }))
  .refine(isPrivateOnItsWay, addressWords)
  .refine((address) => !/[?#@]/.test(address), "Please leave out everything after the provider's path")

const connection = {
  issuer: Issuer,
  clientId: line(300, 'Please enter the client ID'),
  /** Left out, the one that is kept stays. */
  clientSecret: z.string().trim().max(1000, atMost('Please use at most 1000 characters')).optional(),
}

const name = line(40, "Please say what the provider is called, such as 'Microsoft'")
const claimName = line(100, 'Please enter the name of the claim')

/** Who may come in by the provider, and as what. */
const rules = {
  isOn: z.boolean(),
  /** Who may join: those who were invited, or everybody who is in a group with a role. */
  joining: z.enum(['invited', 'groups']),
  groupsClaim: claimName,
  /** What is asked for beside `openid profile email`, between spaces. */
  scopes: line(200),
  groupRoles: z
    .array(
      z.strictObject({
        group: line(200, 'Please enter the group as the provider names it'),
        role: GroupRole,
      }),
    )
    .max(50, atMost('Please use at most 50 groups')),
  /** Addresses of which the provider does not say whether they are verified count as verified. */
  trustsEmail: z.boolean(),
  /** A second factor that the provider asked for stands in place of ours. */
  trustsSecondFactor: z.boolean(),
  /** Which `acr` values are two factors, between spaces; `mfa` among `amr` always is. */
  acrValues: line(300),
}

export const SignOnSettings = z.strictObject({ name, ...connection, ...rules })
export type SignOnSettings = z.infer<typeof SignOnSettings>

export const SignOnLink = z.strictObject({
  id: SignOnLinkId,
  userId: UserId,
  name: z.string(),
  linkedAt: instant,
  lastUsedAt: instant,
})
export type SignOnLink = z.infer<typeof SignOnLink>

/** As it is kept; its secret is never told. */
export const SignOn = z.strictObject({
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  hasSecret: z.boolean(),
  /** Set where the portal was started: name, address, ID and secret cannot be changed here. */
  isFixed: z.boolean(),
  ...rules,
  groupsClaim: z.string(),
  groupRoles: z.array(z.strictObject({ group: z.string(), role: GroupRole })),
  /** What the provider has to be told of this portal. */
  redirectUrl: z.string(),
  signOutUrl: z.string(),
  links: z.array(SignOnLink),
})
export type SignOn = z.infer<typeof SignOn>

export const SignOnCheck = z.strictObject({
  step: z.enum(['address', 'flow', 'keys', 'secret']),
  state: z.enum(['good', 'bad', 'unknown']),
  words: z.string(),
})
export type SignOnCheck = z.infer<typeof SignOnCheck>

const rights = { audience: 'firm', action: 'settings.manage' } as const

export const signOn = {
  show: read('/api/firm/sign-on', {
    output: SignOn,
    ...rights,
    summary: "How the firm's people sign in by a provider of the firm's own (OpenID Connect)",
  }),
  save: replace('/api/firm/sign-on', {
    input: SignOnSettings,
    output: SignOn,
    ...rights,
    summary: 'Saves the provider and its rules; the secret is kept encrypted and never shown again',
  }),
  test: command('/api/firm/sign-on/test', {
    input: z.strictObject(connection),
    output: z.array(SignOnCheck),
    ...rights,
    summary: 'Tests a provider without saving it',
  }),
  unlink: remove('/api/firm/sign-on/links/:id', {
    input: z.strictObject({ id: SignOnLinkId }),
    ...rights,
    summary: "Disconnects a person's account at the provider, and ends their sessions",
  }),
  begin: command('/api/login/provider/begin', {
    /** Where in the portal they want to be afterwards. */
    input: z.strictObject({ next: z.string().max(2000).optional() }),
    output: z.strictObject({ url: z.string() }),
    audience: 'anyone',
    summary: "Where the firm's people sign in: an address at their provider",
  }),
  enter: command('/api/login/provider', {
    /** The query that the provider sent the browser back with. */
    input: z.strictObject({ query: z.string().max(8000) }),
    output: z.strictObject({
      answer: z.union([User, SecondStepAwaited]),
      next: z.string().nullable(),
    }),
    audience: 'anyone',
    summary: 'Signs in by what the provider answered, or asks for the second factor first',
  }),
}
