import { expect, test } from 'vitest'
import type { UserId } from '#contract/accounts/accounts.ts'
import { firm } from '#contract/firm/firm.ts'
import { lists } from '#contract/firm/lists.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { home } from '#contract/home/home.ts'
import { clientPath, firmMatterPath } from '#contract/kit/pages.ts'
import { type MatterId, matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { payments } from '#contract/payments/payments.ts'
import { jobContextOf } from '#server/features/mail/testing.ts'
import { flatPurchase, startJointPurchase } from '#server/features/matters/testing/matters.ts'
import { pay } from '#server/features/payments/testing.ts'
import { addTask } from '#server/features/tasks/service.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
// The first fee earner is responsible for every client in this file.
const priya = await portal.staff('fee_earner')
const omar = await portal.staff('fee_earner')
const boss = await portal.staff('administrator')

/** Omar supervises the case, and doesn’t work with its clients. */
const superviseBy = async (id: MatterId) => {
  const { facts } = await priya.ask(matters.firmOne, { id })
  await priya.ask(matters.saveFacts, { id, ...facts, supervisorId: omar.user.id })
}

/** Omar is named on the restricted case, and doesn’t work with its client. */
const openRestricted = async (clientId: UserId) => {
  const { id } = await priya.ask(matters.start, { ...flatPurchase, clientId })
  const memberIds = [priya.user.id, omar.user.id]
  await priya.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds })
  return id
}

const addFees = (matterId: MatterId, clientId: UserId) =>
  jobContextOf(portal).transaction((ctx) =>
    addTask(ctx, {
      clientId,
      matterId,
      kind: 'payment',
      category: 'payments',
      title: 'Pay the court fee',
      description: 'The court fee',
      dueOn: null,
      amount: 5000,
      currency: 'GBP',
      account: 'office',
      vat: 0,
    }),
  )

test('a case names the people on it whose pages its supervisor may not open', async () => {
  const [ana, ben] = [await portal.client(), await portal.client()]
  const { id } = await startJointPurchase(priya, [ana, ben])
  await superviseBy(id)
  expect((await omar.ask(matters.firmOne, { id })).hiddenIds.toSorted()).toEqual(
    [ana.user.id, ben.user.id].toSorted(),
  )
  await expect(omar.ask(firm.client, { id: ana.user.id })).rejects.toMatchObject({ code: 'not_found' })
  expect((await priya.ask(matters.firmOne, { id })).hiddenIds).toEqual([])
})

test('the list of cases says whose clients’ pages its reader may open', async () => {
  const ana = await portal.client()
  const { id } = await priya.ask(matters.start, { ...flatPurchase, clientId: ana.user.id })
  await superviseBy(id)
  const listedTo = async ({ ask }: typeof priya) =>
    (await ask(lists.matters, {})).rows.find((row) => row.id === id)?.client
  expect(await listedTo(omar)).toMatchObject({ id: ana.user.id, canOpen: false })
  expect(await listedTo(priya)).toMatchObject({ id: ana.user.id, canOpen: true })
})

test('home leads to the case where the page of its client isn’t open, and to the client’s page otherwise', async () => {
  const ana = await portal.client()
  const matterId = await openRestricted(ana.user.id)
  const request = { id: matterId, clientId: ana.user.id, title: 'Send the lease' }
  const { id: taskId } = await priya.ask(matterTabs.requestDocument, request)
  await portal.pool.query("update tasks set due_on = '2026-11-02' where id = $1", [taskId])
  const pathFor = async ({ ask }: typeof priya) =>
    (await ask(home.show, {}))
      .find(({ kind }) => kind === 'overdue_tasks')
      ?.oldest.find(({ title }) => title === 'Send the lease')?.path
  expect(await pathFor(omar)).toBe(firmMatterPath(matterId))
  expect(await pathFor(priya)).toBe(clientPath(ana.user.id))
})

test('a refund says whether its reader may open the payer’s page', async () => {
  const ana = await portal.client()
  const matterId = await openRestricted(ana.user.id)
  const { id: taskId } = await addFees(matterId, ana.user.id)
  const { id } = await pay(ana, { taskId, amount: 5000 })
  await portal.pool.query("update payments set status = 'refund_due' where id = $1", [id])
  const payerFor = async ({ ask }: typeof priya) =>
    (await ask(payments.refunds, {})).find((payment) => payment.id === id)?.client
  expect(await payerFor(omar)).toMatchObject({ canOpen: false })
  expect(await payerFor(priya)).toMatchObject({ canOpen: true })
  const both = await portal.staff('cashier', { otherRoles: ['fee_earner'] })
  const anas = await pay(await portal.client())
  await portal.pool.query("update payments set status = 'refund_due' where id = $1", [anas.id])
  const seen = (await both.ask(payments.refunds, {})).find((payment) => payment.id === anas.id)
  expect(seen?.client).toMatchObject({ canOpen: false })
})

test('whoever runs a case reads who joins its client’s team, with a link to what they may open', async () => {
  const ana = await portal.client()
  const { id } = await priya.ask(matters.start, { ...flatPurchase, clientId: ana.user.id })
  await superviseBy(id)
  await boss.ask(firm.joinTeam, { email: ana.user.email })
  const linkTo = async ({ ask }: typeof priya) => {
    const news = await ask(notifications.list, {})
    return news.find(({ title }) => title.endsWith('now works with one of your clients'))?.link
  }
  expect([await linkTo(omar), await linkTo(priya)]).toEqual([firmMatterPath(id), clientPath(ana.user.id)])
})
