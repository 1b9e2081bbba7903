import { join } from 'node:path'
import { rotateKeyring } from '../platform/files/keyring.ts'
import { runCommand } from './command.ts'

await runCommand({
  usage: `Makes a new key for the files that are uploaded from now on; the portal need not be stopped.

  npm run keys:rotate`,
  takesFolder: false,
  options: {},
  run: async ({ config, say }) => {
    const path = join(config.dataFolder, 'keys', 'files.json')
    const { newest } = await rotateKeyring(path)
    say(
      `New files are now encrypted with key ${newest.id}. A portal that is running takes it up within a second.`,
    )
    say(
      `Older files keep their keys, which are still needed. Make a new copy of ${path} with your next backup.`,
    )
  },
})
