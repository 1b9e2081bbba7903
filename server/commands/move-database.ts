import { moveDatabase } from '../platform/db/move-database.ts'
import { openLog } from '../platform/diagnostics/log.ts'
import { runCommand } from './command.ts'

await runCommand({
  usage: `Copies the built-in database of a stopped portal to a PostgreSQL of your own (DATABASE_URL), which must be empty.

  DATABASE_URL=postgresql://… npm run database:move

Start the portal with the same DATABASE_URL afterwards. Stored files and keys stay in the data folder.`,
  takesFolder: false,
  options: {},
  run: async ({ config, say }) => {
    const { databaseUrl, dataFolder, logLevel } = config
    if (databaseUrl === null) throw new Error('Set DATABASE_URL to the database that everything goes to.')
    const began = performance.now()
    await moveDatabase({ dataFolder, databaseUrl, log: openLog(process.stderr, logLevel), say })
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    say(`The database was moved in ${seconds} s. Start the portal with this DATABASE_URL from now on.`)
  },
})
