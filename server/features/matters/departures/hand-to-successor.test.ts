import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { appointments } from '#contract/appointments/appointments.ts'
import { bulk } from '#contract/firm/bulk.ts'
import { firm } from '#contract/firm/firm.ts'
import { handOver } from '#contract/firm/hand-over.ts'
import { people } from '#contract/firm/people.ts'
import { absences, teams } from '#contract/firm/teams.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { bookAt, openOffice } from '#server/features/appointments/testing.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import type { Client } from '#server/testing/portal.ts'

/** Omar is responsible for Ana. Priya runs cases of hers, works with her, and leaves; Lena takes over. */
async function openFirm() {
  const { portal, priya } = await openOffice()
  const boss = await portal.staff('administrator', { firstName: 'Grace', lastName: 'Bell' })
  const omar = await portal.staff('fee_earner', { firstName: 'Omar', lastName: 'Said' })
  const lena = await portal.staff('fee_earner', { firstName: 'Lena', lastName: 'Fischer' })
  const ana = await portal.client()
  const assign = async ({ user: { id, email } }: Client, to: Client, others: Client[] = []) => {
    await boss.ask(firm.joinTeam, { email })
    const memberIds = others.map(({ user }) => user.id)
    await boss.ask(firm.assign, { id, feeEarnerId: to.user.id, memberIds })
  }
  await assign(ana, omar, [priya])
  const open = async (
    title: string,
    inCharge: { feeEarnerId?: Client['user']['id']; supervisorId?: Client['user']['id'] },
  ) => {
    const { id } = await omar.ask(matters.start, { clientId: ana.user.id, ...flatPurchase, title })
    const { facts } = await omar.ask(matters.firmOne, { id })
    await omar.ask(matters.saveFacts, { id, ...facts, ...inCharge })
    return id
  }
  const leave = () => boss.ask(people.deactivate, { id: priya.user.id, handTo: lena.user.id })
  return { portal, boss, omar, lena, priya, ana, assign, open, leave }
}

const newsOf = async ({ ask }: Pick<Client, 'ask'>) =>
  (await ask(notifications.list, {})).map(({ title, body }) => `${title}: ${body}`)

test('the cases of somebody who leaves go to the successor, also where a colleague is responsible for the client', async () => {
  const { omar, lena, priya, ana, open, leave } = await openFirm()
  const run = await open('Purchase of a flat', { feeEarnerId: priya.user.id, supervisorId: priya.user.id })
  const second = await open('Sale of a house', { feeEarnerId: priya.user.id, supervisorId: lena.user.id })
  const supervised = await open('A will', { feeEarnerId: omar.user.id, supervisorId: priya.user.id })
  const closed = await open('A lease', { feeEarnerId: priya.user.id })
  await omar.ask(matters.firmClose, { id: closed })
  const held = await omar.ask(handOver.held, { id: priya.user.id })
  expect(held.map(({ title, as }) => [title, as])).toEqual([
    ['Purchase of a flat', 'fee_earner'],
    ['Sale of a house', 'fee_earner'],
    ['A will', 'supervisor'],
  ])

  await leave()

  for (const id of [run, second])
    expect((await lena.ask(matters.firmOne, { id })).facts).toMatchObject({
      feeEarnerId: lena.user.id,
      supervisorId: null,
    })
  expect((await lena.ask(matters.firmOne, { id: supervised })).facts).toMatchObject({
    feeEarnerId: omar.user.id,
    supervisorId: lena.user.id,
  })
  expect((await omar.ask(matters.firmOne, { id: closed })).facts.feeEarnerId).toBe(priya.user.id)
  expect(await omar.ask(handOver.held, { id: priya.user.id })).toEqual([])
  // Omar stays responsible for Ana, whose file is now open to Lena as it was to Priya.
  const { team } = await lena.ask(firm.client, { id: ana.user.id })
  expect(team.map(({ id }) => id)).toEqual([omar.user.id, lena.user.id])

  const name = `${priya.user.firstName} ${priya.user.lastName}`
  expect(await newsOf(lena)).toContain(
    `You are now in charge of 2 more cases: ${name} was in charge of them until now.`,
  )
  expect((await newsOf(omar)).join()).not.toContain('no longer in charge')
  const seen = await ana.ask(matters.one, { id: run })
  expect(seen.feeEarner).toBe('Lena Fischer')
  expect(JSON.stringify(seen)).toContain(`Lena Fischer now looks after your case instead of ${name}.`)
})

