import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { firm } from '#contract/firm/firm.ts'
import { lists } from '#contract/firm/lists.ts'
import { people } from '#contract/firm/people.ts'
import { home } from '#contract/home/home.ts'
import { looksAfterClients, StaffRole } from '#contract/kit/rights.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { addTeamMember } from '#server/features/accounts/service.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import { migrationsFolder } from '#server/platform/db/baseline.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'

/**
 * Omar is responsible for Ana, with whom the administrator works too. Priya runs and supervises cases of hers without
 * having any client herself.
 */
async function openFirm() {
  const portal = await openPortal()
  const boss = await portal.staff('administrator')
  const omar = await portal.staff('fee_earner', { firstName: 'Omar', lastName: 'Said' })
  const priya = await portal.staff('fee_earner', { firstName: 'Priya', lastName: 'Raman' })
  const ana = await portal.client()
  await boss.ask(firm.joinTeam, { email: ana.user.email })
  const open = async (client: Client, title: string) => {
    const { id } = await omar.ask(matters.start, { clientId: client.user.id, ...flatPurchase, title })
    const { facts } = await omar.ask(matters.firmOne, { id })
    const { id: priyaId } = priya.user
    await omar.ask(matters.saveFacts, { id, ...facts, feeEarnerId: priyaId, supervisorId: priyaId })
    return id
  }
  const leave = () => boss.ask(people.deactivate, { id: priya.user.id })
  return { portal, boss, omar, priya, ana, open, leave }
}

const titlesOf = async ({ ask }: Pick<Client, 'ask'>) =>
  (await ask(notifications.list, {})).map(({ title }) => title)

test('an open case of somebody who has left falls to whoever is responsible for its client, who is told', async () => {
  const { omar, ana, open, leave } = await openFirm()
  const id = await open(ana, 'Purchase of a flat')
  const stepsOf = async () => (await omar.ask(home.show, {})).find(({ kind }) => kind === 'next_steps')
  expect((await stepsOf())?.oldest ?? []).toEqual([])
  await leave()
  const seen = await ana.ask(matters.one, { id })
  expect(seen).toMatchObject({ feeEarner: 'Omar Said', supervisor: null })
  expect(seen.people.map(({ name }) => name)).toEqual(['Omar Said'])
  expect((await stepsOf())?.oldest).toMatchObject([{ title: 'We check the lease' }])
  expect((await omar.ask(matters.firmOne, { id })).facts).toMatchObject({
    feeEarnerId: null,
    supervisorId: null,
  })
  expect(await titlesOf(omar)).toContain('Priya Raman is no longer in charge of a case')
})

test('somebody who takes a role that runs no cases is taken off theirs', async () => {
  const { boss, priya, omar, ana, open } = await openFirm()
  const ids = [await open(ana, 'Purchase of a flat'), await open(ana, 'Sale of a house')]
  await boss.ask(people.saveRoles, { id: priya.user.id, roles: ['cashier'] })
  expect(await titlesOf(omar)).toContain('Priya Raman is no longer in charge of 2 cases')
  for (const id of ids) {
    expect((await ana.ask(matters.one, { id })).feeEarner).toBe('Omar Said')
    expect((await boss.ask(matters.firmOne, { id })).facts).toMatchObject({ feeEarnerId: null })
  }
})

test('a restricted case of somebody who has left names nobody, and only those who may know of it are told', async () => {
  const { portal, boss, omar, priya, ana, open, leave } = await openFirm()
  const officer = await portal.staff('compliance_officer')
  const alone = await open(ana, 'A secret divorce')
  const shared = await open(ana, 'A secret sale')
  const named = { isRestricted: true, memberIds: [priya.user.id] }
  await omar.ask(matterParties.saveAccess, { id: shared, ...named, memberIds: [priya.user.id, omar.user.id] })
  await priya.ask(matterParties.saveAccess, { id: alone, ...named })
  await leave()
  const newsOf = async (person: Pick<Client, 'ask'>) =>
    JSON.stringify(await person.ask(notifications.list, {}))
  expect(await newsOf(omar)).toContain('A secret sale')
  expect(await newsOf(omar)).toContain('Nobody is in charge of it now')
  expect(await newsOf(omar)).not.toContain('divorce')
  expect(await newsOf(officer)).toContain('A secret divorce')
  expect(await newsOf(officer)).not.toContain('A secret sale')
  expect(await newsOf(boss)).not.toContain('secret')
  expect((await ana.ask(matters.one, { id: alone })).people).toEqual([])
})

