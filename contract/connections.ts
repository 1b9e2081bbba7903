import { z } from 'zod'
import { email } from './accounts/accounts.ts'
import { confirmingPassword } from './accounts/passwords.ts'
import { atMost, command, instant, line, newInOutput, prose, read, replace } from './kit/endpoint.ts'

declare module './kit/portal.ts' {
  interface Topics {
    connections: true
  }
}

/** The external services that the portal may use. Each has a built-in default. */
export const ConnectionName = z.enum(['mail', 'files', 'scanner', 'timeStamps', 'seal', 'model'])
export type ConnectionName = z.infer<typeof ConnectionName>

/** Leave it out or blank to keep the stored secret. */
const secret = (max = 500) =>
  z
    .string()
    .max(max, atMost(`Please use at most ${max} characters`))
    .optional()

const webAddress = (words: string) =>
  z
    .string()
    .trim()
    .max(500, atMost(words))
    .refine((text) => text === '' || isWebAddress(text), words)
    .refine(
      (text) => !hasLogin(text),
      'Please leave the user name and password out of the address: they have fields of their own',
    )

const WebAddress = z.url({ protocol: /^https?$/ })
const isWebAddress = (text: string) => WebAddress.safeParse(text).success
const hasLogin = (text: string) => /^https?:\/\/[^/?#]*@/i.test(text)

const hostWords = 'Please enter the server’s name or IP address only, such as mail.example.co.uk'
const portWords = 'Please enter a number from 1 to 65535'
const isPort = (text: string) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535

const MailSettings = z.strictObject({
  name: z.literal('mail'),
  host: z
    .string()
    .trim()
    .max(253, atMost(hostWords))
    .regex(/^(?:[\w.-]+|\[[\da-f:]+\])$/i, hostWords),
  port: z.string().trim().max(5, atMost(portWords)).refine(isPort, portWords),
  /** `tls` from the start, `starttls`, or `optional`: TLS if the server offers it. */
  security: z.enum(['tls', 'starttls', 'optional']),
  user: line(200),
  password: secret(),
  from: email('Please enter the email address that emails are sent from'),
})

const prefixWords = 'Please use letters, digits and hyphens, and end with a slash, such as portico/'

const FilesSettings = z.strictObject({
  name: z.literal('files'),
  bucket: z
    .string()
    .trim()
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'Please enter the bucket’s name: 3 to 63 small letters, digits, dots and hyphens',
    ),
  endpoint: webAddress('Please enter an address such as https://s3.example.co.uk'),
  region: line(60, 'Please enter the region, such as eu-west-2'),
  prefix: z
    .string()
    .trim()
    .max(200, atMost(prefixWords))
    .regex(/^(?:[\w-]+(?:\/[\w-]+)*\/)?$/, prefixWords),
  accessKey: line(200),
  secretKey: secret(),
  /** Where new files are stored. Existing files are read from both places either way. */
  newFiles: z.enum(['bucket', 'folder']),
})

const scannerWords = 'Please enter an address such as 127.0.0.1:3310, or a path such as /run/clamav/clamd.ctl'
/** A host and its port, or the path of a Unix socket. */
export const scannerAddress = /^(\/.+|(?:[\w.-]+|\[[\da-f:]+\]):\d{1,5})$/i

const ScannerSettings = z.strictObject({
  name: z.literal('scanner'),
  address: z
    .string()
    .trim()
    .max(250, atMost(scannerWords))
    .regex(scannerAddress, scannerWords)
    .refine((text) => text.startsWith('/') || isPort(text.slice(text.lastIndexOf(':') + 1)), scannerWords),
})

const TimeStampSettings = z.strictObject({
  name: z.literal('timeStamps'),
  url: webAddress('Please enter an address such as https://tsa.example.co.uk/stamp').refine(
    (text) => text !== '',
    'Please enter the authority’s address',
  ),
  user: line(200),
  password: secret(),
  /** Certificates in PEM format. */
  certificates: prose(40_000),
})

const SealSettings = z.strictObject({
  name: z.literal('seal'),
  /** The file (.p12 or .pfx) as base64. */
  certificate: z
    .base64('Please choose the file again')
    .max(80_000, atMost('This file is too large to be a certificate'))
    .optional(),
  password: secret(),
})

