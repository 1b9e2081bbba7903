import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { bulk } from '#contract/firm/bulk.ts'
import { clientInvitations } from '#contract/firm/client-invitations.ts'
import { firm } from '#contract/firm/firm.ts'
import { lists, rowsAtOnce } from '#contract/firm/lists.ts'
import { matterTabs } from '#contract/firm/matter-tabs.ts'
import { people } from '#contract/firm/people.ts'
import { matters } from '#contract/matters/matters.ts'
import { matterParties } from '#contract/matters/parties.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { tasks } from '#contract/tasks.ts'
import { newsTo } from '#server/features/mail/testing.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import { expectNoneDue } from '#server/testing/jobs.ts'
import { openPortal } from '#server/testing/portal.ts'

type Portal = Awaited<ReturnType<typeof openPortal>>
type Person = Awaited<ReturnType<Portal['staff']>>

const surnames = async (
  person: Person,
  filter: Parameters<typeof person.ask<typeof lists.clients>>[1] = {},
) => (await person.ask(lists.clients, filter)).rows.map(({ lastName }) => lastName)

const input = { title: 'A flat', type: 'Purchase', priority: 'low', description: 'A flat' } as const

async function openFirm() {
  const portal = await openPortal()
  const priya = await portal.staff('fee_earner')
  const omar = await portal.staff('fee_earner')
  const admin = await portal.staff('administrator')
  const grace = await portal.staff('compliance_officer')
  const [zoe, ana] = [
    await portal.client({ firstName: 'Zoë', lastName: 'Brown' }),
    await portal.client({ firstName: 'Ana', lastName: 'Adams' }),
  ]
  const letAdminJoin = async (...clients: Person[]) => {
    for (const { user } of clients) await admin.ask(firm.joinTeam, { email: user.email })
  }
  return { portal, priya, omar, admin, grace, zoe, ana, letAdminJoin }
}

test('clients are filtered and sorted, each user sees their own, and an administrator those of nobody too', async () => {
  const { portal, priya, omar, admin, grace, zoe, ana, letAdminJoin } = await openFirm()
  expect(await surnames(priya)).toEqual(['Adams', 'Brown'])
  expect(await surnames(priya, { sort: 'name' })).toEqual(['Adams', 'Brown'])
  for (const person of [omar, admin]) expect(await surnames(person)).toEqual([])
  await letAdminJoin(zoe)
  expect(await surnames(admin)).toEqual(['Brown'])
  await admin.ask(firm.assign, { id: zoe.user.id, feeEarnerId: omar.user.id, memberIds: [] })
  expect(await surnames(admin)).toEqual([])
  expect(await surnames(grace, { feeEarner: omar.user.id })).toEqual(['Brown'])
  expect(await surnames(grace, { search: 'zoë b' })).toEqual(['Brown'])
  expect(await surnames(grace, { standing: 'done' })).toEqual([])
  await portal.pool.query("update tasks set status = 'completed' where client_id = $1", [zoe.user.id])
  expect(await surnames(grace, { standing: 'done' })).toEqual(['Brown'])
  expect(await surnames(grace, { standing: 'to_do' })).toEqual(['Adams'])
  await portal.pool.query('update users set last_seen_at = case when id <> $1 then now() end', [zoe.user.id])
  expect(await surnames(grace, { standing: 'never_signed_in' })).toEqual(['Brown'])
  expect(await surnames(grace, { sort: 'last_seen' })).toEqual(['Adams', 'Brown'])
  await portal.pool.query('update users set fee_earner_id = null where id = $1', [ana.user.id])
  expect(await surnames(admin)).toEqual(['Adams'])
})

test.each(['newest', 'name', 'last_seen'] as const)(
  'a list sorted by %s goes on where its page ended, with none twice and none left out',
  async (sort) => {
    const { portal, grace } = await openFirm()
    await portal.pool.query(`insert into users (id, username, username_key, username_look, email, email_key, first_name, last_name,
        role, password_hash, is_first_login, created_at, last_seen_at)
      select gen_random_uuid(), 'many' || n, 'many' || n, 'many' || n, n || '@example.com', n || '@example.com', 'Many', 'People' || n % 3,
        'client', '', true, now(), case when n % 2 = 0 then now() - n % 5 * interval '1.000001 s' end from generate_series(1, 70) n`)
    const first = await grace.ask(lists.clients, { sort })
    expect([first.rows.length, first.hasMore]).toEqual([rowsAtOnce, true])
    const rest = await grace.ask(lists.clients, { sort, before: first.rows.at(-1)?.id })
    expect([rest.rows.length, rest.hasMore]).toEqual([22, false])
    expect(new Set([...first.rows, ...rest.rows].map(({ id }) => id)).size).toBe(72)
  },
)

