import { expect, test } from 'vitest'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { payments } from '#contract/payments/payments.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { tasks } from '#contract/tasks.ts'
import { matterTemplates, templates } from '#contract/templates/templates.ts'
import { openStripePortal, statusOf } from '#server/features/payments/testing/stripe.ts'
import { feesOf, pay } from '#server/features/payments/testing.ts'
import { send, typed } from '#server/features/signatures/testing/signature-requests.ts'
import { expectNoneDue } from '#server/testing/jobs.ts'
import type { Client } from '#server/testing/portal.ts'
import { step } from './shipped/common.ts'
import { party } from './testing/matters.ts'

const { portal, admin, stripe, tell } = await openStripePortal()
// The first fee earner is responsible for every client of this file.
const priya = await portal.staff('fee_earner')

const signing = step({ key: 'sign', asks: 'signature', title: 'Sign the oath', description: 'We’ll send it' })
const courtFee = step({
  key: 'fee',
  asks: 'payment',
  title: 'Pay the court fee',
  description: 'For the grant',
  amount: 10_000,
  account: 'office',
})
const type = 'Contested probate'
const { id: templateId } = await admin.ask(templates.add, { type })
const publish = async (...steps: (typeof signing)[]) => {
  const revision = (await admin.ask(templates.one, { id: templateId })).draft?.revision ?? 0
  await admin.ask(templates.saveDraft, { id: templateId, steps, revision })
  await admin.ask(templates.publish, { id: templateId, revision: revision + 1, note: 'Changed' })
}
await publish(signing, courtFee)

const open = async (client: Client) => {
  const words = { title: 'Estate of Ida Lindholm', type, priority: 'low', description: 'Probate' } as const
  const next = { whose: 'firm', nextStep: 'We read the will' } as const
  return (await priya.ask(matters.start, { clientId: client.user.id, ...words, ...next })).id
}
const taskOf = async (client: Client, title: string) => {
  const found = (await client.ask(tasks.list, {})).find((task) => task.title === title)
  if (!found) throw new Error(`there is no task ${title}`)
  return found
}
const unneededIds = async (id: Awaited<ReturnType<typeof open>>) =>
  (await priya.ask(matterTemplates.unneeded, { id })).map((task) => task.id)
/** Somebody pays on the page that was opened last. */
const payOnPage = async () => {
  const session = stripe.newest()
  stripe.pay({ session })
  await tell('checkout.session.completed', session)
}

test('a task that its client is paying is not closed, and the payment goes through', async () => {
  const client = await portal.client()
  const id = await open(client)
  const fees = await feesOf(client)
  expect(await unneededIds(id)).toContain(fees.id)
  await pay(client)
  expect(await unneededIds(id)).not.toContain(fees.id)
  const done = await priya.ask(matterTemplates.closeUnneeded, { id, taskIds: [fees.id] })
  expect(done).toMatchObject({ closed: [], kept: [{ id: fees.id, why: 'begun' }] })
  await payOnPage()
  await expect.poll(() => statusOf(client)).toBe('completed')
})

test('a document that was sent for a task of a closed case is kept, and signed once the case is reopened', async () => {
  const client = await portal.client()
  const id = await open(client)
  const oath = await taskOf(client, 'Sign the oath')
  const request = await send(priya, client, { taskId: oath.id })
  await priya.ask(matters.firmClose, { id })
  expect(await unneededIds(id)).not.toContain(oath.id)
  const done = await priya.ask(matterTemplates.closeUnneeded, { id, taskIds: [oath.id] })
  expect(done).toMatchObject({ closed: [], kept: [{ id: oath.id, why: 'begun' }] })
  const sign = () => client.ask(signatures.create, typed(request.id))
  await expect(sign()).rejects.toMatchObject({ code: 'conflict', reason: 'case_closed' })
  await priya.ask(matters.reopen, { id, whose: 'client', nextStep: 'Sign the oath' })
  await sign()
  expect(await taskOf(client, 'Sign the oath')).toMatchObject({ status: 'completed' })
})

test('a step that a new version leaves out keeps its task while the client is paying', async () => {
  const client = await portal.client()
  const id = await open(client)
  const { id: taskId } = await taskOf(client, 'Pay the court fee')
  await client.ask(payments.pay, { taskId, amount: 10_000, currency: 'GBP', paymentMethod: 'card' })
  await publish(signing)
  await priya.ask(matterTemplates.move, { id, version: 2 })
  await payOnPage()
  await expect.poll(() => statusOf(client)).toBe('completed')
  expect(await taskOf(client, 'Pay the court fee')).toMatchObject({ status: 'completed' })
})

