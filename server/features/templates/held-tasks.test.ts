import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { bulk } from '#contract/firm/bulk.ts'
import { firm } from '#contract/firm/firm.ts'
import { lists } from '#contract/firm/lists.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { home } from '#contract/home/home.ts'
import { matters } from '#contract/matters/matters.ts'
import { taskSteps } from '#contract/matters/next-action.ts'
import { everythingOn, notifications } from '#contract/notifications/notifications.ts'
import { payments } from '#contract/payments/payments.ts'
import { queue } from '#contract/queue.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { openItems } from '#server/features/home/testing/queue-items.ts'
import { remindClients, sendDigests } from '#server/features/mail/jobs.ts'
import { jobContextOf, newsTo } from '#server/features/mail/testing.ts'
import { lookUp, madeBy, openBank } from '#server/features/payments/testing.ts'
import { days } from '#server/platform/time/durations.ts'
import type { Client } from '#server/testing/portal.ts'
import { step } from './shipped/common.ts'
import { openMatters, reading } from './testing/matters.ts'

const { bank, processor } = openBank()
const { portal, priya, publish, join } = await openMatters({ ports: { processor } })
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
  })

async function openWithFee() {
  const client = await portal.client()
  return { client, ...(await startWithFee(client)) }
}

async function startWithFee(client: Client) {
  const { id } = await priya.ask(matters.start, { clientId: client.user.id, ...words, ...next })
  const [due] = await feesOf(client)
  if (!due) throw new Error('The template asks for no fee.')
  return { id, due }
}

/** Does everything else that the client is asked for. */
const leaveOnly = (client: Client, titles: readonly string[]) =>
  portal.pool.query(
    "update tasks set status = 'completed', reason = null where client_id = $1 and title <> all($2)",
    [client.user.id, titles],
  )
const leaveOnlyFees = (client: Client) => leaveOnly(client, [fee.title])

