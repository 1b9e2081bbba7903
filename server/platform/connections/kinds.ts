import { readFile } from 'node:fs/promises'
import type { ConnectionCheck, ConnectionName, SettingsOf } from '#contract/connections.ts'
import { isInTheClear, keyInTheClear, passwordInTheClear } from '#server/config/own-machine.ts'
import type { Config } from '#server/config.ts'
import type { EncryptedStorage } from '../files/encrypted-storage.ts'
import type { LanguageModel, MailSender, OutcomeRecorder, VirusScanner } from '../ports/providers.ts'
import type { TimeStampAuthority } from '../ports/time-stamps.ts'
import type { Signatory } from '../signing/pades/cms.ts'
import type { AddressGuard } from './address-guard.ts'
import { needsEmailToTell } from './fault-words.ts'
import * as tests from './test-connection.ts'

/** The port that each connection provides. */
export interface Connected {
  mail: MailSender & { verify: () => Promise<void> }
  files: EncryptedStorage
  scanner: VirusScanner
  timeStamps: TimeStampAuthority
  seal: Signatory
  model: LanguageModel
}

/** Settings given when the portal starts. */
export type StartSettings = Partial<
  Pick<Config, 'smtp' | 'storage' | 'clamd' | 'timeStamps' | 'ownCertificate' | 'model'>
>

interface Opening {
  /** Notes how the service answers. */
  note: OutcomeRecorder
  /** Null for what is set at start, which may lead anywhere. */
  guard: AddressGuard | null
}

/**
 * Everything about one kind of connection. The page, the environment, the test and the health check are derived from
 * it.
 */
export interface Kind<N extends ConnectionName> {
  /** Returns the settings given at start, or null if there are none. Throws Error with a sentence for the operator. */
  fixed: (config: StartSettings) => Promise<SettingsOf<N> | null>
  /** Returns a sentence for each field that cannot be used as typed. */
  faults: (settings: SettingsOf<N>) => Record<string, string>
  /** Describes where the connection leads, without secrets. */
  facts: (settings: SettingsOf<N>) => Promise<string[]>
  /** @throws Error with a sentence if the settings cannot be used. */
  open: (settings: SettingsOf<N>, opening: Opening) => Promise<Connected[N]>
  test: (settings: SettingsOf<N>, context: tests.TestContext) => Promise<ConnectionCheck[]>
  /** Makes a cheap request to see whether the service responds, unless this cannot tell if `lastFailure` is over. */
  probe?: (opened: Connected[N], lastFailure: string | null) => Promise<unknown>
}

/** Notes whether each call succeeded, and returns or throws its result unchanged. */
const noted =
  <A extends unknown[], T>({ answered, failed }: OutcomeRecorder, call: (...given: A) => Promise<T>) =>
  async (...given: A) => {
    try {
      const answer = await call(...given)
      answered()
      return answer
    } catch (fault) {
      failed(fault)
      throw fault
    }
  }

const mail: Kind<'mail'> = {
  fixed: async ({ smtp = null }) => {
    if (smtp === null) return null
    const { protocol, hostname, port, username, password, searchParams } = new URL(smtp.url)
    const isTls = protocol === 'smtps:'
    return {
      name: 'mail',
      host: hostname,
      port: port || (isTls ? '465' : '587'),
      security: isTls ? 'tls' : searchParams.get('tls') === 'optional' ? 'optional' : 'starttls',
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      from: smtp.from,
    }
  },
  faults: ({ user, password }) => ({
    ...(user !== '' && !password && { password: 'Please enter the password of this user' }),
    ...(user === '' && password && { user: 'Please enter the user name this password belongs to' }),
  }),
  facts: async ({ host, port, from }) => [`${host}, port ${port}`, `From ${from}`],
  open: async (settings, { note, guard }) => {
    const { openSmtp } = await import('#server/providers/mail/smtp.ts')
    const smtp = openSmtp({ url: smtpUrlOf(settings), from: settings.from, note, guard })
    return { ...smtp, verify: noted(note, smtp.verify) }
  },
  test: (settings, context) => tests.testMail(settings, { ...context, url: smtpUrlOf(settings) }),
  probe: async ({ verify }, lastFailure) => {
    if (!needsEmailToTell(lastFailure ?? '')) await verify()
  },
}

