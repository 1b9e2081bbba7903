import { resolve } from 'node:path'
import { z } from 'zod'
import { scannerAddress } from '#contract/connections.ts'
import { identityEnvironment, identityIn } from './config/identity.ts'
import { isInTheClear, isOwnMachine, keyInTheClear, loopback } from './config/own-machine.ts'
import { paymentEnvironment, paymentsIn } from './config/payments.ts'
import { ownCertificateIn, sealEnvironment, timeStampsIn } from './config/seals.ts'
import { textEnvironment, textsIn } from './config/text-messages.ts'
import { clamdAt } from './providers/antivirus/clamd.ts'

/** Returns whether the port is valid, at most 65535. */
const hasPort = (address: string) => URL.canParse(`http://${address}`)

const flag = z.enum(['0', '1']).transform((text) => text === '1')

const Environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORTICO_DATA: z.string().min(1).default('data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** PostgreSQL itself, if DATABASE_URL leads to a pooler that keeps no sessions (PgBouncer in transaction mode). */
  DATABASE_DIRECT_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** A standby of the database, which the firm's pages read from. */
  DATABASE_READ_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  /** Where to copy the built-in database's log, so that a restore can choose its time. */
  PORTICO_WAL_ARCHIVE: z.string().min(1).optional(),
  PORTICO_DEMO: flag.optional(),
  PORTICO_RATE_LIMIT: z.enum(['on', 'off']).default('on'),
  PORTICO_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The number of proxies in front. Their X-Forwarded-For is trusted. */
  PORTICO_PROXIES: z.coerce.number().int().min(0).max(5).default(0),
  /** A language model besides the built-in assistant: its address, name and key. */
  PORTICO_MODEL_KIND: z.enum(['openai', 'anthropic']).default('openai'),
  PORTICO_MODEL_URL: z.url({ protocol: /^https?$/ }).optional(),
  PORTICO_MODEL: z.string().min(1).optional(),
  PORTICO_MODEL_KEY: z.string().min(1).optional(),
  PORTICO_DEV: flag.default(false),
  /** What to log: only problems, or also one line per request. */
  PORTICO_LOG: z.enum(['warn', 'info']).default('warn'),
  /** Where Prometheus reads the metrics: an internal address, or the portal's own with a key. */
  PORTICO_METRICS: z
    .string()
    .regex(/^(?:[\w.-]+|\[[\da-f:]+\]):\d{1,5}$/i, 'such as 127.0.0.1:9464')
    .refine(hasPort, 'such as 127.0.0.1:9464')
    .optional(),
  PORTICO_METRICS_KEY: z.string().min(16).optional(),
  /** OpenTelemetry's own names. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().transform(headersIn).optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default('portico'),
  /** The mail server. Without it, emails stay in the portal's outbox. */
  PORTICO_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  PORTICO_MAIL_FROM: z.email().optional(),
  /** Allows webhooks to this machine, for trying them out. */
  PORTICO_WEBHOOKS_LOOPBACK: flag.default(false),
  /** The provider that the firm's people sign in with (OpenID Connect). */
  PORTICO_OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  PORTICO_OIDC_CLIENT_ID: z.string().min(1).optional(),
  PORTICO_OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  PORTICO_OIDC_NAME: z.string().min(1).max(40).optional(),
  /** A bucket for stored files, of S3 or a compatible server. Without it, they are kept in the data folder. */
  PORTICO_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'the name of a bucket')
    .optional(),
  PORTICO_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  PORTICO_S3_REGION: z.string().min(1).default('us-east-1'),
  PORTICO_S3_PREFIX: z
    .string()
    .regex(/^[\w-]+(\/[\w-]+)*\/$/, 'such as portico/')
    .optional(),
  PORTICO_S3_ACCESS_KEY: z.string().min(1).optional(),
  PORTICO_S3_SECRET_KEY: z.string().min(1).optional(),
  /** Where new files go while older ones are moved back from a bucket. */
  PORTICO_FILES: z.enum(['disk', 's3']).optional(),
  /** ClamAV's daemon, which scans every upload: `127.0.0.1:3310`, or the path of its socket. */
  PORTICO_CLAMD: z
    .string()
    .regex(scannerAddress, 'such as 127.0.0.1:3310 or /run/clamav/clamd.ctl')
    .refine((address) => address.startsWith('/') || hasPort(address), 'such as 127.0.0.1:3310')
    .optional(),
  ...paymentEnvironment,
  /** The key for Companies House's public data API, and another address of it. */
  PORTICO_COMPANIES_HOUSE_KEY: z.string().min(1).optional(),
  PORTICO_COMPANIES_HOUSE_URL: z.url({ protocol: /^https?$/ }).optional(),
  ...sealEnvironment,
  ...textEnvironment,
  ...identityEnvironment,
  NODE_ENV: z.string().optional(),
})

