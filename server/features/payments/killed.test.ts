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

test('killed between the charge and our commit, the portal finds the one charge and the fees are paid', {
  timeout: 60_000,
}, async () => {
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

  await expect.poll(async () => (await charges()).length, { timeout: 5000 }).toBe(1)
  await portal.kill()
  expect(await answer).toBe('fetch failed')
  portal = await startKillable({ connection, dataFolder })

  expect(await ask(payments.list, {})).toMatchObject([{ status: 'checking' }])
  // Whichever comes first, the end of its patience or the answer that the restarted portal asked for.
  await expect(ask(payments.pay, asked, { 'idempotency-key': 'b' })).rejects.toMatchObject({
    reason: expect.stringMatching(/^(payment_running|already_paid)$/),
  })
  await expect.poll(async () => (await fees())?.status, { timeout: 40_000, interval: 250 }).toBe('completed')
  const [paid, ...others] = await ask(payments.list, {})
  expect(paid).toMatchObject({ status: 'completed', receiptNumber: expect.stringMatching(/000001$/) })
  expect(others).toEqual([])
  expect(await charges()).toEqual([{ key: paid?.id, status: 'paid' }])
  expect(await ask(activities.list, {})).toHaveLength(1)
})
