import { backUp } from '../platform/backup/backup.ts'
import { openStorage } from '../platform/ports/storage.ts'
import { runCommand } from './command.ts'
import { withStorage } from './with-storage.ts'

await runCommand({
  usage: `Backs the portal up while it runs: database, files and keys.

  npm run backup -- FOLDER [--keys OTHER-FOLDER | --with-keys] [--keep NUMBER] [--check]

  FOLDER       where the backups are kept, one beside the other; each file is copied only once
  --keys       where the keys are copied to: another folder, best on another disk
  --with-keys  copies the keys into the backup itself: whoever has it can read every document
  --keep       removes the oldest backups, so that this many are left
  --check      also reads the files of earlier backups again and compares their hashes`,
  takesFolder: true,
  options: {
    keys: { type: 'string' },
    'with-keys': { type: 'boolean' },
    keep: { type: 'string' },
    check: { type: 'boolean' },
  },
  run: async ({ config, folder, values, path, say }) => {
    const keep = values.keep === undefined ? null : Number(values.keep)
    if (keep !== null && !(Number.isInteger(keep) && keep > 0))
      throw new Error('--keep needs a number above 0.')
    if (values.keys !== undefined && values['with-keys'])
      throw new Error('Choose either --keys or --with-keys.')
    await backUp({
      ...config,
      storage: await openStorage(await withStorage(config)),
      to: folder,
      keys: values.keys === undefined ? null : path(values.keys),
      withKeys: values['with-keys'] ?? false,
      keep,
      checksAll: values.check ?? false,
      now: new Date(),
      say,
    })
  },
})