/** Pays, while the bank takes the money and its response is lost. */
async function payUnanswered(client: Client, due: Task) {
  Object.assign(bank, { mood: 'loses its answer', canFind: false })
  const payment = await pay(client, due)
  Object.assign(bank, { mood: 'answers', canFind: true })
  return payment
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

test("the firm's lists, counts and home leave out a fee whose case is closed, as the client's own list does", async () => {
  const { client, id, due } = await openWithFee()
  await leaveOnlyFees(client)
  await portal.pool.query("update tasks set due_on = '2026-11-01' where id = $1", [due.id])
  const { email } = client.user
  const listedAs = async () => {
    const found: string[] = []
    for (const standing of ['to_do', 'overdue', 'done'] as const)
      if ((await priya.ask(lists.clients, { search: email, standing })).rows.length > 0) found.push(standing)
    return found
  }
  const countsOf = async () => [
    (await priya.ask(lists.clients, { search: email })).rows[0]?.tasks,
    (await priya.ask(firm.clients, { search: email })).clients[0]?.tasks,
  ]
  const isOverdueAtHome = async () =>
    (await priya.ask(home.show, {}))
      .find(({ kind }) => kind === 'overdue_tasks')
      ?.oldest.some((item) => item.id === due.id)
  const own = await client.ask(tasks.list, {})
  const open = { completed: own.length - 1, total: own.length }
  expect([await listedAs(), await isOverdueAtHome()]).toEqual([['to_do', 'overdue'], true])
  expect(await countsOf()).toEqual([open, open])

  await priya.ask(matters.firmClose, { id })
  const held = { completed: own.length - 1, total: own.length - 1 }
  expect(await client.ask(tasks.list, {})).toHaveLength(held.total)
  expect([await listedAs(), await isOverdueAtHome()]).toEqual([['done'], false])
  expect(await countsOf()).toEqual([held, held])
  const shown = (await priya.ask(firm.client, { id: client.user.id })).tasks
  expect(shown.filter(({ isHeld }) => isHeld).map((task) => task.id)).toEqual([due.id])

  await priya.ask(matters.reopen, { id, ...next })
  expect([await listedAs(), await countsOf()]).toEqual([['to_do'], [open, open]])
  await payUnanswered(client, due)
  await priya.ask(matters.firmClose, { id })
  expect([await listedAs(), await countsOf()]).toEqual([['to_do'], [open, open]])
})

test('a fee that was paid before its case was closed stays in the list', async () => {
  const { client, id, due } = await openWithFee()
  await pay(client, due)
  await priya.ask(matters.firmClose, { id })
  expect(await feesOf(client)).toMatchObject([{ id: due.id, status: 'completed' }])
  expect((await priya.ask(notifications.list, {})).map(({ title }) => title)).not.toContain(
    'A payment came after its case was closed',
  )
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

test('a fee whose payment is under way when its case is closed stays in the list, and is then paid', async () => {
  const { client, id, due } = await openWithFee()
  expect(await payUnanswered(client, due)).toMatchObject({ status: 'checking' })
  await priya.ask(matters.firmClose, { id })
  expect(await feesOf(client)).toMatchObject([{ id: due.id, status: 'pending' }])
  await lookUp(portal)
  await expect.poll(() => feesOf(client)).toMatchObject([{ id: due.id, status: 'completed' }])
  const late = (await priya.ask(notifications.list, {})).filter(
    ({ title, link }) =>
      title === 'A payment came after its case was closed' && link === `/firm/cases?case=${id}`,
  )
  expect(late).toHaveLength(1)
  expect(late[0]?.body).toMatch(/^£273\.00 from Amara Okafor: .* Please pay it back, or reopen the case\.$/)
})

test('a fee that two clients share stays in the list of both while one of them is paying it', async () => {
  const { client, id, due } = await openWithFee()
  const ben = await portal.client()
  await join(id, ben, 'joint_client')
  expect(await feesOf(ben)).toMatchObject([{ isShared: true }])
  await payUnanswered(client, due)
  await priya.ask(matters.firmClose, { id })
  expect(await feesOf(ben)).toMatchObject([{ status: 'pending' }])
})

test('a fee whose payment fails after its case was closed is not due any more', async () => {
  const { client, id, due } = await openWithFee()
  const { id: key } = await payUnanswered(client, due)
  bank.charged.set(key, { status: 'declined', reason: 'Your bank declined this card.' })
  await priya.ask(matters.firmClose, { id })
  await lookUp(portal)
  await expect.poll(() => madeBy(client)).toMatchObject([{ status: 'declined' }])
  expect(await feesOf(client)).toEqual([])
})

test('once the only thing left is what a closed case has on hold, an open case goes on to the firm', async () => {
  const { client, id } = await openWithFee()
  const step = { whose: 'client', nextStep: taskSteps.finish } as const
  const other = await priya.ask(matters.start, { clientId: client.user.id, ...words, type: 'Other', ...step })
  await leaveOnly(client, [fee.title, 'Read terms'])
  await priya.ask(matters.firmClose, { id })
  const move = async () => (await priya.ask(matters.firmOne, { id: other.id })).move
  await expect.poll(move).toMatchObject({ whose: 'firm', nextStep: taskSteps.review })
})

test('an item that waits until all tasks are done returns once a closed case has on hold what is left', async () => {
  const { client, item } = await openItems(portal, priya).withItem('document')
  const { id } = await startWithFee(client)
  await leaveOnly(client, [fee.title, 'Read terms'])
  await priya.ask(queue.snooze, { ...item, returnsWhen: 'tasks_done' })
  const isWaiting = async () =>
    (await priya.ask(queue.list, { state: 'waiting' })).items.some((listed) => listed.id === item.id)
  expect(await isWaiting()).toBe(false)
  await priya.ask(matters.firmClose, { id })
  expect(await isWaiting()).toBe(true)
})

test('the firm’s own reminder leaves out what a closed case has on hold', async () => {
  const { client, id } = await openWithFee()
  await leaveOnly(client, [fee.title, 'Read terms'])
  await priya.ask(matters.firmClose, { id })
  const { refused } = await priya.ask(bulk.remindClients, { ids: [client.user.id], isPreview: false })
  expect(refused).toMatchObject([{ reason: 'Has nothing left to do.' }])
})

test('a client who closes their own case reads what that puts on hold, and the firm is told of it', async () => {
  const { client, id } = await openWithFee()
  expect(await client.ask(matters.closing, { id })).toMatchObject({ held: [fee.title, 'Read terms'] })
  await client.ask(matters.close, { id })
  expect(await bodyOfClosing(id)).toContain(`“${fee.title}” and “Read terms” aren’t done, and are on hold`)
  expect(await client.ask(matters.closing, { id })).toMatchObject({ held: [fee.title, 'Read terms'] })
})

test('a fee that another open case asks for too, or that is being paid, can still be paid after closing', async () => {
  const { client, id, due } = await openWithFee()
  const other = await priya.ask(matters.start, { clientId: client.user.id, ...words, ...next })
  await portal.pool.query("update matter_tasks set task_id = $1 where matter_id = $2 and step_key = 'fees'", [
    due.id,
    other.id,
  ])
  expect(await client.ask(matters.closing, { id })).toMatchObject({ held: ['Read terms'] })
  expect(await heldIn(id)).toEqual(['Read terms'])
  await client.ask(matters.close, { id })
  expect(await bodyOfClosing(id)).not.toContain(fee.title)
  expect(await client.ask(matters.closing, { id: other.id })).toMatchObject({
    held: [fee.title, 'Read terms'],
  })
  expect((await heldIn(other.id)).toSorted()).toEqual([fee.title, 'Read terms'])
  await payUnanswered(client, due)
  expect(await client.ask(matters.closing, { id: other.id })).toMatchObject({ held: ['Read terms'] })
  expect(await heldIn(other.id)).toEqual(['Read terms'])
})

type Id = Awaited<ReturnType<typeof openWithFee>>['id']

const bodyOfClosing = async (id: Id) =>
  (await priya.ask(notifications.list, {})).find(
    ({ title, link }) => title === 'A client has closed their case' && link?.includes(id),
  )?.body

const heldIn = async (id: Id) =>
  (await priya.ask(matterTabs.tasks, { id })).filter((task) => task.isHeldByClosing).map(({ title }) => title)

/** A day after the test before nobody is signed in any more. */
const signInAgain = () =>
  priya.ask(accounts.login, { username: priya.user.username, password: portal.password })

test('nobody is reminded of what a closed case has on hold', async () => {
  const { client, id } = await openWithFee()
  await leaveOnly(client, [fee.title, 'Read terms'])
  await priya.ask(matters.firmClose, { id })
  portal.wait(days(1))
  await remindClients(jobContextOf(portal))
  await client.ask(accounts.login, { username: client.user.username, password: portal.password })
  const titles = (await client.ask(notifications.list, {})).map(({ title }) => title)
  expect(titles.filter((title) => title.endsWith('still open'))).toEqual([])
})

test('the daily summary leaves out the reminder of a fee whose case was closed meanwhile', async () => {
  await signInAgain()
  const { client, id } = await openWithFee()
  await client.ask(notifications.saveChoices, { ...everythingOn, delivery: 'daily' })
  await leaveOnlyFees(client)
  portal.wait(days(1))
  await remindClients(jobContextOf(portal))
  await signInAgain()
  await priya.ask(matters.firmClose, { id })
  portal.wait(days(1))
  await sendDigests(jobContextOf(portal))
  const summaries = (await newsTo(portal, client.user.email)).filter(
    ({ subject }) => subject === 'Your daily summary',
  )
  expect(summaries.flatMap(({ paragraphs }) => paragraphs).join()).not.toContain('still open')
})
