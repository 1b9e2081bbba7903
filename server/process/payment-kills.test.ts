import { join } from 'node:path'
import { expect, test } from 'vitest'
import { activities } from '#contract/activities.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { payments } from '#contract/payments/payments.ts'
import { tasks } from '#contract/tasks.ts'
import { urlOf } from '#server/testing/cluster.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { newClientAt } from './testing/browser.ts'
import { startOpened } from './testing/opened.ts'
import { temporaryFolder } from './testing/portal-process.ts'
import { openRecords } from './testing/records.ts'

const connection = await freshDatabase()
const records = await openRecords(connection)
const environment = {
  DATABASE_URL: urlOf(connection),
  PORTICO_DATA: join(temporaryFolder(), 'data'),
  PORTICO_RATE_LIMIT: 'off',
  PORTICO_DEMO: '0',
}
let portal = await startOpened(environment)
const soon = { interval: 5 }

const chargesOf = (taskId: string) =>
  records.rows<{ status: string }>(
    'select c.status from sandbox_charges c join payments p on p.id::text = c.key where p.task_id = $1',
    [taskId],
  )

/** Restarts the portal with no job due, however long the start takes. */
async function restartAtOnce() {
  // At each full minute the portal asks the processor about payments with an unknown outcome, if it has not done so yet.
  await records.rows(
    "update graphile_worker._private_known_crontabs set last_execution = now() + interval '1 hour'",
  )
  await records.rows("update graphile_worker._private_jobs set run_at = now() + interval '1 hour'")
  portal = await startOpened(environment)
}

/** Runs waiting jobs now, as they would a little later. A job must have been queued already. */
async function letTimePass() {
  await records.rows(
    "update payments set created_at = created_at - interval '1 minute' where status = 'checking'",
  )
  const { length } = await records.rows(
    `update graphile_worker._private_jobs set run_at = now() where is_available returning id`,
  )
  expect(length).toBeGreaterThan(0)
  // The worker looks for due jobs every two seconds, but at once when a job is added.
  await records.rows("select graphile_worker.add_job('eraseOld')")
}

async function openPayer() {
  const client = await newClientAt(() => portal.address)
  const fees = async () => {
    const task = (await client.ask(tasks.list, {})).find(({ kind }) => kind === 'payment')
    if (!task) throw new Error('the template asks for no payment')
    return task
  }
  const { id: taskId, amount } = await fees()
  const input: Input<typeof payments.pay> = {
    taskId,
    amount: amount ?? 0,
    currency: 'GBP',
    paymentMethod: 'card',
  }
  const pay = (key: string, paymentToken = 'sandbox_good') =>
    client.ask(payments.pay, { ...input, paymentToken }, { 'idempotency-key': key })
  return { ...client, taskId, fees, pay }
}
type Payer = Awaited<ReturnType<typeof openPayer>>

/** While the outcome is unknown, the page says so and the same fees cannot be paid a second time. */
async function isBeingChecked({ ask, pay, fees }: Payer) {
  expect(await ask(payments.list, {})).toMatchObject([{ status: 'checking' }])
  expect((await fees()).status).not.toBe('completed')
  await expect(pay('another')).rejects.toMatchObject({ code: 'conflict', reason: 'payment_running' })
}

async function isPaidOnce({ ask, pay, fees, taskId }: Payer) {
  const settled = async () => (await ask(payments.list, {})).map(({ status }) => status)
  await expect.poll(settled, soon).toEqual(['completed'])
  expect((await fees()).status).toBe('completed')
  expect(await chargesOf(taskId)).toEqual([{ status: 'paid' }])
  await expect(pay('third')).rejects.toMatchObject({ reason: 'already_paid' })
}

test('killed between the charge and its answer, the portal finds the one charge, and the fees are paid', async () => {
  const payer = await openPayer()
  const asking = payer.pay('first', 'sandbox_slow').catch((error: Error) => error.message)
  await expect.poll(() => chargesOf(payer.taskId), soon).toEqual([{ status: 'paid' }])
  await portal.end('SIGKILL')
  expect(await asking).toBe('fetch failed')
  await restartAtOnce()

  await isBeingChecked(payer)
  const again = payer.pay('first', 'sandbox_slow')
  await letTimePass()
  // A repeated request gets the outcome of the first one.
  expect(await again).toMatchObject({ status: 'completed' })
  await isPaidOnce(payer)
  const receiptNumber = expect.stringMatching(/000001$/)
  expect(await payer.ask(payments.list, {})).toMatchObject([{ receiptNumber }])
  expect(await payer.ask(activities.list, {})).toHaveLength(1)
})

test('killed after the answer and before our commit, the portal asks again and charges nothing again', async () => {
  const payer = await openPayer()
  const letGo = await records.hold('lock table activities in access exclusive mode')
  const asking = payer.pay('first').catch((error: Error) => error.message)
  await expect.poll(() => records.waiting('insert into "activities"'), soon).toBe(1)
  expect(await chargesOf(payer.taskId)).toEqual([{ status: 'paid' }])
  await portal.end('SIGKILL')
  await letGo()
  expect(await asking).toBe('fetch failed')
  await restartAtOnce()

  await isBeingChecked(payer)
  await letTimePass()
  await isPaidOnce(payer)
})

test('killed before the charge, nothing is charged, and the client may pay again once that is sure', async () => {
  const payer = await openPayer()
  const letGo = await records.hold('lock table sandbox_charges in access exclusive mode')
  const asking = payer.pay('first').catch((error: Error) => error.message)
  await expect.poll(() => records.waiting(), soon).toBe(1)
  await portal.end('SIGKILL')
  // The charge never reaches the processor.
  await records.endWaiting()
  await letGo()
  expect(await asking).toBe('fetch failed')
  await restartAtOnce()

  expect(await chargesOf(payer.taskId)).toEqual([])
  await isBeingChecked(payer)
  const wait = (column: 'created_at' | 'unanswered_at', time: string) =>
    records.rows(
      `update payments set ${column} = ${column} - $2::interval where task_id = $1 and ${column} is not null returning id`,
      [payer.taskId, time],
    )
  await wait('created_at', '5 minutes')
  await letTimePass()
  await expect.poll(() => wait('unanswered_at', '1 minute'), soon).toHaveLength(1)
  await records.rows("select graphile_worker.add_job('settlePayments')")
  const settled = async () => (await payer.ask(payments.list, {})).map(({ status }) => status)
  await expect.poll(settled, soon).toEqual(['failed'])

  expect(await payer.pay('second')).toMatchObject({ status: 'completed' })
  expect(await chargesOf(payer.taskId)).toEqual([{ status: 'paid' }])
})