/** Returns the settings as one SMTP URL. */
function smtpUrlOf({ host, port, security, user, password = '' }: SettingsOf<'mail'>) {
  const login = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  const protocol = security === 'tls' ? 'smtps' : 'smtp'
  return `${protocol}://${login}${host}:${port}${security === 'optional' ? '/?tls=optional' : ''}`
}

const files: Kind<'files'> = {
  fixed: async ({ storage = null }) =>
    storage && {
      name: 'files',
      bucket: storage.bucket,
      endpoint: storage.endpoint ?? '',
      region: storage.region,
      prefix: storage.prefix,
      accessKey: storage.credentials?.accessKeyId ?? '',
      secretKey: storage.credentials?.secretAccessKey ?? '',
      newFiles: storage.newFilesGoTo === 'disk' ? 'folder' : 'bucket',
    },
  faults: ({ accessKey, secretKey }) => ({
    ...(accessKey !== '' && !secretKey && { secretKey: 'Please enter the secret key of this access key' }),
    ...(accessKey === '' &&
      secretKey && { accessKey: 'Please enter the access key this secret key belongs to' }),
  }),
  facts: async ({ bucket, endpoint, prefix, newFiles }) => [
    `Bucket ${bucket}${prefix === '' ? '' : `, below ${prefix}`}`,
    endpoint === '' ? 'At Amazon S3' : `At ${new URL(endpoint).host}`,
    newFiles === 'bucket' ? 'New files go to the bucket' : 'New files go to the data folder',
  ],
  open: async (settings, { note, guard }) => {
    const { openBucket } = await import('#server/providers/storage/s3.ts')
    const bucket = openBucket(bucketOf(settings), { guard })
    // Not noted, since a missing file is an answer too.
    const { open } = bucket
    return { ...bucket, write: noted(note, bucket.write), keep: noted(note, bucket.keep), open }
  },
  test: (settings, context) => tests.testBucket(bucketOf(settings), context),
  probe: (bucket) => bucket.installation(),
}

const bucketOf = ({ bucket, endpoint, region, prefix, accessKey, secretKey }: SettingsOf<'files'>) => ({
  bucket,
  prefix,
  endpoint: endpoint === '' ? null : endpoint,
  region,
  credentials: accessKey === '' || !secretKey ? null : { accessKeyId: accessKey, secretAccessKey: secretKey },
})

/** Returns the settings as the environment would give them, for commands. */
export const storageConfigOf = (settings: SettingsOf<'files'>): NonNullable<Config['storage']> => ({
  ...bucketOf(settings),
  newFilesGoTo: settings.newFiles === 'folder' ? 'disk' : 's3',
})

const scanner: Kind<'scanner'> = {
  fixed: async ({ clamd = null }) => {
    if (clamd === null) return null
    if ('path' in clamd) return { name: 'scanner', address: clamd.path }
    const host = clamd.host.includes(':') ? `[${clamd.host}]` : clamd.host
    return { name: 'scanner', address: `${host}:${clamd.port}` }
  },
  faults: () => ({}),
  facts: async ({ address }) => [`ClamAV at ${address}`],
  open: async ({ address }, { note, guard }) => {
    const { clamdAt, openClamd } = await import('#server/providers/antivirus/clamd.ts')
    const { scan, version } = openClamd(clamdAt(address), guard)
    return { scan: noted(note, scan), version: noted(note, version) }
  },
  test: ({ address }, { guard }) => tests.testScanner(address, guard),
  probe: ({ version }) => version(),
}

