import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { matters } from '#contract/matters/matters.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { payments } from '#contract/payments/payments.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { remindClients } from '#server/features/mail/jobs.ts'
import { jobContextOf } from '#server/features/mail/testing.ts'
import { listHeldFees } from '#server/features/matters/service.ts'
import { days } from '#server/platform/time/durations.ts'
import type { Client } from '#server/testing/portal.ts'
import { step } from './shipped/common.ts'
import { openMatters, reading } from './testing/matters.ts'

const { portal, priya, publish } = await openMatters()
const fee = step({
  key: 'fees',
  asks: 'payment',
  title: 'Pay court fees',
  description: '{amount}',
  amount: 27_300,
  account: 'client',
})
const { type } = await publish(fee, reading('terms'))
const words = { title: 'Estate of Ida Lindholm', type, priority: 'medium', description: 'Probate' } as const
const next = { whose: 'firm', nextStep: 'We read the will' } as const

const feesOf = async (client: Client) =>
  (await client.ask(tasks.list, {})).filter(({ title }) => title === fee.title)
const pay = (client: Client, { id, amount }: Pick<Task, 'id' | 'amount'>) =>
  client.ask(payments.pay, {
    taskId: id,
    amount: amount ?? 0,
    currency: 'GBP',
    paymentMethod: 'card',
    paymentToken: 'sandbox_good',
  })

async function openWithFee() {
  const client = await portal.client()
  const { id } = await priya.ask(matters.start, { clientId: client.user.id, ...words, ...next })
  const [due] = await feesOf(client)
  if (!due) throw new Error('The template asks for no fee.')
  return { client, id, due }
}

test('a fee that nobody has paid is not due while its case is closed, and is once the case is reopened', async () => {
  const { client, id, due } = await openWithFee()
  await priya.ask(matters.firmClose, { id })
  expect(await feesOf(client)).toEqual([])
  await expect(pay(client, due)).rejects.toMatchObject({ code: 'conflict', reason: 'case_closed' })
  expect(await client.ask(payments.list, {})).toEqual([])

  await priya.ask(matters.reopen, { id, ...next })
  expect(await feesOf(client)).toMatchObject([{ id: due.id, status: 'pending' }])
  expect(await pay(client, due)).toMatchObject({ status: 'completed' })
})

test('a fee that was paid before its case was closed stays in the list', async () => {
  const { client, id, due } = await openWithFee()
  await pay(client, due)
  await priya.ask(matters.firmClose, { id })
  expect(await feesOf(client)).toMatchObject([{ id: due.id, status: 'completed' }])
})

test('the fee of another open case of the client stays due', async () => {
  const { client, id } = await openWithFee()
  const other = await priya.ask(matters.start, { clientId: client.user.id, ...words, ...next })
  await priya.ask(matters.firmClose, { id })
  const [due, ...more] = await feesOf(client)
  expect(more).toEqual([])
  if (!due) throw new Error('The other case asks for no fee.')
  await priya.ask(matters.firmClose, { id: other.id })
  await expect(pay(client, due)).rejects.toMatchObject({ reason: 'case_closed' })
})

test('nobody is reminded of a fee whose case is closed', async () => {
  const { client, id } = await openWithFee()
  await portal.pool.query('delete from tasks where client_id = $1 and title <> $2', [
    client.user.id,
    fee.title,
  ])
  await priya.ask(matters.firmClose, { id })
  portal.wait(days(1))
  await remindClients(jobContextOf(portal), { matters: { listHeldFees } })
  await client.ask(accounts.login, { username: client.user.username, password: portal.password })
  const titles = (await client.ask(notifications.list, {})).map(({ title }) => title)
  expect(titles.filter((title) => title.endsWith('still open'))).toEqual([])
})
