import { join } from 'node:path'
import { ConnectionSettings } from '#contract/connections.ts'
import type { Config } from '../config.ts'
import { reachDatabase } from '../platform/backup/reach-database.ts'
import type { AddressGuard } from '../platform/connections/address-guard.ts'
import { closedAddresses } from '../platform/connections/closed-address.ts'
import { storageConfigOf } from '../platform/connections/kinds.ts'
import { openSecrets } from '../platform/crypto/secrets.ts'
import { openKeyring } from '../platform/files/keyring.ts'
import { openStorage } from '../platform/ports/storage.ts'
import { withClient } from '../platform/postgres/roles.ts'

type Connection = Parameters<typeof withClient>[0]

/**
 * Adds the bucket that was connected on the page to the settings, if none was set at start, with the guard
 * for what is typed there. Throws if its settings cannot be read with the keys.
 */
export async function withStorage<C extends Pick<Config, 'dataFolder' | 'databaseUrl' | 'storage'>>(
  config: C,
): Promise<C & { guard?: AddressGuard }> {
  if (config.storage !== null) return config
  const sealed = await findSealed(config)
  if (sealed === null) return config
  const protects = { ...(await openStorage(config)), isEmpty: async () => false }
  const keyring = await openKeyring(join(config.dataFolder, 'keys', 'files.json'), { protects })
  const text = openSecrets(keyring).open(sealed, 'connection:files')
  const settings = text === null ? undefined : ConnectionSettings.safeParse(JSON.parse(text)).data
  if (settings?.name !== 'files')
    throw new Error(
      `The settings of the bucket cannot be read with the keys in ${join(config.dataFolder, 'keys')}. Restore them from a backup.`,
    )
  return { ...config, storage: storageConfigOf(settings), guard: closedAddresses }
}

async function findSealed({ databaseUrl, dataFolder }: Pick<Config, 'databaseUrl' | 'dataFolder'>) {
  if (databaseUrl !== null) return sealedIn({ connectionString: databaseUrl })
  const reached = await reachDatabase({ dataFolder })
  try {
    return await sealedIn(reached.superuser)
  } finally {
    await reached.close()
  }
}

/** A database of an earlier version has no such table. */
const sealedIn = (connection: Connection) =>
  withClient(connection, async (client) => {
    const { rows: tables } = await client.query<{ name: string | null }>(
      "select to_regclass('public.connections')::text as name",
    )
    if (tables[0]?.name === null) return null
    const { rows } = await client.query<{ sealed: string | null }>(
      "select sealed_settings as sealed from connections where name = 'files'",
    )
    return rows[0]?.sealed ?? null
  })