const timeStamps: Kind<'timeStamps'> = {
  fixed: async ({ timeStamps: fixed = null }) =>
    fixed && {
      name: 'timeStamps',
      url: fixed.url,
      user: fixed.login?.user ?? '',
      password: fixed.login?.password ?? '',
      certificates:
        fixed.certificates === null ? '' : await textOf(fixed.certificates, 'PORTICO_TSA_CERTIFICATES'),
    },
  faults: ({ url, user, password, certificates }) => ({
    ...(user !== '' && !password && { password: 'Please enter the password of this user' }),
    ...(user === '' && password && { user: 'Please enter the user name this password belongs to' }),
    ...(password && isInTheClear(url) && { url: passwordInTheClear }),
    ...(certificates === '' &&
      isInTheClear(url) && {
        certificates:
          'Please enter the authority’s certificates: with http:// anyone on the way could change the time',
      }),
  }),
  facts: async ({ url, certificates }) => [
    new URL(url).host,
    certificates === '' ? 'Any certificate is accepted' : 'Only the certificates you entered are accepted',
  ],
  open: async (settings, { note, guard }) => {
    const { openTimeStampAuthority } = await import('#server/providers/time-stamps/authority.ts')
    const authority = openTimeStampAuthority(authorityOf(settings), guard)
    return { ...authority, stamp: noted(note, authority.stamp) }
  },
  test: (settings, context) => tests.testTimeStamps(authorityOf(settings), context),
}

const authorityOf = ({ url, user, password, certificates }: SettingsOf<'timeStamps'>) => ({
  url,
  login: user === '' || !password ? null : { user, password },
  certificates: certificates === '' ? null : certificates,
})

const textOf = (path: string, setting: string, encoding: 'latin1' | 'base64' = 'latin1') =>
  readFile(path, encoding).catch((cause: unknown) => {
    throw new Error(`${setting}: ${path} cannot be read.`, { cause })
  })

const seal: Kind<'seal'> = {
  fixed: async ({ ownCertificate = null }) =>
    ownCertificate && {
      name: 'seal',
      certificate: await textOf(ownCertificate.path, 'PORTICO_SEAL_PKCS12', 'base64'),
      password: ownCertificate.password,
    },
  faults: ({ certificate }) => ({
    ...(!certificate && { certificate: 'Please choose the file with the certificate (.p12 or .pfx)' }),
  }),
  facts: async (settings) => {
    const { certificate } = await signatoryOf(settings)
    const named = (name: string) =>
      (/^CN=(.+)$/m.exec(name) ?? /^O=(.+)$/m.exec(name))?.[1] ?? name.replaceAll('\n', ', ')
    return [
      `Issued to ${named(certificate.subject)} by ${named(certificate.issuer)}`,
      `Valid until ${certificate.validToDate.toISOString().slice(0, 10)}`,
    ]
  },
  open: (settings) => signatoryOf(settings),
  test: async (settings, { now }) => tests.testSeal(() => signatoryOf(settings), now),
}

const signatoryOf = async ({ certificate = '', password = '' }: SettingsOf<'seal'>) =>
  (await import('../signing/pades/pkcs12.ts')).readPkcs12(Buffer.from(certificate, 'base64'), password)

const model: Kind<'model'> = {
  fixed: async ({ model: fixed = null }) =>
    fixed && {
      name: 'model',
      kind: fixed.kind,
      url: fixed.url ?? '',
      model: fixed.model,
      key: fixed.key ?? '',
    },
  faults: ({ kind, url, key }) => ({
    ...(kind === 'openai' && url === '' && { url: 'Please enter the address the model answers at' }),
    ...(kind === 'anthropic' && !key && { key: 'Please enter the API key' }),
    ...(key && url !== '' && isInTheClear(url) && { url: keyInTheClear }),
  }),
  facts: async ({ kind, url, model: name }) => [
    name,
    kind === 'anthropic' && url === '' ? 'At Anthropic' : `At ${new URL(url).host}`,
  ],
  open: async (settings, opening) => {
    const { openModel } = await import('#server/providers/assistant/model.ts')
    return openModel(modelOf(settings), opening)
  },
  test: (settings, { guard }) => tests.testModel(modelOf(settings), guard),
}

const modelOf = ({ kind, url, model: name, key }: SettingsOf<'model'>) => ({
  kind,
  url: url === '' ? null : url,
  model: name,
  key: key || null,
})

const kinds: { [N in ConnectionName]: Kind<N> } = { mail, files, scanner, timeStamps, seal, model }

/** Returns the kind of a connection. The settings passed to it must have the same name. */
export const kindOf = <N extends ConnectionName>(name: N): Kind<N> => kinds[name]
