import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { quiet } from '#server/testing/quiet.ts'
import { openDatabase } from '../db/database.ts'
import { openLog } from '../diagnostics/log.ts'
import { migrateJobs, openJobs } from './queue.ts'

declare module './queue.ts' {
  interface JobPayloads {
    scheduled: Record<string, never>
  }
}

test.each([true, false])(
  'a schedule with a mistake ends the start (schedules run: %s)',
  async (runsSchedule) => {
    const log = openLog(quiet, 'warn')
    const database = openDatabase(await freshDatabase(), { log })
    await migrateJobs(database.sessions)
    const opening = openJobs(database.sessions, {
      tables: [{ scheduled: { run: async () => {}, schedule: '0 25 * * *' } }],
      log,
      runsSchedule,
    })
    onTestFinished(async () => {
      await opening.then(
        (jobs) => jobs.close(),
        () => {},
      )
      // Waits for its connections, which dropping the database would cut off.
      await database.close()
    })
    await expect(opening).rejects.toThrow('hours range')
  },
)
