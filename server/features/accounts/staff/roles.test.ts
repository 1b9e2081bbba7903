import { expect, test } from 'vitest'
import { accounts, type UserId } from '#contract/accounts/accounts.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { firm } from '#contract/firm/firm.ts'
import { lists } from '#contract/firm/lists.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { people } from '#contract/firm/people.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { payments } from '#contract/payments/payments.ts'
import { search } from '#contract/search.ts'
import { addTeamMember } from '#server/features/accounts/service.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
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

/** A case of this client, with what an inspection names it by. */
const openCase = async (asker: Pick<typeof priya, 'ask'>, clientId: UserId) => {
  const { id, reference } = await asker.ask(matters.start, { ...flatPurchase, clientId })
  return { id, reference }
}

test('an auditor finds the clients of the cases they were given, and nobody else in lists, counts and searches', async () => {
  const { id } = await openCase(priya, ben.user.id)
  const auditor = await portal.staff('auditor', { inspects: [id] })
  expect(await auditor.ask(firm.clients, {})).toMatchObject({ total: 1, clients: [{ id: ben.user.id }] })
  const search = amara.user.username
  expect(await auditor.ask(firm.clients, { search })).toEqual({ total: 0, clients: [] })
  await expect(auditor.ask(firm.client, { id: amara.user.id })).rejects.toMatchObject({ code: 'not_found' })
})

test('an auditor is signed out when the last day is over, and does not come in again', async () => {
  const fresh = await openPortal()
  const boss = await fresh.staff('administrator')
  const { user } = await fresh.client()
  const { reference } = await openCase(boss, user.id)
  const auditor = await fresh.staff('cashier')
  const inspection = { until: '2026-11-09', references: [reference] }
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
  const { reference } = await openCase(boss, user.id)
  const inspection = { until: '2026-11-09', references: [reference] }
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

test('an auditor comes with cases and a day that is still to come, whoever runs these cases', async () => {
  const { id } = (await portal.staff('cashier')).user
  const { reference } = await openCase(priya, amara.user.id)
  const give = (inspection: { until: string; references: string[] }) =>
    admin.ask(people.saveRoles, { id, roles: ['auditor'], inspection })
  await expect(admin.ask(people.saveRoles, { id, roles: ['auditor'] })).rejects.toMatchObject({
    fields: { inspection: 'Please say which cases an auditor may read, and until when' },
  })
  await expect(give({ until: '2026-11-08', references: [reference] })).rejects.toMatchObject({
    reason: 'in_the_past',
  })
  await expect(give({ until: '2026-12-01', references: [reference, 'HR-1'] })).rejects.toMatchObject({
    fields: {
      'inspection.references':
        'You can’t give access to HR-1: no case has that reference, or it is restricted.',
    },
  })
  const given = await give({ until: '2026-12-01', references: [reference.toLowerCase(), reference] })
  expect(given.inspection).toEqual({ until: '2026-12-01', references: [reference] })
})

test('an auditor reads a named case and what is of none, and nothing of the other cases of its clients', async () => {
  const clara = await portal.client({ lastName: 'Clement' })
  const [named, other] = [await openCase(priya, clara.user.id), await openCase(priya, clara.user.id)]
  const request = { clientId: clara.user.id, description: '' }
  await priya.ask(matterTabs.requestDocument, { ...request, id: named.id, title: 'The lease' })
  await priya.ask(matterTabs.requestDocument, { ...request, id: other.id, title: 'A secret deed' })
  const auditor = await portal.staff('auditor', { inspects: [named.id] })
  expect((await auditor.ask(matters.firmOne, { id: named.id })).reference).toBe(named.reference)
  await expect(auditor.ask(matters.firmOne, { id: other.id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(auditor.ask(matterTabs.tasks, { id: other.id })).rejects.toMatchObject({ code: 'not_found' })
  const listed = await auditor.ask(lists.matters, {})
  expect(listed.rows.map(({ reference }) => reference)).toEqual([named.reference])
  const titles = (await auditor.ask(firm.client, { id: clara.user.id })).tasks.map(({ title }) => title)
  expect(titles).toContain('The lease')
  expect(titles).toContain('Upload proof of identity')
  const all = JSON.stringify([
    titles,
    listed,
    await auditor.ask(search.find, { words: 'secret deed' }),
    await auditor.ask(search.find, { words: other.reference }),
    await auditor.ask(people.inspection, {}),
  ])
  expect(all).not.toMatch(/secret deed/)
  expect(all).not.toContain(other.reference)
})

test('a case that becomes restricted is closed to its auditor, and opens again with the case', async () => {
  const clara = await portal.client()
  const { id, reference } = await openCase(priya, clara.user.id)
  const cashier = await portal.staff('cashier')
  const inspection = { until: '2026-12-01', references: [reference] }
  await admin.ask(people.saveRoles, { id: cashier.user.id, roles: ['auditor'], inspection })
  await cashier.ask(accounts.login, { username: cashier.user.username, password })
  const restrict = (memberIds: UserId[]) =>
    priya.ask(matterParties.saveAccess, { id, isRestricted: memberIds.length > 0, memberIds })
  expect((await cashier.ask(matters.firmOne, { id })).reference).toBe(reference)
  await restrict([priya.user.id])
  await expect(cashier.ask(matters.firmOne, { id })).rejects.toMatchObject({ code: 'not_found' })
  expect(await cashier.ask(firm.clients, {})).toMatchObject({ total: 0 })
  const listed = (await admin.ask(people.list, {})).people.find((person) => person.id === cashier.user.id)
  expect(listed?.inspection).toEqual({ until: '2026-12-01', references: [] })
  await restrict([])
  expect((await cashier.ask(matters.firmOne, { id })).reference).toBe(reference)
})

test('a fee earner who is an auditor too keeps every case of their own clients', async () => {
  const clara = await portal.client()
  const [named, other] = [await openCase(priya, clara.user.id), await openCase(priya, clara.user.id)]
  const omar = await portal.staff('fee_earner', { otherRoles: ['auditor'] })
  const references = [named.reference]
  await admin.ask(people.saveRoles, {
    id: omar.user.id,
    roles: ['fee_earner', 'auditor'],
    inspection: { until: '2026-12-01', references },
  })
  await omar.ask(accounts.login, { username: omar.user.username, password })
  const seen = async () =>
    (await omar.ask(lists.matters, {})).rows.map(({ reference }) => reference).toSorted()
  expect(await seen()).toEqual(references)
  await addTeamMember(portal.db, { clientId: clara.user.id, memberId: omar.user.id })
  expect(await seen()).toEqual([named.reference, other.reference].toSorted())
})

test('whoever can no longer look after clients hands theirs over', async () => {
  const tom = await portal.staff('fee_earner')
  const { id, email } = amara.user
  await admin.ask(firm.joinTeam, { email })
  await admin.ask(firm.assign, { id, feeEarnerId: tom.user.id, memberIds: [] })
  const wanted = { id: tom.user.id, roles: ['cashier' as const] }
  await expect(admin.ask(people.saveRoles, wanted)).rejects.toMatchObject({ reason: 'clients_left' })
  await admin.ask(people.saveRoles, { ...wanted, handTo: priya.user.id })
  expect((await priya.ask(firm.client, { id })).feeEarnerId).toBe(priya.user.id)
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
