import { expect, test } from 'vitest'
import { documentRequests } from '#contract/document-requests.ts'
import { firm } from '#contract/firm/firm.ts'
import { lists } from '#contract/firm/lists.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { teams } from '#contract/firm/teams.ts'
import { home } from '#contract/home/home.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { search } from '#contract/search.ts'
import { flatPurchase } from '#server/features/matters/testing/matters.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const admin = await portal.staff('administrator', { firstName: 'Ada', lastName: 'Stone' })
const unassigned = await portal.client({ lastName: 'Nobody' })
const priya = await portal.staff('fee_earner')
const ana = await portal.client({ lastName: 'Zanzibar' })
const { id: matterId } = await priya.ask(matters.start, {
  ...flatPurchase,
  title: 'Purchase of Zanzibar House',
  clientId: ana.user.id,
})

const seenBy = async ({ ask }: Pick<typeof admin, 'ask'>) =>
  JSON.stringify([
    await ask(firm.clients, {}),
    await ask(lists.clients, {}),
    await ask(lists.matters, {}),
    await ask(home.show, {}),
    await ask(search.find, { words: 'Zanzibar' }),
  ])

test('an administrator sees clients whom nobody looks after, and of colleagues’ clients nothing', async () => {
  const seen = await seenBy(admin)
  expect(seen).toContain('Nobody')
  expect(seen).not.toContain('Zanzibar')
  await expect(admin.ask(firm.client, { id: ana.user.id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(admin.ask(matters.firmOne, { id: matterId })).rejects.toMatchObject({ code: 'not_found' })
  await expect(admin.ask(matterTabs.tasks, { id: matterId })).rejects.toMatchObject({ code: 'not_found' })
})

test('whoever is assigned a client that nobody looked after has them, and the administrator no longer', async () => {
  const { id } = unassigned.user
  await admin.ask(firm.assign, { id, feeEarnerId: priya.user.id, memberIds: [] })
  expect((await priya.ask(firm.client, { id })).lastName).toBe('Nobody')
  await expect(admin.ask(firm.client, { id })).rejects.toMatchObject({ code: 'not_found' })
})

test('a client whose fee earner has left without a successor is the administrator’s', async () => {
  const tom = await portal.staff('fee_earner')
  const ben = await portal.client()
  await portal.pool.query('update users set fee_earner_id = $1 where id = $2', [tom.user.id, ben.user.id])
  await expect(admin.ask(firm.client, { id: ben.user.id })).rejects.toMatchObject({ code: 'not_found' })
  await portal.pool.query('update users set deactivated_at = now() where id = $1', [tom.user.id])
  expect((await admin.ask(firm.client, { id: ben.user.id })).id).toBe(ben.user.id)
})

test('a client whose team of the firm is there is not the administrator’s, and the team reads who joins', async () => {
  const omar = await portal.staff('fee_earner')
  const boss = await portal.staff('administrator', { firstName: 'Grace', lastName: 'Hill' })
  const team = await admin.ask(teams.create, { name: 'Property', memberIds: [omar.user.id] })
  const { user } = await portal.client()
  await portal.pool.query('update users set fee_earner_id = null, team_id = $1 where id = $2', [
    team.id,
    user.id,
  ])
  await expect(boss.ask(firm.client, { id: user.id })).rejects.toMatchObject({ code: 'not_found' })
  await boss.ask(firm.joinTeam, { email: user.email })
  const [news] = await omar.ask(notifications.list, {})
  expect(news).toMatchObject({ title: 'Grace Hill now works with one of your clients' })
})

test('whoever runs a case of a client reads who joins the client’s team', async () => {
  const lena = await portal.staff('fee_earner')
  const boss = await portal.staff('administrator', { firstName: 'Grace', lastName: 'Dale' })
  const { user } = await portal.client()
  const { id } = await priya.ask(matters.start, { ...flatPurchase, clientId: user.id })
  await portal.pool.query('update matters set fee_earner_id = $1 where id = $2', [lena.user.id, id])
  await boss.ask(firm.joinTeam, { email: user.email })
  const [news] = await lena.ask(notifications.list, {})
  expect(news).toMatchObject({ title: 'Grace Dale now works with one of your clients' })
})

test('a case of which an administrator is in charge is theirs, and nothing else of its client', async () => {
  const clara = await portal.client()
  const facts = { ...flatPurchase, clientId: clara.user.id }
  const [own, other] = [await priya.ask(matters.start, facts), await priya.ask(matters.start, facts)]
  await portal.pool.query('update matters set supervisor_id = $1 where id = $2', [admin.user.id, own.id])
  expect((await admin.ask(matters.firmOne, { id: own.id })).id).toBe(own.id)
  await expect(admin.ask(matters.firmOne, { id: other.id })).rejects.toMatchObject({ code: 'not_found' })
})

test('joining by the client’s address opens the file, tells the team and is on record, but opens no restricted case', async () => {
  const { id: secretId } = await priya.ask(matters.start, { ...flatPurchase, clientId: ana.user.id })
  const memberIds = [priya.user.id]
  await priya.ask(matterParties.saveAccess, { id: secretId, isRestricted: true, memberIds })

  expect(await admin.ask(firm.joinTeam, { email: ana.user.email.toUpperCase() })).toEqual({ id: ana.user.id })

  expect(await seenBy(admin)).toContain('Zanzibar')
  expect((await admin.ask(matters.firmOne, { id: matterId })).id).toBe(matterId)
  await expect(admin.ask(matters.firmOne, { id: secretId })).rejects.toMatchObject({ code: 'not_found' })
  const [news] = await priya.ask(notifications.list, {})
  expect(news).toMatchObject({
    title: 'Ada Stone now works with one of your clients',
    link: `/firm/clients/${ana.user.id}`,
  })
  const audited = await portal.pool.query(
    "select actor_id from audit where event = 'client.team_joined' and subject_id = $1",
    [ana.user.id],
  )
  expect(audited.rows).toEqual([{ actor_id: admin.user.id }])
})

test('joining a second time changes nothing and tells nobody', async () => {
  const before = (await priya.ask(notifications.list, {})).length
  await admin.ask(firm.joinTeam, { email: ana.user.email })
  expect(await priya.ask(notifications.list, {})).toHaveLength(before)
})

test('joining a client of nobody keeps them when somebody else is put in charge', async () => {
  const nobodys = await portal.client()
  const { id, email } = nobodys.user
  await portal.pool.query('update users set fee_earner_id = null where id = $1', [id])
  await admin.ask(firm.joinTeam, { email })
  await portal.pool.query('update users set fee_earner_id = $1 where id = $2', [priya.user.id, id])
  expect((await admin.ask(firm.client, { id })).team.map((person) => person.id)).toEqual([
    priya.user.id,
    admin.user.id,
  ])
})

test('an address that is no client’s is refused at its field, also a colleague’s, and for nobody but administrators', async () => {
  for (const email of ['no-client@example.com', priya.user.email])
    await expect(admin.ask(firm.joinTeam, { email })).rejects.toMatchObject({
      fields: { email: expect.stringMatching(/^No client has an account with this email address/) },
    })
  await expect(priya.ask(firm.joinTeam, { email: ana.user.email })).rejects.toMatchObject({
    reason: 'role_lacks_right',
  })
})

test('an administrator who reads every client as compliance officer joins a team too, once, and works there', async () => {
  const otherRoles = ['compliance_officer' as const]
  const grace = await portal.staff('administrator', { firstName: 'Grace', lastName: 'Bell', otherRoles })
  const { user } = await portal.client()
  expect(await grace.ask(firm.client, { id: user.id })).toMatchObject({ id: user.id })
  const requestDocument = () => grace.ask(documentRequests.create, { id: user.id, title: 'Payslips' })
  await expect(requestDocument()).rejects.toMatchObject({ code: 'not_found' })
  for (const _ of ['first', 'second']) await grace.ask(firm.joinTeam, { email: user.email })
  await requestDocument()
  expect((await priya.ask(firm.client, { id: user.id })).team.map(({ id }) => id)).toContain(grace.user.id)
  const titles = (await priya.ask(notifications.list, {})).map(({ title }) => title)
  expect(titles.filter((title) => title === 'Grace Bell now works with one of your clients')).toHaveLength(1)
})
