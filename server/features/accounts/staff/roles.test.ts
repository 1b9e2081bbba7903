import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { firm } from '#contract/firm/firm.ts'
import { people } from '#contract/firm/people.ts'
import { payments } from '#contract/payments/payments.ts'
import { signal } from '#server/platform/events/bus.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { openPage } from '#server/testing/live-stream.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const admin = await portal.staff('administrator')
const priya = await portal.staff('fee_earner')
const [amara, ben] = [await portal.client(), await portal.client()]
const { password } = portal

test('a fee earner who is the cashier too sees every payment, and documents of their own clients alone', async () => {
  const omar = await portal.staff('fee_earner', { otherRoles: ['cashier'] })
  expect(await omar.ask(payments.ofClient, { id: amara.user.id })).toEqual([])
  await expect(omar.ask(reviews.ofClient, { id: amara.user.id })).rejects.toMatchObject({ code: 'not_found' })
  expect(await omar.ask(firm.clients, {})).toMatchObject({ total: 0 })
})

test('what a role does not include is refused in a sentence, and the refusal is on record', async () => {
  const cashier = await portal.staff('cashier')
  await expect(cashier.ask(firm.clients, {})).rejects.toMatchObject({
    code: 'forbidden',
    reason: 'role_lacks_right',
    message: "Your role doesn't include this. An administrator of your firm can change what you may do.",
  })
  await expect
    .poll(async () => {
      const sql = "select details->>'reason' as reason from refusals where actor_id = $1"
      return (await portal.pool.query<{ reason: string }>(sql, [cashier.user.id])).rows[0]?.reason
    })
    .toBe('role_lacks_right')
})

test('an auditor finds the clients they were given, and nobody else in lists, counts and searches', async () => {
  const auditor = await portal.staff('auditor', { inspects: [ben.user.id] })
  expect(await auditor.ask(firm.clients, {})).toMatchObject({ total: 1, clients: [{ id: ben.user.id }] })
  const search = amara.user.username
  expect(await auditor.ask(firm.clients, { search })).toEqual({ total: 0, clients: [] })
  await expect(auditor.ask(firm.client, { id: amara.user.id })).rejects.toMatchObject({ code: 'not_found' })
})

test('an auditor is signed out when the last day is over, and does not come in again', async () => {
  const fresh = await openPortal()
  const boss = await fresh.staff('administrator')
  const { user } = await fresh.client()
  const auditor = await fresh.staff('cashier')
  const inspection = { until: '2026-11-09', clientIds: [user.id] }
  await boss.ask(people.saveRoles, { id: auditor.user.id, roles: ['auditor'], inspection })
  fresh.wait(minutes(14 * 60 + 45))
  const { username } = auditor.user
  await auditor.ask(accounts.login, { username, password })
  expect(await auditor.ask(firm.clients, {})).toMatchObject({ total: 1 })
  fresh.wait(minutes(20))
  await expect(auditor.ask(firm.clients, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(auditor.ask(accounts.login, { username, password })).rejects.toMatchObject({
    reason: 'inspection_over',
  })
})

test('the open page of an auditor closes once the last day is over, and the next request says to sign in', async () => {
  const fresh = await openPortal()
  const boss = await fresh.staff('administrator')
  const { user } = await fresh.client()
  const auditor = await fresh.staff('cashier')
  const { id, username } = auditor.user
  const inspection = { until: '2026-11-09', clientIds: [user.id] }
  await boss.ask(people.saveRoles, { id, roles: ['auditor'], inspection })
  fresh.wait(minutes(14 * 60 + 45))
  await auditor.ask(accounts.login, { username, password })
  await fresh.app.listen({ port: 0, host: '127.0.0.1' })
  const address = new URL(fresh.app.listeningOrigin)
  const { heard } = await openPage(auditor, { address, db: fresh.db })
  const check = () => fresh.db.transaction((tx) => signal(tx, { kind: 'sessions', userId: id }))
  await check()
  expect(await auditor.ask(firm.clients, {})).toMatchObject({ total: 1 })
  expect(heard()).not.toContain('signed_out')
  fresh.wait(minutes(20))
  await check()
  await expect.poll(heard).toContain('signed_out')
  await expect(auditor.ask(firm.clients, {})).rejects.toMatchObject({
    code: 'unauthenticated',
    message: expect.stringMatching(/^Please sign in/),
  })
})

test('an auditor comes with clients and a day that is still to come', async () => {
  const { id } = (await portal.staff('cashier')).user
  const clientIds = [amara.user.id]
  const give = (inspection: { until: string; clientIds: typeof clientIds }) =>
    admin.ask(people.saveRoles, { id, roles: ['auditor'], inspection })
  await expect(admin.ask(people.saveRoles, { id, roles: ['auditor'] })).rejects.toMatchObject({
    fields: { inspection: 'Please say which clients an auditor may read, and until when' },
  })
  await expect(give({ until: '2026-11-08', clientIds })).rejects.toMatchObject({ reason: 'in_the_past' })
  await expect(give({ until: '2026-12-01', clientIds: [id] })).rejects.toMatchObject({ code: 'not_found' })
  expect((await give({ until: '2026-12-01', clientIds })).inspection).toEqual({
    until: '2026-12-01',
    clients: [{ id: amara.user.id, name: 'Amara Okafor' }],
  })
})

test('whoever can no longer look after clients hands theirs over', async () => {
  const tom = await portal.staff('fee_earner')
  const { id } = amara.user
  await admin.ask(firm.assign, { id, feeEarnerId: tom.user.id, memberIds: [] })
  const wanted = { id: tom.user.id, roles: ['cashier' as const] }
  await expect(admin.ask(people.saveRoles, wanted)).rejects.toMatchObject({ reason: 'clients_left' })
  await admin.ask(people.saveRoles, { ...wanted, handTo: priya.user.id })
  expect((await admin.ask(firm.client, { id })).feeEarnerId).toBe(priya.user.id)
})

test('the last administrator keeps that role', async () => {
  const fresh = await openPortal()
  const { ask, user } = await fresh.staff('administrator')
  await expect(ask(people.saveRoles, { id: user.id, roles: ['cashier'] })).rejects.toMatchObject({
    reason: 'last_administrator',
  })
  const kept = await ask(people.saveRoles, { id: user.id, roles: ['cashier', 'administrator'] })
  expect(kept).toMatchObject({ role: 'administrator', roles: ['administrator', 'cashier'] })
})
