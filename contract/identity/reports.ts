import { z } from 'zod'
import { CurrentPassword, UserId } from '../accounts/accounts.ts'
import {
  atMost,
  command,
  create,
  day,
  enteredDay,
  file,
  id,
  instant,
  line,
  read,
  remove,
  replace,
  upload,
} from '../kit/endpoint.ts'
import { removesSecret } from '../secret-removal.ts'

// Reports about a client by a provider of identity checks. A report is the provider's own, with their name and date,
// and not a verification of the portal: it settles no task, and a person of the firm decides what it is worth.

export const ReportId = id('identityReport')
export type ReportId = z.infer<typeof ReportId>

/**
 * `starting`: the provider was asked to start a check and has not responded. `open`: it is waiting for the client.
 * `unknown`: it is not known whether the check was started. `ended`: it ended without a result.
 */
export const ReportStatus = z.enum(['starting', 'open', 'reported', 'ended', 'unknown'])
export type ReportStatus = z.infer<typeof ReportStatus>

export const IdentityReport = z.strictObject({
  id: ReportId,
  status: ReportStatus,
  /** How the report came: a person uploaded it, the provider's system sent it, or the portal requested it. */
  source: z.enum(['uploaded', 'received', 'asked']),
  /** The provider's name in the report: "GBG". */
  provider: z.string(),
  /** The provider's entry in a public register of certified services. Empty if the report names none. */
  registerEntry: z.string(),
  /** The provider's own reference of the check. */
  reference: z.string(),
  /** The level that the report claims, such as "High". Empty if it claims none. */
  level: z.string(),
  /** When the provider did the check. Null if it has not. */
  checkedOn: day.nullable(),
  /** The result in the provider's own words: "Decision: Pass". */
  result: z.string(),
  /** What the provider checked, with the result of each step. */
  steps: z.array(z.strictObject({ name: z.string(), result: z.string() })),
  file: z.strictObject({ name: z.string(), size: z.number().int() }).nullable(),
  /** The provider's page for the client, while it is waiting for them. */
  url: z.string().nullable(),
  /** The person of the firm who uploaded or requested it, or the name of the API key that sent it. */
  by: z.string(),
  at: instant,
})
export type IdentityReport = z.infer<typeof IdentityReport>

const facts = {
  provider: line(120, 'Please enter the name of the provider'),
  registerEntry: line(120),
  reference: line(120, "Please enter the provider's reference"),
  level: line(80),
  checkedOn: enteredDay('Please enter the date of the check'),
  result: line(300, 'Please enter what the report says'),
}

const byId = z.strictObject({ id: UserId, reportId: ReportId })
const ofClient = z.strictObject({ id: UserId })
const reading = { audience: 'firm', action: 'identity.read' } as const
const deciding = { audience: 'firm', action: 'identity.decide' } as const

export const identityReports = {
  ofClient: read('/api/firm/clients/:id/identity-reports', {
    input: ofClient,
    output: z.strictObject({
      reports: z.array(IdentityReport),
      /** The name of the provider that the portal can request a report from. Null if none is set up. */
      canAsk: z.string().nullable(),
    }),
    ...reading,
    summary: "Identity providers' reports about a client: theirs, and no verification of the portal's",
  }),
  add: upload('/api/firm/clients/:id/identity-reports', {
    input: ofClient.extend(facts),
    output: IdentityReport,
    ...deciding,
    summary: "Keeps a provider's report (part `file`, PDF) with what it says",
  }),
  receive: upload('/api/firm/clients/:id/identity-reports/received', {
    input: ofClient.extend(facts),
    output: IdentityReport,
    audience: 'firm',
    action: 'identity.report',
    byKey: true,
    summary:
      "Takes a report from a provider's own system (part `file`, PDF); the same reference is taken once",
  }),
  file: file('/api/firm/clients/:id/identity-reports/:reportId/file', {
    input: byId,
    ...reading,
    summary: 'The report as the provider made it',
  }),
  remove: remove('/api/firm/clients/:id/identity-reports/:reportId', {
    input: byId,
    ...deciding,
    summary: 'Removes a report that was added by mistake',
  }),
  ask: create('/api/firm/clients/:id/identity-reports/asked', {
    input: ofClient,
    output: IdentityReport,
    ...deciding,
    summary: 'Has the provider begin a check of a client; answers the page to send them to',
  }),
  look: command('/api/firm/clients/:id/identity-reports/:reportId/look', {
    input: byId,
    output: IdentityReport,
    ...deciding,
    summary: 'Asks the provider how a check stands',
  }),
}

export const GbgRegion = z.enum(['eu', 'us', 'au'])
export type GbgRegion = z.infer<typeof GbgRegion>

/** The settings of the identity provider as stored, without the secret. */
export const IdentityProviderSettings = z.strictObject({
  /** "GBG". */
  provider: z.string(),
  isOn: z.boolean(),
  /** It was configured at start-up and cannot be changed here. */
  isFixed: z.boolean(),
  /** A demo does not call the provider, because everybody knows its passwords. */
  isDemo: z.boolean(),
  region: GbgRegion,
  clientId: z.string(),
  /** The published journey with its version: `9dcd95…@latest`. */
  journey: z.string(),
  hasSecret: z.boolean(),
})
export type IdentityProviderSettings = z.infer<typeof IdentityProviderSettings>

const managing = { audience: 'firm', action: 'settings.manage' } as const
const most = 300
const typed = (words: string) => z.string().trim().max(most, atMost(words))
/** Leave `clientSecret` out to keep the stored one. */
const connection = {
  region: GbgRegion,
  clientId: typed('Please use at most 300 characters'),
  clientSecret: typed('Please use at most 300 characters').optional(),
  journey: typed('Please use at most 300 characters').regex(
    /^(?:[\w-]+@[\w.-]+)?$/,
    'Please enter the resource ID with its version, such as 9dcd95e0@latest',
  ),
}

export const identityProvider = {
  show: read('/api/firm/identity-provider', {
    output: IdentityProviderSettings,
    ...managing,
    summary: 'Whether the portal can ask a provider for identity reports',
  }),
  save: replace('/api/firm/identity-provider', {
    /** `currentPassword` is needed for every change. */
    input: z.strictObject({ isOn: z.boolean(), ...connection, currentPassword: CurrentPassword }),
    output: IdentityProviderSettings,
    ...managing,
    summary: 'Saves the connection to the provider; its secret is kept encrypted and never shown again',
  }),
  test: command('/api/firm/identity-provider/test', {
    input: z.strictObject(connection),
    output: z.strictObject({ state: z.enum(['good', 'bad', 'unknown']), words: z.string() }),
    ...managing,
    summary: 'Asks the provider for an access token with these settings, without saving them',
  }),
  removeSecret: removesSecret(
    '/api/firm/identity-provider',
    IdentityProviderSettings,
    'the identity provider',
  ),
}
