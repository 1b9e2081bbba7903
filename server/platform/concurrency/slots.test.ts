import type pg from 'pg'
import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { payments } from '#contract/payments/payments.ts'
import { tasks } from '#contract/tasks.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()

test("whoever asks very much at once waits for their own, and nobody else's answer waits for it", async () => {
  const [ana, ben] = [await portal.client(), await portal.client()]
  const form = (await ana.ask(tasks.list, {})).find(({ kind }) => kind === 'client_questionnaire')
  const holder = await portal.pool.connect()
  await holder.query('begin')
  await holder.query('select 1 from tasks where id = $1 for update', [form?.id])

  const draft = { formData: {}, step: 1 }
  const flood = Array.from({ length: 40 }, async () =>
    ana.send('PUT', `/api/tasks/${form?.id}/draft`, draft, {}),
  )
  // All the writes that the portal lets one person run at once have started before anyone else sends a request.
  await expect.poll(async () => waitingForRows()).toBeGreaterThan(2)
  expect(await ben.ask(tasks.list, {})).not.toEqual([])

  await holder.query('rollback')
  holder.release()
  expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([200]))
})

test('however much two people read that is slow, nobody else waits for it', async () => {
  const [ana, ben, cleo] = [await portal.client(), await portal.client(), await portal.client()]
  const holder = await portal.pool.connect()
  await holder.query('begin')
  await holder.query('lock table payments in access exclusive mode')

  const flood = [ana, ben].flatMap((person) =>
    Array.from({ length: 20 }, async () => person.send('GET', payments.list.path, undefined, {})),
  )
  try {
    // All the reads that the portal lets them run at once have started before anyone else sends a request.
    await expect.poll(async () => waitingForLocks(holder)).toBeGreaterThan(7)
    expect(await cleo.ask(documents.list, {})).toEqual([])
    expect(await waitingForLocks(holder)).toBeGreaterThan(7)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  await Promise.all(flood)
})

// Asked outside the holder's transaction, which would see the same list of connections again and again.
const waitingForRows = async () => {
  const { rows } = await portal.pool.query(
    `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0].count as number
}

// Copies of one database number their tables alike.
const waitingForLocks = async (db: pg.PoolClient) => {
  const { rows } = await db.query(
    `select count(*)::int from pg_locks where not granted and relation = 'payments'::regclass
     and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows[0].count as number
}
