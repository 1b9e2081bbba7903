import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { accounts } from '#contract/accounts.ts'
import { activities } from '#contract/activities.ts'
import { payments } from '#contract/payments.ts'
import { tasks } from '#contract/tasks.ts'
import { withClient } from '#server/platform/postgres/databases.ts'
import { freshDatabase } from '#server/testing/cluster.ts'
import { browserAt, startKillable } from '#server/testing/killable.ts'
import { newPerson } from '#server/testing/portal.ts'

const connection = await freshDatabase()
const dataFolder = mkdtempSync(join(tmpdir(), 'portico-killed-'))
let portal = await startKillable({ connection, dataFolder })
afterAll(async () => {
  await portal.kill()
  rmSync(dataFolder, { recursive: true, force: true })
})

const charges = () =>
  withClient(connection, async (client) => {
    const { rows } = await client.query<{ key: string; status: string }>(
      'select key, status from sandbox_charges',
    )
    return rows
  })

/** When what waits for its time is done. */
const makeJobsDue = (when: string) =>
  withClient(connection, async (client) => {
    await client.query(`update graphile_worker._private_jobs set run_at = ${when} where is_available`)
    await client.query(`update payments set created_at = created_at - interval '1 minute'`)
  })

test('killed between the charge and our commit, the portal finds the one charge and the fees are paid', async () => {
  const ask = browserAt(() => portal.address)
  await ask(accounts.register, newPerson())
  const fees = async () => (await ask(tasks.list, {})).find(({ kind }) => kind === 'payment')
  const due = await fees()
  if (!due) throw new Error('the template asks for no payment')
  const asked = { taskId: due.id, amount: due.amount ?? 0, currency: 'GBP', paymentMethod: 'card' as const }
  const slowly = ask(payments.pay, { ...asked, paymentToken: 'sandbox_slow' }, { 'idempotency-key': 'a' })
  const answer = slowly.then(
    () => 'was acknowledged',
    (error: Error) => error.message,
  )

  await expect.poll(async () => (await charges()).length).toBe(1)
  await portal.kill()
  expect(await answer).toBe('fetch failed')
  // However long the start takes, nothing is due before it was looked at.
  await makeJobsDue("now() + interval '1 hour'")
  portal = await startKillable({ connection, dataFolder })

  expect(await ask(payments.list, {})).toMatchObject([{ status: 'checking' }])
  await expect(ask(payments.pay, asked, { 'idempotency-key': 'b' })).rejects.toMatchObject({
    reason: 'payment_running',
  })
  await makeJobsDue('now()')
  await expect.poll(async () => (await fees())?.status, { interval: 250 }).toBe('completed')
  const [paid, ...others] = await ask(payments.list, {})
  expect(paid).toMatchObject({ status: 'completed', receiptNumber: expect.stringMatching(/000001$/) })
  expect(others).toEqual([])
  expect(await charges()).toEqual([{ key: paid?.id, status: 'paid' }])
  expect(await ask(activities.list, {})).toHaveLength(1)
})
