import { join } from 'node:path'
import { type Inspector, openInspector } from '#inspector/inspector.ts'
import type { Config } from '#server/config.ts'
import { companiesHouseUrl, openCompaniesHouse } from '#server/providers/company-register/companies-house.ts'
import { openGbg } from '#server/providers/identity/gbg.ts'
import { openLocalIdentity } from '#server/providers/identity/local.ts'
import { openGoCardless } from '#server/providers/payments/gocardless.ts'
import { openSandbox } from '#server/providers/payments/sandbox.ts'
import { openStripe } from '#server/providers/payments/stripe.ts'
import { openSignOnClient } from '#server/providers/sign-on/oidc.ts'
import { openTwilio, twilioUrl } from '#server/providers/text-messages/twilio.ts'
import { openWebhookSender } from '#server/providers/webhooks/http.ts'
import { closedAddresses } from '../connections/closed-address.ts'
import { type Connections, openConnections } from '../connections/connections.ts'
import { type Hasher, openHasher, openSecrets, type Secrets } from '../crypto/secrets.ts'
import type { Database } from '../db/database.ts'
import type { Log } from '../diagnostics/log.ts'
import { openKeyring } from '../files/keyring.ts'
import type { FileStore } from '../files/port.ts'
import { openFileStore } from '../files/store.ts'
import { type Limits, openLimits } from '../http/limits.ts'
import { type Drawing, openDrawing } from '../pdf/draw-pages.ts'
import { openSealer, type Sealer } from '../signing/sealer.ts'
import type { CompanyRegister } from './company-register.ts'
import type { HostedProviders } from './hosted-payments.ts'
import type { IdentityChecker } from './identity-reports.ts'
import {
  type IdentityProvider,
  type LanguageModel,
  type MailSender,
  openOutbox,
  type PaymentProcessor,
  type SignOnClient,
  type VirusScanner,
  type WebhookSender,
} from './providers.ts'
import { liveStorage, protectedStorage } from './storage.ts'
import type { TextSender } from './text-messages.ts'

/** Returns what the operator should fix, in sentences without a path, since anyone may read the health. */
export const listWarnings = async (ports: Pick<Ports, 'sealer' | 'antivirus' | 'connections'>) => {
  const [sealing, isScanning, failing] = await Promise.all([
    ports.sealer.warning(),
    isScannerThere(ports),
    ports.connections.warnings(),
  ])
  return [
    ...(sealing === null ? [] : [sealing]),
    ...(isScanning
      ? []
      : [
          "The virus scanner doesn't answer, so new documents wait until it does and nobody can open them. Check that clamd is running.",
        ]),
    ...failing,
  ]
}

/**
 * Asks the scanner itself, since documents wait for it. Returns true if its settings cannot be read, which has a
 * warning of its own.
 */
const isScannerThere = async (ports: Pick<Ports, 'antivirus'>) => {
  try {
    const { antivirus } = ports
    return await (antivirus?.version().then(
      () => true,
      () => false,
    ) ?? true)
  } catch {
    return true
  }
}

/** Everything outside the transaction, each with a built-in default. */
export interface Ports {
  files: FileStore
  inspector: Inspector
  processor: PaymentProcessor
  /** Replace the sandbox once the firm has switched them on. */
  hosted: HostedProviders
  identity: IdentityProvider
  /** Null if the firm has set none up. The built-in assistant then answers alone. */
  readonly model: LanguageModel | null
  readonly mail: MailSender
  /** Null if the firm has set none up. Uploads are then checked only by the inspector. */
  readonly antivirus: VirusScanner | null
  /** The current settings of the three above, the bucket and the seals. Read whenever one is needed. */
  connections: Connections
  webhooks: WebhookSender
  signOn: SignOnClient
  companyRegister: CompanyRegister
  /** Sends nothing until the firm has set it up. */
  texts: TextSender
  /** Requests nothing until the firm has set it up. People then upload reports. */
  identityReports: IdentityChecker
  hasher: Hasher
  secrets: Secrets
  sealer: Sealer
  drawing: Drawing
  limits: Limits
  /** The portal's address for links in emails and the like: `https://portal.example.co.uk`. */
  origin: string
  isDemo: boolean
  /** A demo that outsiders can reach, with passwords that everyone knows. */
  isPublicDemo: boolean
  isSecure: boolean
}

type Wanted = Pick<Config, 'dataFolder' | 'isDemo' | 'isSecure' | 'isRateLimited' | 'linkOrigin' | 'smtp'> &
  Partial<
    Pick<
      Config,
      | 'model'
      | 'allowsLoopbackWebhooks'
      | 'signOn'
      | 'storage'
      | 'clamd'
      | 'stripe'
      | 'gocardless'
      | 'companiesHouse'
      | 'texts'
      | 'gbg'
      | 'timeStamps'
      | 'ownCertificate'
      | 'isPublicDemo'
      | 'isDevelopment'
    >
  >

export async function openPorts(
  config: Wanted,
  { database, log, hasher = openHasher() }: { database: Database; log: Log; hasher?: Promise<Hasher> },
): Promise<Ports> {
  const protects = await protectedStorage(config, database.db)
  const keyring = await openKeyring(join(config.dataFolder, 'keys', 'files.json'), { protects })
  const secrets = openSecrets(keyring)
  const connections = await openConnections({ config, database, secrets, log })
  const storage = liveStorage(config, connections)
  const outbox = openOutbox()
  return {
    get model() {
      return connections.use('model')
    },
    get mail() {
      return connections.use('mail') ?? outbox
    },
    get antivirus() {
      return connections.use('scanner')
    },
    connections,
    files: await openFileStore({ storage, keyring }),
    inspector: openInspector({
      log: (facts, sentence) => log.warn(facts, sentence),
      isDevelopment: config.isDevelopment ?? false,
    }),
    processor: openSandbox(database.db),
    hosted: {
      stripe: openStripe(config.stripe ?? { connection: null, apiBase: null }),
      gocardless: openGoCardless(config.gocardless ?? { connection: null, apiBase: null }),
    },
    identity: openLocalIdentity(database.db, secrets),
    webhooks: openWebhookSender({ isLoopbackAllowed: config.allowsLoopbackWebhooks ?? false }),
    signOn: openSignOnClient({
      fixed: config.signOn ?? null,
      guard: config.signOn ? null : closedAddresses,
    }),
    companyRegister: openCompaniesHouse({
      address: config.companiesHouse?.url ?? companiesHouseUrl,
      fixedKey: config.companiesHouse?.key ?? null,
    }),
    texts: openTwilio({ address: config.texts?.url ?? twilioUrl, fixed: config.texts?.connection ?? null }),
    identityReports: openGbg({ fixed: config.gbg?.connection ?? null, base: config.gbg?.url ?? null }),
    hasher: await hasher,
    secrets,
    sealer: openSealer({
      path: join(config.dataFolder, 'keys', 'seal.json'),
      own: () => connections.use('seal'),
      authority: () => connections.use('timeStamps'),
      log: (facts, sentence) => log.warn(facts, sentence),
    }),
    drawing: openDrawing({ log: (facts, sentence) => log.warn(facts, sentence) }),
    limits: await openLimits(database.pool, config.isRateLimited),
    origin: config.linkOrigin,
    isDemo: config.isDemo,
    isPublicDemo: config.isPublicDemo ?? false,
    isSecure: config.isSecure,
  }
}