export type Config = ReturnType<typeof readConfig>

/** Reads every setting once. Throws an error that names each setting that cannot be used. */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(filled)
  if (!parsed.success) throw new Error(complaint(parsed.error))
  const env = parsed.data
  const isProduction = env.NODE_ENV === 'production'
  const isRateLimited = env.PORTICO_RATE_LIMIT === 'on'
  if (isProduction && !isRateLimited) throw new Error('PORTICO_RATE_LIMIT=off is refused in production.')
  if (isProduction && env.PORTICO_WEBHOOKS_LOOPBACK)
    throw new Error('PORTICO_WEBHOOKS_LOOPBACK=1 is refused in production.')
  if (isProduction && env.PORTICO_DEV) throw new Error('PORTICO_DEV=1 is refused in production.')
  if (env.DATABASE_READ_URL !== undefined && env.DATABASE_URL === undefined)
    throw new Error('DATABASE_READ_URL (a standby) needs DATABASE_URL (its primary).')
  if (env.DATABASE_DIRECT_URL !== undefined && env.DATABASE_URL === undefined)
    throw new Error('DATABASE_DIRECT_URL (PostgreSQL itself) needs DATABASE_URL (the pooler in front of it).')
  const url = env.PORTICO_URL === undefined ? null : new URL(env.PORTICO_URL)
  const smtp = smtpOf(env)
  // Everyone knows the demo's passwords, so a portal that others can reach is a demo only on request.
  const isDemo = env.PORTICO_DEMO ?? (!isProduction && loopback.has(env.HOST) && isOwnMachine(url))
  return {
    port: env.PORT,
    host: env.HOST,
    dataFolder: resolve(env.PORTICO_DATA),
    /** A database address that keeps sessions, for listening, locks and migrations. */
    databaseUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL ?? null,
    /** A pooler in front of it that keeps no sessions. Null if there is none. */
    poolerUrl: env.DATABASE_DIRECT_URL === undefined ? null : (env.DATABASE_URL ?? null),
    databaseReadUrl: env.DATABASE_READ_URL ?? null,
    walArchive: env.PORTICO_WAL_ARCHIVE === undefined ? null : resolve(env.PORTICO_WAL_ARCHIVE),
    isDemo,
    /** A demo that others can reach, and whose passwords they know. */
    isPublicDemo: isDemo && !(loopback.has(env.HOST) && isOwnMachine(url)),
    isRateLimited,
    /** The portal's public address. Null means the one each request used. */
    origin: url === null ? null : url.origin,
    /** The address of links in emails. */
    linkOrigin: url?.origin ?? `http://${linkHost(env.HOST)}:${env.PORT}`,
    smtp,
    isSecure: url?.protocol === 'https:',
    proxies: env.PORTICO_PROXIES,
    model: modelIn(env),
    isDevelopment: env.PORTICO_DEV,
    allowsLoopbackWebhooks: env.PORTICO_WEBHOOKS_LOOPBACK,
    signOn: signOnIn(env),
    storage: storageIn(env),
    clamd: clamdIn(env),
    ...paymentsIn(env, { isProduction, isDemo }),
    companiesHouse: companiesHouseIn(env),
    texts: textsIn(env, { isProduction, isDemo }),
    gbg: identityIn(env, { isProduction, isDemo }),
    timeStamps: timeStampsIn(env),
    ownCertificate: ownCertificateIn(env),
    logLevel: env.PORTICO_LOG,
    metrics: metricsIn(env),
    traces: tracesIn(env),
  }
}

/** Null if no metrics are wanted. None are then recorded. */
const metricsIn = ({ PORTICO_METRICS: address, PORTICO_METRICS_KEY: key }: z.output<typeof Environment>) => {
  if (address === undefined && key === undefined) return null
  const at = address === undefined ? null : new URL(`http://${address}`)
  return {
    // A URL has no port if it is its protocol's default.
    address: at && { host: at.hostname.replace(/^\[|\]$/g, ''), port: Number(at.port || 80) },
    key: key ?? null,
  }
}

