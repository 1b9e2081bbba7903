import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { quiet } from '#server/testing/quiet.ts'
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
    const pool = new pg.Pool(await freshDatabase())
    await migrateJobs(pool)
    const opening = openJobs(pool, {
      tables: [{ scheduled: { run: async () => {}, schedule: '0 25 * * *' } }],
      log: openLog(quiet, 'warn'),
      runsSchedule,
    })
    onTestFinished(async () => {
      await opening.then(
        (jobs) => jobs.close(),
        () => {},
      )
      await pool.end()
    })
    await expect(opening).rejects.toThrow('hours range')
  },
)
