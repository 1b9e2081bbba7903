import { expect } from 'vitest'
import type { JobName } from '#server/platform/jobs/queue.ts'
import type { Portal } from './portal.ts'

/** Waits until the portal has done all that was put off under this name: by the machine's clock it was due. */
export const expectDone = ({ pool }: Pick<Portal, 'pool'>, name: JobName) =>
  expect.poll(async () => (await pool.query(left, [name])).rows).toEqual([])

const left = `
  select attempts, last_error, locked_by is not null as is_held, run_at - now() as due_in
  from graphile_worker.jobs where task_identifier = $1`
