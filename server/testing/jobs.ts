import { expect } from 'vitest'
import type { JobName } from '#server/platform/jobs/queue.ts'
import type { Portal } from './portal.ts'

/** Waits until the portal has run all jobs of this name that are due by the machine's clock. */
export const expectDone = ({ pool }: Pick<Portal, 'pool'>, name: JobName) =>
  expect.poll(async () => (await pool.query(left, [name])).rows).toEqual([])

const left = `
  select attempts, last_error, locked_by is not null as is_held, run_at - now() as due_in
  from graphile_worker.jobs where task_identifier = $1`
