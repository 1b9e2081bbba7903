import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { payments } from '#contract/payments/payments.ts'
import { openPortal } from '#server/testing/portal.ts'
import { madeBy, pay } from './testing.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const admin = await portal.staff('administrator')

/** A client whose payment turned out to have been taken in addition to another one. */
async function owed() {
  const client = await portal.client()
  const { id } = await pay(client, { key: 'once' })
  await portal.db.execute(sql`update payments set status = 'refund_due' where id = ${id}`)
  return { client, id }
}

test('a refund that is due is listed until it was sent, and then with who sent it and when', async () => {
  const { client, id } = await owed()
  const [due] = await priya.ask(payments.refunds, {})
  expect(due).toMatchObject({ id, status: 'refund_due', client: { id: client.user.id }, refundedAt: null })

  await priya.ask(payments.refund, { id })

  const refundedBy = `${priya.user.firstName} ${priya.user.lastName}`
  const done = { id, status: 'refunded', refundedBy, refundedAt: portal.now() }
  expect(await priya.ask(payments.refunds, {})).toMatchObject([done])
  expect(await madeBy(client)).toMatchObject([{ id, status: 'refunded' }])
  const [news] = await client.ask(notifications.list, {})
  expect(news).toMatchObject({ title: 'Your refund is on its way', link: `/payments?payment=${id}` })
})

test('of concurrent requests, one records the refund', async () => {
  const { client, id } = await owed()
  await admin.ask(firm.joinTeam, { email: client.user.email })
  const said = await Promise.allSettled(
    [priya, admin, priya, admin].map((person) => person.ask(payments.refund, { id })),
  )
  expect(said.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const refused = said.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  for (const reason of refused) expect(reason).toMatchObject({ code: 'conflict', reason: 'not_due' })
  const news = await client.ask(notifications.list, {})
  expect(news.filter(({ title }) => title === 'Your refund is on its way')).toHaveLength(1)
})

test("a payment that is not due for refund, or of another person's client, cannot be recorded as refunded", async () => {
  const client = await portal.client()
  const { id } = await pay(client, { key: 'once' })
  await expect(priya.ask(payments.refund, { id })).rejects.toMatchObject({ reason: 'not_due' })
  const other = await portal.staff('fee_earner')
  await expect(other.ask(payments.refund, { id })).rejects.toMatchObject({ code: 'not_found' })
})