test('a file of a list breaks off once whoever downloads it has signed out', async () => {
  const { portal, admin } = await openFirm()
  await portal.pool.query(`insert into users (id, username, username_key, username_look, email, email_key, first_name, last_name,
      role, password_hash, is_first_login, created_at)
    select gen_random_uuid(), 'many' || n, 'many' || n, 'many' || n, n || '@example.com', n || '@example.com', 'Many', 'People',
      'client', '', true, now() from generate_series(1, 1100) n`)
  const countWaiting = async () =>
    (
      await portal.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).rowCount
  const url = '/api/firm/lists/clients.csv'
  const headers = cookieOf(admin.jar)
  expect((await portal.app.inject({ url, headers })).body.split('\r\n').length).toBeGreaterThan(1100)
  // No job may wait for the table too.
  await expectNoneDue(portal)
  // Stops the download while it reads its first page.
  const pause = await portal.pool.connect()
  await pause.query('begin; lock table tasks in access exclusive mode')
  const download = portal.app.inject({ url, headers }).then(
    () => 'whole',
    () => 'broken off',
  )
  await expect.poll(countWaiting).toBe(1)
  await admin.ask(accounts.logout, {})
  await pause.query('commit')
  pause.release()
  expect(await download).toBe('broken off')
})

test('cases are filtered by who is next to act, and a restricted one is in no list or file of others', async () => {
  const { portal, priya, admin, ana, letAdminJoin } = await openFirm()
  const { id } = await ana.ask(matters.request, input)
  await priya.ask(matters.open, { id, whose: 'firm', nextStep: '=HYPERLINK("http://evil.example")' })
  const titles = async (person: Person, filter = {}) =>
    (await person.ask(lists.matters, filter)).rows.map(({ title }) => title)
  expect(await titles(priya, { whose: 'firm', sort: 'waiting' })).toEqual(['A flat'])
  expect(await titles(priya, { whose: 'client' })).toEqual([])
  expect(await titles(admin)).toEqual([])
  await letAdminJoin(ana)
  expect(await titles(admin, { feeEarner: priya.user.id, type: 'Purchase', status: 'open' })).toEqual([
    'A flat',
  ])
  const [row] = (await admin.ask(lists.matters, { search: 'flat' })).rows
  expect(row).toMatchObject({ client: { name: 'Ana Adams' }, stage: 'Instruction' })

  const fileOf = async (person: Person) => {
    const url = '/api/firm/lists/cases.csv'
    return (await portal.app.inject({ url, headers: cookieOf(person.jar) })).body
  }
  expect(await fileOf(admin)).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  await priya.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [priya.user.id] })
  expect(await titles(admin)).toEqual([])
  expect(await fileOf(admin)).not.toContain('flat')
  expect(await fileOf(priya)).toContain('A flat')
})