test('a step that a new version leaves out keeps its task if the client begins to pay at the same moment', async () => {
  await publish(signing, courtFee)
  const client = await portal.client()
  const id = await open(client)
  const { id: taskId } = await taskOf(client, 'Pay the court fee')
  await publish(signing)
  const { newer } = await priya.ask(matterTemplates.one, { id })
  const countWaiting = async () =>
    (
      await portal.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount
  // No job may wait for the table too.
  await expectNoneDue(portal)
  // Stops the payment after it has locked the task, and before it is written.
  const pause = await portal.pool.connect()
  await pause.query('begin; lock table payments in exclusive mode')
  const paying = client.ask(payments.pay, {
    taskId,
    amount: 10_000,
    currency: 'GBP',
    paymentMethod: 'card',
  })
  await expect.poll(countWaiting).toBe(1)
  const moving = priya.ask(matterTemplates.move, { id, version: newer?.version ?? 0 })
  await expect.poll(countWaiting).toBe(2)
  await pause.query('commit')
  pause.release()
  await Promise.all([paying, moving])
  expect(await taskOf(client, 'Pay the court fee')).toMatchObject({ id: taskId })
  await payOnPage()
  await expect.poll(async () => (await taskOf(client, 'Pay the court fee')).status).toBe('completed')
})

test('removing a joint client who has a document to sign says first what is withdrawn, and tells them after', async () => {
  await publish({ ...signing, everyone: 'each', roles: ['client', 'joint_client'] })
  const [client, partner] = [await portal.client(), await portal.client()]
  const id = await open(client)
  const { id: partyId } = await priya.ask(matterParties.add, {
    ...party,
    id,
    role: 'joint_client',
    name: 'Ben Lindholm',
    clientId: partner.user.id,
  })
  const [own, theirs] = [await taskOf(client, 'Sign the oath'), await taskOf(partner, 'Sign the oath')]
  const kept = await send(priya, client, { taskId: own.id })
  const request = await send(priya, partner, { taskId: theirs.id, name: 'Oath of Ben' })
  expect(await priya.ask(matterTemplates.removal, { id, partyId })).toEqual({
    signatures: ['Oath of Ben'],
    tasks: ['Sign the oath'],
  })

  await priya.ask(matterParties.remove, { id, partyId })

  await expect(partner.ask(signatures.create, typed(request.id))).rejects.toMatchObject({
    code: 'conflict',
    message: 'The firm has withdrawn this document, so it can no longer be signed.',
  })
  expect((await partner.ask(tasks.list, {})).map(({ title }) => title)).not.toContain('Sign the oath')
  expect((await partner.ask(notifications.list, {})).map(({ title }) => title)).toEqual(
    expect.arrayContaining(['A document was withdrawn', 'You’re no longer on a case']),
  )
  await client.ask(signatures.create, typed(kept.id))
  expect(await taskOf(client, 'Sign the oath')).toMatchObject({ status: 'completed' })
})

test('somebody on a case in two roles keeps what they have to sign when one of the roles goes', async () => {
  const [client, partner] = [await portal.client(), await portal.client()]
  const id = await open(client)
  const both = { ...party, id, name: 'Ben Lindholm', clientId: partner.user.id }
  const { personId } = await priya.ask(matterParties.add, { ...both, role: 'joint_client' })
  const { id: partyId } = await priya.ask(matterParties.add, { ...both, role: 'giver_of_funds', personId })
  const theirs = await taskOf(partner, 'Sign the oath')
  const request = await send(priya, partner, { taskId: theirs.id })
  expect(await priya.ask(matterTemplates.removal, { id, partyId })).toEqual({ signatures: [], tasks: [] })
  await priya.ask(matterParties.remove, { id, partyId })
  await partner.ask(signatures.create, typed(request.id))
  expect(await taskOf(partner, 'Sign the oath')).toMatchObject({ status: 'completed' })
})

test('removing one of two roles doesn’t name the task of a document that stays to be signed', async () => {
  await publish({ ...signing, everyone: 'each', roles: ['executor'] })
  const [client, partner] = [await portal.client(), await portal.client()]
  const id = await open(client)
  const both = { ...party, id, name: 'Ben Lindholm', clientId: partner.user.id }
  const { personId } = await priya.ask(matterParties.add, { ...both, role: 'joint_client' })
  const { id: partyId } = await priya.ask(matterParties.add, { ...both, role: 'executor', personId })
  const place = { id, partyId }
  const theirs = await taskOf(partner, 'Sign the oath')
  expect((await priya.ask(matterTemplates.removal, place)).tasks).toEqual(['Sign the oath'])
  const request = await send(priya, partner, { taskId: theirs.id })
  expect(await priya.ask(matterTemplates.removal, place)).toEqual({ signatures: [], tasks: [] })
  await priya.ask(matterParties.remove, place)
  await partner.ask(signatures.create, typed(request.id))
  expect(await taskOf(partner, 'Sign the oath')).toMatchObject({ status: 'completed' })
})