test('the cases of somebody who stays as a cashier go to the successor too', async () => {
  const { boss, lena, priya, open } = await openFirm()
  const id = await open('Purchase of a flat', { feeEarnerId: priya.user.id })
  await boss.ask(people.saveRoles, { id: priya.user.id, roles: ['cashier'], handTo: lena.user.id })
  expect((await lena.ask(matters.firmOne, { id })).facts.feeEarnerId).toBe(lena.user.id)
})

test('a file that was closed to whoever leaves stays closed to the successor of the case', async () => {
  const { portal, omar, lena, priya, ana, assign, open, leave } = await openFirm()
  const id = await open('Purchase of a flat', { feeEarnerId: priya.user.id })
  await assign(ana, omar)
  await leave()
  expect((await lena.ask(matters.firmOne, { id })).facts.feeEarnerId).toBe(lena.user.id)
  const { rows } = await portal.pool.query('select member_id from client_contacts where client_id = $1', [
    ana.user.id,
  ])
  expect(rows).toEqual([])
})

test('the successor keeps no file that is given to a colleague after they were responsible for it', async () => {
  const { portal, boss, omar, lena, priya, assign, leave } = await openFirm()
  const [ben, cleo] = [await portal.client(), await portal.client()]
  await assign(ben, priya)
  await assign(cleo, priya, [lena])
  const clientIds = [ben.user.id, cleo.user.id]
  for (const clientId of clientIds) {
    const { id } = await priya.ask(matters.start, { clientId, ...flatPurchase, title: 'Purchase of a flat' })
    const { facts } = await priya.ask(matters.firmOne, { id })
    await priya.ask(matters.saveFacts, { id, ...facts, feeEarnerId: priya.user.id })
  }
  await leave()
  for (const id of clientIds)
    expect(await lena.ask(firm.client, { id })).toMatchObject({ feeEarnerId: lena.user.id })
  const { rows } = await portal.pool.query(
    "select from audit where event = 'client.assigned' and details->>'memberIds' = $1 and subject_id = $2",
    [lena.user.id, ben.user.id],
  )
  expect(rows).toEqual([])

  for (const { user } of [ben, cleo]) await boss.ask(firm.joinTeam, { email: user.email })
  await boss.ask(bulk.assignClients, { ids: clientIds, isPreview: false, feeEarnerId: omar.user.id })
  for (const id of clientIds)
    await expect(lena.ask(firm.client, { id })).rejects.toMatchObject({ code: 'not_found' })
})

test('files that a role or a cover opened to whoever leaves stay closed to the successor', async () => {
  const { portal, boss, omar, lena, priya, assign, leave } = await openFirm()
  const [ben, cleo, noah] = [await portal.client(), await portal.client(), await portal.client()]
  const nora = await portal.staff('fee_earner')
  await boss.ask(people.saveRoles, { id: priya.user.id, roles: ['compliance_officer', 'fee_earner'] })
  await priya.ask(accounts.login, { username: priya.user.username, password: portal.password })
  for (const client of [ben, noah]) await assign(client, nora)
  await assign(cleo, omar)
  const { id: teamId } = await boss.ask(teams.create, { name: 'Property', memberIds: [priya.user.id] })
  const away = { id: omar.user.id, from: '2026-11-09', backOn: '2026-11-20', coverId: priya.user.id }
  await boss.ask(absences.save, away)
  for (const [opener, client] of [
    [nora, ben],
    [omar, cleo],
    [nora, noah],
  ] as const) {
    const { id } = await opener.ask(matters.start, {
      clientId: client.user.id,
      ...flatPurchase,
      title: 'A flat',
    })
    const { facts } = await opener.ask(matters.firmOne, { id })
    await opener.ask(matters.saveFacts, { id, ...facts, feeEarnerId: priya.user.id })
    // Takes her off those who work with the client, among whom the case has put her.
    await boss.ask(firm.joinTeam, { email: client.user.email })
    const assigned = { feeEarnerId: opener.user.id, memberIds: [], teamId: client === noah ? teamId : null }
    await boss.ask(firm.assign, { id: client.user.id, ...assigned })
    await priya.ask(firm.client, { id: client.user.id })
  }
  await leave()
  for (const { user } of [ben, cleo])
    await expect(lena.ask(firm.client, { id: user.id })).rejects.toMatchObject({ code: 'not_found' })
  // The team's client was open to Priya as one of the team.
  expect(await lena.ask(firm.client, { id: noah.user.id })).toMatchObject({ id: noah.user.id })
})