test('cases are found by the name of any of their clients, and listed for one client, if the user may see them', async () => {
  const { portal, priya, omar, admin, ana, zoe, letAdminJoin } = await openFirm()
  await letAdminJoin(ana, zoe)
  const { id } = await ana.ask(matters.request, input)
  await priya.ask(matters.open, { id, whose: 'firm', nextStep: 'Order the searches' })
  const zoesOwn = await zoe.ask(matters.request, { ...input, title: 'A house' })
  const joint = { role: 'joint_client', kind: 'person', name: 'Zoë', number: '', detail: '' } as const
  await priya.ask(matterParties.add, { id, ...joint, email: '', phone: '', clientId: zoe.user.id })
  const found = async (person: Person, filter: { search?: string; client?: typeof ana.user.id }) =>
    (await person.ask(lists.matters, filter)).rows.map((row) => row.id)
  for (const person of [priya, admin]) {
    expect(await found(person, { search: 'zoë b' })).toEqual([zoesOwn.id, id])
    expect(await found(person, { search: 'adam' })).toEqual([id])
    expect(await found(person, { search: 'FLAT' })).toEqual([id])
    expect(await found(person, { client: ana.user.id })).toEqual([id])
    expect(await found(person, { client: zoe.user.id })).toEqual([zoesOwn.id, id])
  }
  // A surname of two letters matches only as a whole, because two letters are too few for a partial match.
  const wu = await portal.client({ firstName: 'Lin', lastName: 'Wu' })
  const wulf = await portal.client({ firstName: 'Wulf', lastName: 'Stone' })
  const [wusOwn] = [await wu.ask(matters.request, input), await wulf.ask(matters.request, input)]
  expect(await found(admin, { search: 'wu' })).toEqual([])
  expect(await found(priya, { search: 'wu' })).toEqual([wusOwn.id])
  // The search does not match email addresses, because not everyone who may see the case may see them.
  expect(await found(admin, { search: ana.user.email })).toEqual([])
  expect(await found(omar, { search: 'adam' })).toEqual([])
  expect(await found(omar, { client: ana.user.id })).toEqual([])
  await priya.ask(matterParties.saveAccess, { id, isRestricted: true, memberIds: [priya.user.id] })
  expect(await found(admin, { search: 'adam' })).toEqual([])
  expect(await found(admin, { client: zoe.user.id })).toEqual([zoesOwn.id])
  expect(await found(priya, { client: zoe.user.id })).toEqual([zoesOwn.id, id])
})

test('a view is saved under its name, and colleagues see it only if it is shared', async () => {
  const { priya, omar } = await openFirm()
  const view = {
    list: 'clients',
    name: 'Quiet ones',
    filter: { sort: 'last_seen' },
    columns: ['tasks'],
  } as const
  const wanted = { ...view, filter: { ...view.filter }, columns: [...view.columns] }
  await priya.ask(lists.saveView, { ...wanted, isShared: false })
  expect(await omar.ask(lists.views, { list: 'clients' })).toEqual([])
  const { id } = await priya.ask(lists.saveView, { ...wanted, isShared: true })
  expect(await priya.ask(lists.views, { list: 'clients' })).toHaveLength(1)
  expect(await omar.ask(lists.views, { list: 'clients' })).toMatchObject([
    { id, isMine: false, name: 'Quiet ones' },
  ])
  await expect(omar.ask(lists.removeView, { id })).rejects.toMatchObject({ code: 'not_found' })
  const foreign = priya.ask(lists.saveView, { ...wanted, isShared: false, filter: { salary: 'high' } })
  await expect(foreign).rejects.toMatchObject({ code: 'invalid' })
  await priya.ask(lists.removeView, { id })
  expect(await omar.ask(lists.views, { list: 'clients' })).toEqual([])
})

test('a view that somebody who has left shares can be deleted by a colleague, and one of their own is seen by nobody', async () => {
  const { portal, priya, admin } = await openFirm()
  const leaver = await portal.staff('fee_earner')
  const view = { list: 'clients', name: 'Old', filter: {}, columns: [] } as const
  const wanted = { ...view, columns: [...view.columns] }
  const { id } = await leaver.ask(lists.saveView, { ...wanted, isShared: true })
  const own = await leaver.ask(lists.saveView, { ...wanted, name: 'Mine', isShared: false })
  expect(await priya.ask(lists.views, { list: 'clients' })).toMatchObject([{ isOfLeaver: false }])
  await admin.ask(people.deactivate, { id: leaver.user.id })
  expect(await priya.ask(lists.views, { list: 'clients' })).toMatchObject([{ id, isOfLeaver: true }])
  await expect(priya.ask(lists.removeView, { id: own.id })).rejects.toMatchObject({ code: 'not_found' })
  await priya.ask(lists.removeView, { id })
  expect(await priya.ask(lists.views, { list: 'clients' })).toEqual([])
})

test('a client is not reminded before they are invited, and from then on by email, without a password too', async () => {
  const { portal, priya, ana } = await openFirm()
  const ids = [ana.user.id]
  await portal.pool.query("update users set password_hash = '', invited_at = null where id = $1", [
    ana.user.id,
  ])
  expect((await priya.ask(bulk.remindClients, { ids, isPreview: true })).refused).toMatchObject([
    { reason: "Can't sign in yet. Please invite them first." },
  ])
  await priya.ask(clientInvitations.resend, { id: ana.user.id, email: ana.user.email })
  expect(await priya.ask(bulk.remindClients, { ids, isPreview: false })).toMatchObject({
    done: [{ id: ana.user.id }],
    refused: [],
  })
  const subjects = (await newsTo(portal, ana.user.email)).map(({ subject }) => subject)
  expect(subjects).toContain('We are still waiting for something from you')
})

