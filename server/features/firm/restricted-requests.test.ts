import { expect, test } from 'vitest'
import { documentRequests } from '#contract/document-requests.ts'
import { firm } from '#contract/firm/firm.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { tasks } from '#contract/tasks.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import { openPage } from '#server/testing/live-stream.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
// Responsible for the client, and not named on the restricted case.
const priya = await portal.staff('fee_earner')
const nora = await portal.staff('fee_earner')
const boss = await portal.staff('administrator')
const ana = await portal.client()
const clientId = ana.user.id
await boss.ask(firm.joinTeam, { email: ana.user.email })
const unseen = { code: 'not_found' }

const open = async (memberIds: (typeof clientId)[]) => {
  const { id } = await boss.ask(matters.start, { clientId, ...flatPurchase, title: 'Divorce' })
  await boss.ask(matterParties.saveAccess, {
    id,
    isRestricted: true,
    memberIds: [boss.user.id, ...memberIds],
  })
  return id
}

test('whoever is named on a restricted case asks its client for documents of it, and for none otherwise', async () => {
  const id = await open([nora.user.id])
  const task = await nora.ask(matterTabs.requestDocument, { id, clientId, title: 'A marriage certificate' })
  expect(await ana.ask(tasks.list, {})).toContainEqual(expect.objectContaining({ id: task.id }))
  const reach = { id: clientId, matterId: id }
  expect(await nora.ask(firm.reach, reach)).toEqual({ unreached: null })
  expect(await nora.ask(firm.reach, { id: clientId, taskId: task.id })).toEqual({ unreached: null })
  await expect(nora.ask(firm.reach, { id: clientId })).rejects.toMatchObject(unseen)
  await expect(priya.ask(firm.reach, reach)).rejects.toMatchObject(unseen)
  const general = { id: clientId, title: 'A bank statement' }
  await expect(nora.ask(documentRequests.create, general)).rejects.toMatchObject(unseen)
  const request = { id: clientId, taskId: task.id }
  await expect(priya.ask(documentRequests.withdraw, request)).rejects.toMatchObject(unseen)
  await nora.ask(documentRequests.withdraw, request)
  expect((await ana.ask(tasks.list, {})).map(({ title }) => title)).not.toContain('A marriage certificate')
})

test('somebody who is not on the restricted case is not asked by whoever is named on it', async () => {
  const id = await open([nora.user.id])
  const other = await portal.client()
  const request = { id, clientId: other.user.id, title: 'A marriage certificate' }
  await expect(nora.ask(matterTabs.requestDocument, request)).rejects.toMatchObject({ code: 'invalid' })
  await expect(nora.ask(firm.reach, { id: other.user.id, matterId: id })).rejects.toMatchObject(unseen)
  const { id: taskId } = await priya.ask(documentRequests.create, { id: other.user.id, title: 'A bill' })
  await expect(nora.ask(firm.reach, { id: clientId, taskId })).rejects.toMatchObject(unseen)
})

test('the open pages of those named on a restricted case alone follow when its request is withdrawn', async () => {
  const address = new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' }))
  const id = await open([nora.user.id])
  const task = await boss.ask(matterTabs.requestDocument, { id, clientId, title: 'A marriage certificate' })
  const [named, other] = await Promise.all(
    [nora, priya].map((person) => openPage(person, { address, db: portal.db })),
  )
  await boss.ask(documentRequests.withdraw, { id: clientId, taskId: task.id })
  expect((await named?.received())?.topics).toContain('clients')
  expect((await other?.received())?.topics).not.toContain('clients')
})

test('a request is not withdrawn by whom a restriction leaves out while they wait for it', async () => {
  const { id } = await boss.ask(matters.start, { clientId, ...flatPurchase, title: 'A will' })
  const { id: taskId } = await boss.ask(matterTabs.requestDocument, {
    id,
    clientId,
    title: 'A birth certificate',
  })
  const holder = await portal.pool.connect()
  await holder.query('begin')
  await holder.query('select from tasks where id = $1 for update', [taskId])
  const withdrawing = priya.ask(documentRequests.withdraw, { id: clientId, taskId })
  withdrawing.catch(() => {})
  await expect
    .poll(
      async () =>
        (
          await portal.pool.query(
            `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).rowCount,
    )
    .toBe(1)
  await boss.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [] })
  await holder.query('commit')
  holder.release()
  await expect(withdrawing).rejects.toMatchObject(unseen)
  expect((await ana.ask(tasks.list, {})).map((task) => task.id)).toContain(taskId)
})