test('a notice of several cases says who runs them now, and which of them nobody runs', async () => {
  const portal = await openPortal()
  const boss = await portal.staff('administrator')
  const clients = [await portal.client(), await portal.client()]
  const priya = await portal.staff('fee_earner', { firstName: 'Priya', lastName: 'Raman' })
  const { id: priyaId } = priya.user
  const references: string[] = []
  for (const client of clients) {
    await addTeamMember(portal.db, { clientId: client.user.id, memberId: boss.user.id })
    for (const title of ['Purchase of a flat', 'Sale of a house']) {
      const { id } = await boss.ask(matters.start, { clientId: client.user.id, ...flatPurchase, title })
      const { facts, reference } = await boss.ask(matters.firmOne, { id })
      await boss.ask(matters.saveFacts, { id, ...facts, feeEarnerId: priyaId, supervisorId: null })
      references.push(reference)
    }
  }
  const leaving = async () => {
    await boss.ask(people.saveRoles, { id: priyaId, roles: ['cashier'] })
    const [notice] = await boss.ask(notifications.list, {})
    return notice?.body
  }
  expect(await leaving()).toBe('Nobody is in charge of them now. Please hand them over.')
  const [, second] = clients
  if (!second) throw new Error('There are two clients')
  await boss.ask(firm.assign, { id: second.user.id, feeEarnerId: boss.user.id, memberIds: [] })
  await boss.ask(people.saveRoles, { id: priyaId, roles: ['fee_earner'] })
  await portal.pool.query('update matters set fee_earner_id = $1', [priyaId])
  expect(await leaving()).toBe(
    `Nobody is in charge of ${references.slice(0, 2).join(' and ')} now. Please hand these over. ` +
      'Whoever is responsible for the client now runs the others.',
  )
})

test('a closed case keeps the name of its fee earner who has left, without a line to reach them by', async () => {
  const { omar, ana, open, leave } = await openFirm()
  const id = await open(ana, 'Purchase of a flat')
  await omar.ask(matters.firmClose, { id })
  await leave()
  expect(await ana.ask(matters.one, { id })).toMatchObject({ feeEarner: 'Priya Raman', people: [] })
  await omar.ask(matters.reopen, { id, whose: 'firm', nextStep: 'We check the lease' })
  expect((await ana.ask(matters.one, { id })).people.map(({ name }) => name)).toEqual(['Omar Said'])
})

test('somebody who becomes an auditor reads the chosen cases, and no case that they ran or that names them', async () => {
  const { portal, boss, omar, priya, ana, open } = await openFirm()
  const ben = await portal.client()
  const closed = await open(ana, 'Sale of a house')
  await omar.ask(matters.firmClose, { id: closed })
  const secret = await open(ana, 'A secret divorce')
  const memberIds = [priya.user.id]
  await omar.ask(matterParties.saveAccess, { id: secret, isRestricted: true, memberIds })
  const { reference } = await omar.ask(matters.start, { ...flatPurchase, clientId: ben.user.id })
  const inspection = { until: '2026-12-01', references: [reference] }
  await boss.ask(people.saveRoles, { id: priya.user.id, roles: ['auditor'], inspection })
  await priya.ask(accounts.login, { username: priya.user.username, password: portal.password })
  for (const id of [closed, secret])
    await expect(priya.ask(matters.firmOne, { id })).rejects.toMatchObject({ code: 'not_found' })
  expect(JSON.stringify(await priya.ask(lists.matters, {}))).not.toMatch(/house|divorce/)
})

test('the migration takes those who left before it off cases that are not over, and nobody else', async () => {
  const { portal, boss, omar, priya, ana, open } = await openFirm()
  const closed = await open(ana, 'Sale of a house')
  await omar.ask(matters.firmClose, { id: closed })
  const ids = { open: await open(ana, 'Purchase of a flat'), pending: await open(ana, 'A will'), closed }
  const migration = await readFile(join(migrationsFolder, '0048_departed_in_charge.sql'), 'utf8')
  const query = portal.pool.query.bind(portal.pool)
  const setUp = async (role: StaffRole, otherRoles: StaffRole[], isGone: boolean) => {
    await query('update users set role = $2, other_roles = $3, deactivated_at = $4 where id = $1', [
      priya.user.id,
      role,
      otherRoles,
      isGone ? portal.now() : null,
    ])
    await query('update matters set fee_earner_id = $1, supervisor_id = $1', [priya.user.id])
    await query("update matters set status = 'pending' where id = $1", [ids.pending])
    await query(migration)
  }
  const inCharge = async (id: string) => {
    const { rows } = await query('select fee_earner_id, supervisor_id from matters where id = $1', [id])
    return Object.values(rows[0] ?? {}).map((personId) => personId === priya.user.id)
  }
  for (const role of StaffRole.options)
    for (const otherRoles of [[], ['fee_earner' as const]]) {
      await setUp(role, otherRoles, false)
      const isThere = looksAfterClients([role, ...otherRoles])
      for (const id of [ids.open, ids.pending]) expect(await inCharge(id)).toEqual([isThere, isThere])
      expect(await inCharge(ids.closed)).toEqual([true, true])
    }
  await setUp('fee_earner', [], true)
  for (const id of [ids.open, ids.pending]) expect(await inCharge(id)).toEqual([false, false])
  expect(await inCharge(ids.closed)).toEqual([true, true])
  expect((await boss.ask(matters.firmOne, { id: ids.open })).facts).toMatchObject({ feeEarnerId: null })
})