test('somebody who takes over the supervision of cases alone is told of it', async () => {
  const { omar, lena, priya, open, leave } = await openFirm()
  const supervised = { feeEarnerId: omar.user.id, supervisorId: priya.user.id }
  const secret = await open('A secret divorce', supervised)
  const memberIds = [omar.user.id, priya.user.id, lena.user.id]
  await omar.ask(matterParties.saveAccess, { id: secret, isRestricted: true, memberIds })
  for (const title of ['A will', 'A lease']) await open(title, supervised)
  await leave()
  const { reference } = await omar.ask(matters.firmOne, { id: secret })
  const by = `${priya.user.firstName} ${priya.user.lastName} supervised`
  const news = await newsOf(lena)
  expect(news).toContain(`You now supervise a case: A secret divorce (${reference}). ${by} it until now.`)
  expect(news).toContain(`You now supervise 2 more cases: ${by} them until now.`)
  expect(news.join()).not.toContain('in charge')
})

test('a restricted case goes to the successor only if it names them, and is in no list of those it does not name', async () => {
  const { boss, omar, lena, priya, ana, open, leave } = await openFirm()
  await boss.ask(firm.joinTeam, { email: ana.user.email })
  const shared = await open('A secret sale', { feeEarnerId: priya.user.id })
  const alone = await open('A secret divorce', { feeEarnerId: priya.user.id })
  const named = { isRestricted: true, memberIds: [priya.user.id, lena.user.id] }
  await omar.ask(matterParties.saveAccess, { id: shared, ...named })
  await omar.ask(matterParties.saveAccess, { id: alone, ...named, memberIds: [priya.user.id] })
  expect(await boss.ask(handOver.held, { id: priya.user.id })).toEqual([])
  await leave()
  expect((await lena.ask(matters.firmOne, { id: shared })).facts.feeEarnerId).toBe(lena.user.id)
  await expect(lena.ask(matters.firmOne, { id: alone })).rejects.toMatchObject({ code: 'not_found' })
  expect((await newsOf(lena)).join()).toContain('A secret sale')
  expect((await newsOf(lena)).join()).not.toContain('divorce')
})

test('what is booked goes to the successor if they are free, then to whoever is responsible, and is cancelled otherwise', async () => {
  const { portal, omar, lena, priya, ana, assign, open, leave } = await openFirm()
  await open('Purchase of a flat', { feeEarnerId: priya.user.id })
  for (const [colleague, busyAt] of [
    [lena, ['2026-11-12T11:00:00Z', '2026-11-12T14:00:00Z']],
    [omar, ['2026-11-12T14:00:00Z']],
  ] as const)
    for (const start of busyAt) {
      const client = await portal.client()
      await assign(client, colleague)
      await bookAt(client, start)
    }
  const withPriya = { withId: priya.user.id }
  for (const hour of ['10', '11', '14']) await bookAt(ana, `2026-11-12T${hour}:00:00Z`, withPriya)
  await leave()
  const booked = await ana.ask(appointments.list, {})
  const at = (hour: string) =>
    booked.find(({ startTime }) => startTime.toISOString() === `2026-11-12T${hour}:00:00.000Z`)
  expect(at('10')).toMatchObject({ status: 'scheduled', with: { id: lena.user.id } })
  expect(at('11')).toMatchObject({ status: 'scheduled', with: { id: omar.user.id } })
  expect(at('14')).toMatchObject({ status: 'cancelled' })
})

test('whoever leaves cannot be their own successor, nor can somebody who runs no cases', async () => {
  const { portal, boss, priya } = await openFirm()
  const cashier = await portal.staff('cashier')
  for (const handTo of [priya.user.id, cashier.user.id])
    await expect(boss.ask(people.deactivate, { id: priya.user.id, handTo })).rejects.toMatchObject({
      code: 'invalid',
      fields: { handTo: 'Please choose who will take over' },
    })
  expect(await priya.ask(accounts.current, {})).toMatchObject({ id: priya.user.id })
})
