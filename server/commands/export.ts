import { join } from 'node:path'
import { reachDatabase } from '../platform/backup/reach-database.ts'
import { openKeyring } from '../platform/files/keyring.ts'
import { openFileStore } from '../platform/files/store.ts'
import { openStorage } from '../platform/ports/storage.ts'
import { runCommand } from './command.ts'
import { exportAll } from './export/export-all.ts'
import { withStorage } from './with-storage.ts'

await runCommand({
  usage: `Writes everything the portal holds in open formats: tables as CSV and JSON Lines, files decrypted.

  npm run export -- FOLDER

  FOLDER  missing or empty; nothing in it will be encrypted`,
  takesFolder: true,
  options: {},
  run: async ({ config, folder, say }) => {
    const { dataFolder, databaseUrl } = config
    const reached = databaseUrl === null ? await reachDatabase(config) : null
    try {
      const storage = await openStorage(await withStorage(config))
      const keyring = await openKeyring(join(dataFolder, 'keys', 'files.json'), { protects: storage })
      await exportAll({
        connection: reached?.superuser ?? { connectionString: databaseUrl ?? '' },
        files: await openFileStore({ storage, keyring }),
        to: folder,
        say,
      })
    } finally {
      await reached?.close()
    }
  },
})