/** Parses OpenTelemetry's format "name=value, name=value" with percent-encoded values. */
function headersIn(text: string, context: z.RefinementCtx) {
  const pairs = text.split(',').map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return [name.trim(), value.join('=').trim()] as const
  })
  try {
    return Object.fromEntries(
      pairs.filter(([name]) => name !== '').map(([name, value]) => [name, decodeURIComponent(value)]),
    )
  } catch {
    context.addIssue('such as x-key=abc%20def')
    return z.NEVER
  }
}

const tracesIn = (env: z.output<typeof Environment>) => {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers = {} } = env
  if (endpoint === undefined) return null
  return {
    endpoint: endpoint.replace(/\/+$/, ''),
    headers,
    service: env.OTEL_SERVICE_NAME,
  }
}

const smtpOf = ({ PORTICO_SMTP_URL: url, PORTICO_MAIL_FROM: from }: z.infer<typeof Environment>) => {
  if (url === undefined) return null
  if (from === undefined)
    throw new Error('PORTICO_SMTP_URL needs PORTICO_MAIL_FROM: the address emails are sent from.')
  return { url, from }
}

/** Returns a host that a link can lead to. A host that listens everywhere cannot be opened. */
const linkHost = (host: string) => {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Null if no model is named. */
const modelIn = (env: z.output<typeof Environment>) => {
  const { PORTICO_MODEL: model, PORTICO_MODEL_KIND: kind, PORTICO_MODEL_URL: url } = env
  if (model === undefined) return null
  if (kind === 'openai' && url === undefined)
    throw new Error('PORTICO_MODEL needs PORTICO_MODEL_URL, such as http://127.0.0.1:11434/v1.')
  const key = env.PORTICO_MODEL_KEY ?? null
  if (key !== null && url !== undefined && isInTheClear(url))
    throw new Error(`PORTICO_MODEL_URL: ${keyInTheClear}.`)
  return { kind, url: url ?? null, model, key }
}

/** Null if no provider is named. */
const signOnIn = (env: z.output<typeof Environment>) => {
  const { PORTICO_OIDC_ISSUER: issuer, PORTICO_OIDC_CLIENT_ID: clientId } = env
  if (issuer === undefined) return null
  if (clientId === undefined)
    throw new Error('PORTICO_OIDC_ISSUER needs PORTICO_OIDC_CLIENT_ID: how the provider knows this portal.')
  if (isInTheClear(issuer))
    throw new Error(
      'PORTICO_OIDC_ISSUER has to start with https://, as nobody on the way may change its answers.',
    )
  const clientSecret = env.PORTICO_OIDC_CLIENT_SECRET ?? null
  return { issuer, clientId, clientSecret, name: env.PORTICO_OIDC_NAME ?? 'your work account' }
}

/** Null if no scanner is named. */
const clamdIn = ({ PORTICO_CLAMD: address }: z.output<typeof Environment>) =>
  address === undefined ? null : clamdAt(address)

/** Null if no bucket is named. */
const storageIn = (env: z.output<typeof Environment>) => {
  const { PORTICO_S3_BUCKET: bucket, PORTICO_S3_ENDPOINT: endpoint, PORTICO_FILES: newFilesGoTo = 's3' } = env
  if (bucket === undefined) {
    if (env.PORTICO_FILES === 's3') throw new Error('PORTICO_FILES=s3 needs PORTICO_S3_BUCKET.')
    return null
  }
  const [accessKeyId, secretAccessKey] = [env.PORTICO_S3_ACCESS_KEY, env.PORTICO_S3_SECRET_KEY]
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined))
    throw new Error('PORTICO_S3_ACCESS_KEY and PORTICO_S3_SECRET_KEY are needed together.')
  return {
    newFilesGoTo,
    bucket,
    prefix: env.PORTICO_S3_PREFIX ?? '',
    endpoint: endpoint ?? null,
    region: env.PORTICO_S3_REGION,
    credentials:
      accessKeyId === undefined || secretAccessKey === undefined ? null : { accessKeyId, secretAccessKey },
  }
}

const companiesHouseIn = (env: z.output<typeof Environment>) => {
  const { PORTICO_COMPANIES_HOUSE_KEY: key, PORTICO_COMPANIES_HOUSE_URL: url } = env
  if (url !== undefined && isInTheClear(url))
    throw new Error(`PORTICO_COMPANIES_HOUSE_URL: ${keyInTheClear}.`)
  return { key: key ?? null, url: url ?? null }
}

const complaint = ({ issues }: z.ZodError) =>
  `These settings cannot be used: ${issues.map(({ path, message }) => `${path.join('.')} (${message})`).join('; ')}.`