const ModelSettings = z.strictObject({
  name: z.literal('model'),
  kind: z.enum(['openai', 'anthropic']),
  url: webAddress('Please enter an address such as http://127.0.0.1:11434/v1'),
  model: line(200, 'Please enter the model’s name'),
  key: secret(),
})

/** What the form of each connection submits. All values are text. */
export const ConnectionSettings = z.discriminatedUnion('name', [
  MailSettings,
  FilesSettings,
  ScannerSettings,
  TimeStampSettings,
  SealSettings,
  ModelSettings,
])
export type ConnectionSettings = z.infer<typeof ConnectionSettings>
export type SettingsOf<N extends ConnectionName> = Extract<ConnectionSettings, { name: N }>

/**
 * The secret fields, and the fields that each is bound to. A stored secret is used only while these are unchanged, so
 * that nobody can have it sent to another server by changing the address beside it.
 */
export const secretsOf: Record<ConnectionName, Record<string, readonly string[]>> = {
  mail: { password: ['host', 'port', 'security', 'user'] },
  files: { secretKey: ['bucket', 'endpoint', 'accessKey'] },
  scanner: {},
  timeStamps: { password: ['url', 'user'] },
  seal: { certificate: [], password: [] },
  model: { key: ['kind', 'url'] },
}

/** `failing`: it is set up, but did not respond when it was last used. */
const ConnectionState = z.enum(['built_in', 'connected', 'failing'])

/** Counting goes no further, since a data folder may hold millions of files. */
export const filesCountedAtMost = 1000

export const ConnectionStanding = z.strictObject({
  name: ConnectionName,
  state: ConnectionState,
  /** It was configured at start-up and cannot be changed here. */
  isFixed: z.boolean(),
  /** Where it connects to, as a few short texts. Empty while the built-in default is used. */
  facts: z.array(z.string()),
  /** The values in the form, without secrets. */
  values: z.record(z.string(), z.string()),
  /** The secrets that are stored. `setAt` is null for one that was configured at start-up. */
  secrets: z.array(z.strictObject({ field: z.string(), setAt: instant.nullable() })),
  /**
   * How many files are still in the data folder while new ones go to a bucket, counted up to `filesCountedAtMost`. Null
   * for every other connection.
   */
  filesLeft: z.number().int().nullable(),
  failingSince: instant.nullable(),
  /** What is wrong and what to do about it, in a sentence. */
  failure: z.string().nullable(),
  /** What the service or the network said, for whoever mends it. */
  failureDetail: newInOutput(z.string().nullable(), null),
  answeredAt: instant.nullable(),
  changedAt: instant.nullable(),
  changedBy: z.string().nullable(),
})
export type ConnectionStanding = z.infer<typeof ConnectionStanding>

export const Connections = z.strictObject({
  /** True for a demo that others can reach: everybody knows its passwords, so nothing can be set or tested. */
  isClosed: z.boolean(),
  connections: z.array(ConnectionStanding),
})
export type Connections = z.infer<typeof Connections>

export const ConnectionCheck = z.strictObject({
  step: z.string(),
  state: z.enum(['good', 'bad', 'unknown']),
  words: z.string(),
})
export type ConnectionCheck = z.infer<typeof ConnectionCheck>

const managing = { audience: 'firm', action: 'settings.manage' } as const
const withPassword = { password: confirmingPassword }

export const connections = {
  list: read('/api/firm/connections', {
    output: Connections,
    ...managing,
    summary: 'What the portal uses beyond its own machine, and how each is; without secrets',
  }),
  save: replace('/api/firm/connections', {
    input: z.strictObject({ settings: ConnectionSettings, ...withPassword }),
    output: Connections,
    ...managing,
    summary:
      'Connects one of them, for all nodes at once; its secrets are kept encrypted and never shown again',
  }),
  test: command('/api/firm/connections/test', {
    input: z.strictObject({
      name: ConnectionName,
      /** The settings to test. If left out, the current settings are tested. */
      settings: ConnectionSettings.optional(),
      /** For the mail server: also send an email to the administrator who runs the test. */
      sendsMail: z.boolean().optional(),
    }),
    output: z.array(ConnectionCheck),
    ...managing,
    summary: 'Tests a connection step by step, without saving it',
  }),
  disconnect: command('/api/firm/connections/disconnect', {
    input: z.strictObject({ name: ConnectionName, ...withPassword }),
    output: Connections,
    ...managing,
    summary: 'Goes back to what is built in, and forgets the settings with their secrets',
  }),
}
