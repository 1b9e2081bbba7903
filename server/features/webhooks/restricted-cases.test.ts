import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { payments } from '#contract/payments/payments.ts'
import { tasks } from '#contract/tasks.ts'
import { webhooks } from '#contract/webhooks.ts'
import { migrationsFolder } from '#server/platform/db/baseline.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { openHooks, soon } from './testing/hooks.ts'

const { administrator, deliveriesOf, hook, portal, receiver, remove, sweep } = await openHooks()

/** Ana has paid for a case, of which another system that is down should have been told by two events. */
async function openPaid() {
  const webhook = await hook('payment.paid', 'task.completed')
  const { admin } = webhook
  receiver.status = 500
  const ana = await portal.client()
  await admin.ask(firm.joinTeam, { email: ana.user.email })
  const { id } = await admin.ask(matters.start, {
    clientId: ana.user.id,
    title: 'Quiet',
    type: 'General',
    priority: 'low',
    description: 'x',
    whose: 'firm',
    nextStep: 'y',
  })
  const due = (await ana.ask(tasks.list, {})).find(({ kind }) => kind === 'payment')
  if (!due) throw new Error('nothing to pay')
  await portal.pool.query('update tasks set matter_id = $2 where id = $1', [due.id, id])
  await ana.ask(payments.pay, {
    taskId: due.id,
    amount: due.amount ?? 0,
    currency: 'GBP',
    paymentMethod: 'card',
  })
  await expect.poll(failuresOf(webhook), soon).toEqual(Array(2).fill('It answered 500.'))
  const restrict = () => admin.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [] })
  return { webhook, restrict }
}

const failuresOf =
  ({ id }: Pick<Awaited<ReturnType<typeof hook>>, 'id'>) =>
  async () => {
    await sweep()
    return (await deliveriesOf(id)).map(({ failure }) => failure)
  }

const failure = 'The case was restricted before this was sent.'

test('what was announced of the tasks and payments of a case before it was restricted is hidden with it, and not sent', async () => {
  const { webhook, restrict } = await openPaid()
  const [delivery] = await deliveriesOf(webhook.id)
  if (!delivery) throw new Error('nothing was written')
  await restrict()
  const other = await administrator()
  expect(await other.ask(webhooks.deliveries, { id: webhook.id })).toEqual([])
  await expect(other.ask(webhooks.replay, { id: delivery.id })).rejects.toMatchObject({ code: 'not_found' })
  expect(await webhook.admin.ask(webhooks.deliveries, { id: webhook.id })).toHaveLength(2)
  receiver.status = 200
  const before = webhook.posts().length
  portal.wait(minutes(2))
  await expect.poll(failuresOf(webhook), soon).toEqual([failure, failure])
  expect(webhook.posts()).toHaveLength(before)
  await remove(webhook)
})

test('what the previous version had announced is hidden with its case as well', async () => {
  const { webhook, restrict } = await openPaid()
  await portal.pool.query('update webhook_deliveries set matter_id = null')
  const migration = await readFile(join(migrationsFolder, '0068_webhook_matters.sql'), 'utf8')
  await portal.pool.query(migration.slice(migration.indexOf('UPDATE')))
  await restrict()
  expect(await (await administrator()).ask(webhooks.deliveries, { id: webhook.id })).toEqual([])
  await remove(webhook)
})
