import { z } from 'zod'
import { CurrentPassword, SecondStepAwaited, User, UserId } from './accounts/accounts.ts'
import { atMost, command, id, instant, line, read, remove, replace } from './kit/endpoint.ts'
import { StaffRole } from './kit/rights.ts'
import { removesSecret } from './secret-removal.ts'

export const SignOnLinkId = id('signOnLink')
export type SignOnLinkId = z.infer<typeof SignOnLinkId>

/** How long somebody may take at the provider before they have to start again, in minutes. */
export const signOnMinutes = 10

/** A role that a group can give. An auditor also needs named cases and an end date, which a group cannot give. */
export const GroupRole = StaffRole.exclude(['auditor'])
export type GroupRole = z.infer<typeof GroupRole>

const addressWords = "Please enter the provider's address. It starts with https://"
/** Without TLS, anyone on the network path could sign in as anyone. Plain HTTP is allowed for this machine only. */
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
  /** Leave it out to keep the stored secret. */
  clientSecret: z.string().trim().max(1000, atMost('Please use at most 1000 characters')).optional(),
}

const name = line(40, "Please say what the provider is called, such as 'Microsoft'")
const claimName = line(100, 'Please enter the name of the claim')

/** Who may sign in through the provider, and in which role. */
const rules = {
  isOn: z.boolean(),
  /** Who may join: only people who were invited, or everybody in a group that gives a role. */
  joining: z.enum(['invited', 'groups']),
  groupsClaim: claimName,
  /** Scopes to request besides `openid profile email`, separated by spaces. */
  scopes: line(200),
  groupRoles: z
    .array(
      z.strictObject({
        group: line(200, 'Please enter the group as the provider names it'),
        role: GroupRole,
      }),
    )
    .max(50, atMost('Please use at most 50 groups')),
  /** Treats an email address as verified if the provider does not say whether it is. */
  trustsEmail: z.boolean(),
  /** Accepts the provider's second factor instead of ours. */
  trustsSecondFactor: z.boolean(),
  /** The `acr` values that mean two factors, separated by spaces. `mfa` in `amr` always means two factors. */
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

/** The settings as stored, without the secret. */
export const SignOn = z.strictObject({
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  hasSecret: z.boolean(),
  /** They were configured at start-up: name, address, ID and secret cannot be changed here. */
  isFixed: z.boolean(),
  ...rules,
  groupsClaim: z.string(),
  groupRoles: z.array(z.strictObject({ group: z.string(), role: GroupRole })),
  /** The redirect URL to register at the provider. */
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
    /** Always with `currentPassword`: whoever changes the provider decides who comes in as whom. */
    input: SignOnSettings.extend({ currentPassword: CurrentPassword }),
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
  removeSecret: removesSecret('/api/firm/sign-on', SignOn, 'the sign-in provider'),
  unlink: remove('/api/firm/sign-on/links/:id', {
    input: z.strictObject({ id: SignOnLinkId }),
    ...rights,
    summary: "Disconnects a person's account at the provider, and ends their sessions",
  }),
  begin: command('/api/login/provider/begin', {
    /** The page of the portal that they want to open afterwards. */
    input: z.strictObject({ next: z.string().max(2000).optional() }),
    output: z.strictObject({ url: z.string() }),
    audience: 'anyone',
    summary: "Where the firm's people sign in: an address at their provider",
  }),
  enter: command('/api/login/provider', {
    /** The query string of the provider's redirect. */
    input: z.strictObject({ query: z.string().max(8000) }),
    output: z.strictObject({
      answer: z.union([User, SecondStepAwaited]),
      next: z.string().nullable(),
    }),
    audience: 'anyone',
    summary: 'Signs in by what the provider answered, or asks for the second factor first',
  }),
}