test('a preview changes nothing, and the change itself reports why each refused item was refused', async () => {
  const { portal, priya, omar, admin, ana, zoe, letAdminJoin } = await openFirm()
  await portal.pool.query("update tasks set status = 'completed', reason = null where client_id = $1", [
    zoe.user.id,
  ])
  const ids = [ana.user.id, zoe.user.id]
  const expected = {
    done: [{ id: ana.user.id, name: 'Ana Adams', openTasks: 0 }],
    refused: [{ id: zoe.user.id, name: 'Zoë Brown', reason: 'Has nothing left to do.' }],
  }
  const newest = async () => (await ana.ask(notifications.list, {}))[0]?.title
  expect(await priya.ask(bulk.remindClients, { ids, isPreview: true })).toEqual(expected)
  expect(await newest()).not.toBe('A reminder from your legal team')
  expect(await priya.ask(bulk.remindClients, { ids, isPreview: false })).toEqual(expected)
  expect(await newest()).toBe('A reminder from your legal team')
  const again = await priya.ask(bulk.remindClients, { ids: [ana.user.id], isPreview: true })
  expect(again.refused).toMatchObject([{ reason: 'Was already reminded in the last 24 hours.' }])

  // Another fee earner's client is not found, and not even the name is revealed.
  const foreign = await omar.ask(bulk.requestDocuments, { ids, isPreview: false, title: 'Payslips' })
  expect(foreign).toEqual({
    done: [],
    refused: ids.map((id) => ({ id, name: '', reason: "Isn't one you work with." })),
  })
  await priya.ask(bulk.requestDocuments, { ids, isPreview: false, title: 'Payslips' })
  expect((await zoe.ask(tasks.list, {})).map(({ title }) => title)).toContain('Payslips')

  // The answer may have been lost on its way, so that the same is asked again.
  const twice = { ids, isPreview: false, title: ' payslips' }
  expect(await priya.ask(bulk.requestDocuments, twice)).toMatchObject({
    done: [],
    refused: ids.map(() => ({ reason: 'Has already been asked for “Payslips”, which is still to do.' })),
  })
  expect((await zoe.ask(tasks.list, {})).filter(({ title }) => title === 'Payslips')).toHaveLength(1)

  await letAdminJoin(ana, zoe)
  await admin.ask(bulk.assignClients, { ids, isPreview: false, feeEarnerId: omar.user.id })
  expect(await surnames(omar)).toEqual(['Adams', 'Brown'])
  expect(await surnames(priya)).toEqual([])
})

test('of several cases the open ones are closed, and one person is put in charge of all', async () => {
  const { priya, omar, ana } = await openFirm()
  const open = await ana.ask(matters.request, input)
  const pending = await ana.ask(matters.request, { ...input, title: 'A house' })
  await priya.ask(matters.open, { id: open.id, whose: 'firm', nextStep: 'Order the searches' })
  const ids = [open.id, pending.id]
  const assigned = await priya.ask(bulk.assignMatters, { ids, isPreview: false, feeEarnerId: omar.user.id })
  expect(assigned.done).toHaveLength(2)
  expect((await omar.ask(lists.matters, { feeEarner: omar.user.id })).rows).toHaveLength(2)
  // The client went along with the last of their cases, so its former fee earner no longer sees them.
  const preview = async () => (await omar.ask(bulk.closeMatters, { ids, isPreview: true })).done
  const ofCase = (await omar.ask(matterTabs.tasks, { id: open.id })).filter(({ isOfCase }) => isOfCase)
  expect(await preview()).toMatchObject([{ id: open.id, openTasks: ofCase.length }])
  const wanted = { id: open.id, clientId: ana.user.id, title: 'Lease of the garage', dueOn: null }
  await omar.ask(matterTabs.requestDocument, wanted)
  expect(await preview()).toMatchObject([{ openTasks: ofCase.length + 1 }])
  const closed = await omar.ask(bulk.closeMatters, { ids, isPreview: false })
  expect(closed.done.map(({ id }) => id)).toEqual([open.id])
  expect(closed.refused).toHaveLength(1)
})
