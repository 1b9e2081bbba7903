import { expect, test } from 'vitest'
import { firm } from '#contract/firm/firm.ts'
import { forms } from '#contract/forms/forms.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { tasks } from '#contract/tasks.ts'
import { questionnaire } from '#server/testing/answers.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const priya = await portal.staff('fee_earner')
const omar = await portal.staff('fee_earner')
const admin = await portal.staff('administrator')

const namesFor = async (person: typeof priya, search?: string) =>
  (await person.ask(firm.clients, { search })).clients.map(({ lastName }) => lastName)

test('a fee earner sees their own clients, a compliance officer all, newest first, with how far they have come', async () => {
  const ana = await portal.client({ lastName: 'Adams' })
  const ben = await portal.client({ lastName: 'Brown' })
  const form = (await ana.ask(tasks.list, {})).find(({ kind }) => kind === 'client_questionnaire')
  if (!form) throw new Error('There is no questionnaire')
  await ana.ask(forms.complete, { id: form.id, formData: questionnaire })

  const { clients, total } = await priya.ask(firm.clients, {})

  expect(total).toBe(2)
  expect(clients.map(({ id }) => id)).toEqual([ben.user.id, ana.user.id])
  expect(clients[1]).toMatchObject({
    feeEarner: `${priya.user.firstName} ${priya.user.lastName}`,
    tasks: { completed: 1, total: (await ana.ask(tasks.list, {})).length },
  })
  expect(await namesFor(omar)).toEqual([])
  expect(await namesFor(await portal.staff('compliance_officer'))).toEqual(['Brown', 'Adams'])
})

test('an administrator sees the clients assigned to them and those whom nobody looks after, and no colleague’s', async () => {
  const { user: nobodys } = await portal.client({ lastName: 'Nobody’s' })
  const { user: shared } = await portal.client({ lastName: 'Shared' })
  await portal.client({ lastName: 'Priya’s' })
  await portal.pool.query('update users set fee_earner_id = null where id = $1', [nobodys.id])
  expect(await namesFor(admin)).toEqual(['Nobody’s'])
  await admin.ask(firm.joinTeam, { email: shared.email })
  expect(await namesFor(admin)).toEqual(['Shared', 'Nobody’s'])

  // The answer is the last that they see of a client whom they give away.
  const team = { feeEarnerId: omar.user.id, memberIds: [] }
  const file = await admin.ask(firm.assign, { id: nobodys.id, ...team })
  expect(file.team.map(({ id }) => id)).toEqual([omar.user.id])
  await admin.ask(firm.assign, { id: shared.id, ...team })
  expect(await namesFor(admin)).toEqual([])
  expect(await namesFor(omar)).toEqual(['Shared', 'Nobody’s'])
})

test('a client is found by any part of their name or address, and wildcards are taken literally', async () => {
  await portal.client({ firstName: 'Zoë', lastName: 'O’Hara-Lind' })
  expect(await namesFor(priya, 'ZOË o’h')).toEqual(['O’Hara-Lind'])
  expect(await namesFor(priya, 'nobody at all')).toEqual([])
  expect(await namesFor(priya, '%')).toEqual([])
  expect(await namesFor(priya, '_')).toEqual([])
})

test('a person who is assigned a client sees them and is notified, and the previous one no longer sees them', async () => {
  const { user } = await portal.client({ lastName: 'Given' })
  const { id, email } = user
  await admin.ask(firm.joinTeam, { email })
  await expect(omar.ask(firm.client, { id })).rejects.toMatchObject({ code: 'not_found' })
  const file = await admin.ask(firm.assign, { id, feeEarnerId: omar.user.id, memberIds: [admin.user.id] })
  expect(file.team.map((person) => person.id)).toEqual([omar.user.id, admin.user.id])
  expect((await omar.ask(firm.client, { id })).feeEarnerId).toBe(omar.user.id)
  const [news] = await omar.ask(notifications.list, {})
  expect(news).toMatchObject({ title: 'You now work with another client', link: `/firm/clients/${id}` })
  await expect(priya.ask(firm.client, { id })).rejects.toMatchObject({ code: 'not_found' })

  await admin.ask(firm.assign, { id, feeEarnerId: omar.user.id, memberIds: [priya.user.id] })
  expect(await namesFor(priya)).toContain('Given')
})

test('a client can be assigned only to people of the firm, and only by administrators', async () => {
  const { user } = await portal.client()
  const other = await portal.client()
  const { id, email } = user
  await admin.ask(firm.joinTeam, { email })
  const attempt = admin.ask(firm.assign, { id, feeEarnerId: other.user.id, memberIds: [] })
  await expect(attempt).rejects.toMatchObject({ code: 'unprocessable', reason: 'not_of_firm' })
  const own = priya.ask(firm.assign, { id, feeEarnerId: omar.user.id, memberIds: [] })
  await expect(own).rejects.toMatchObject({ code: 'forbidden' })
})

test('a long list comes in pages', async () => {
  const fresh = await openPortal()
  const boss = await fresh.staff('administrator')
  await fresh.client()
  await fresh.pool.query(`insert into users (id, username, username_key, username_look, email, email_key, first_name, last_name,
      role, password_hash, is_first_login, created_at)
    select gen_random_uuid(), 'many' || n, 'many' || n, 'many' || n, n || '@example.com', n || '@example.com', 'Many', 'People',
      'client', '', true, now() from generate_series(1, 26) n`)
  const first = await boss.ask(firm.clients, {})
  expect([first.total, first.clients.length]).toEqual([27, 25])
  const rest = await boss.ask(firm.clients, { before: first.clients.at(-1)?.id })
  expect([rest.total, rest.clients.length]).toEqual([27, 2])
})
