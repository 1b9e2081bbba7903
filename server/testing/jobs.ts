import { expect } from 'vitest'
import type { JobName } from '#server/platform/jobs/queue.ts'
import type { Portal } from './portal.ts'

/** Waits until the portal has run all jobs of this name that are due by the machine's clock. */
export const expectDone = ({ pool }: Pick<Portal, 'pool'>, name: JobName) =>
  expect.poll(async () => (await pool.query(left, [name])).rows).toEqual([])

/** Waits until the portal has run every job that is due by the machine's clock, so that no row changes by itself. */
export const expectNoneDue = ({ pool }: Pick<Portal, 'pool'>) =>
  expect.poll(async () => (await pool.query(due)).rows).toEqual([])

const due = `
  select task_identifier, attempts, last_error, locked_by is not null as is_held
  from graphile_worker.jobs where run_at <= now() and attempts < max_attempts`

const left = `
  select attempts, last_error, locked_by is not null as is_held, run_at - now() as due_in
  from graphile_worker.jobs where task_identifier = $1`
