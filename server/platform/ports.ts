import { join } from 'node:path'
import { type Inspector, openInspector } from '#inspector/inspector.ts'
import type { Config } from '#server/config.ts'
import { openLocalAssistant } from '#server/providers/assistant/local.ts'
import { openLocalIdentity } from '#server/providers/identity/local.ts'
import { openSandbox } from '#server/providers/payments/sandbox.ts'
import type { Assistant } from './assistant.ts'
import type { Database } from './db.ts'
import { openKeyring } from './files/keyring.ts'
import type { FileStore } from './files/port.ts'
import { openFileStore } from './files/store.ts'
import { type Hasher, openHasher } from './hashing.ts'
import type { IdentityProvider } from './identity-provider.ts'
import { type Limits, openLimits } from './limits.ts'
import type { Log } from './log.ts'
import type { PaymentProcessor } from './payment-processor.ts'

/** The doors to everything outside the transaction, each with a built-in default. */
export interface Ports {
  files: FileStore
  inspector: Inspector
  processor: PaymentProcessor
  identity: IdentityProvider
  assistant: Assistant
  hasher: Hasher
  limits: Limits
  isDemo: boolean
  isSecure: boolean
}

type Wanted = Pick<Config, 'dataFolder' | 'isDemo' | 'isSecure' | 'isRateLimited'>

export async function openPorts(
  config: Wanted,
  { database, log }: { database: Database; log: Log },
): Promise<Ports> {
  const directory = join(config.dataFolder, 'files')
  const keyring = await openKeyring(join(config.dataFolder, 'keys', 'files.json'), { protects: directory })
  return {
    files: await openFileStore({ directory, keyring }),
    inspector: openInspector({ log: (facts, sentence) => log.warn(facts, sentence) }),
    processor: openSandbox(database.db),
    identity: openLocalIdentity(database.db),
    assistant: openLocalAssistant(),
    hasher: await openHasher(),
    limits: await openLimits(database.pool, config.isRateLimited),
    isDemo: config.isDemo,
    isSecure: config.isSecure,
  }
}
