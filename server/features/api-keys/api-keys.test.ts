import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { apiKeys } from '#contract/api-keys.ts'
import { firm } from '#contract/firm/firm.ts'
import { people } from '#contract/firm/people.ts'
import type { KeyScope } from '#contract/kit/rights.ts'
import { matters } from '#contract/matters/matters.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { migrationsFolder } from '#server/platform/db/baseline.ts'
import { days, minutes } from '#server/platform/time/durations.ts'
import { openPortal } from '#server/testing/portal.ts'

const portal = await openPortal({ isRateLimited: true })
const administrator = await portal.staff('administrator')
const { password } = portal

const make = (scopes: KeyScope[], name = 'Ledger') =>
  administrator.ask(apiKeys.create, { name, scopes, lifetime: '30d', password })
const shownBy = (token: string) => ({ authorization: `Bearer ${token}` })
const visitor = portal.visitor()
const clientsBy = (token: string) => visitor.ask(firm.clients, {}, shownBy(token))
const keyOf = async (id: string) => (await administrator.ask(apiKeys.list, {})).find((key) => key.id === id)

test('a key is shown once, and stored as a hash', async () => {
  const { token, id, hint } = await make(['clients.read'])
  expect(token).toMatch(/^portico_[\w-]{43}$/)
  expect(token.startsWith(hint)).toBe(true)
  expect(JSON.stringify(await administrator.ask(apiKeys.list, {}))).not.toContain(token)
  const { rows } = await portal.pool.query('select * from api_keys where id = $1', [id])
  expect(JSON.stringify(rows)).not.toContain(token)
  const trail = await portal.pool.query('select * from audit')
  expect(JSON.stringify(trail.rows)).not.toContain(token)
})

test('a key says who made it, also where two people have one name', async () => {
  const [maker, namesake] = [await portal.staff('administrator'), await portal.staff('administrator')]
  const wanted = { scopes: ['clients.read' as const], lifetime: '30d' as const, password }
  const first = await maker.ask(apiKeys.create, { name: 'First', ...wanted })
  const second = await namesake.ask(apiKeys.create, { name: 'Second', ...wanted })
  expect((await keyOf(first.id))?.createdById).toBe(maker.user.id)
  expect((await keyOf(second.id))?.createdById).toBe(namesake.user.id)
})

test('a key reads what its scopes allow, for every client, and nothing else', async () => {
  const ana = await portal.client()
  const { token } = await make(['clients.read'])
  const { clients } = await clientsBy(token)
  expect(clients.map(({ id }) => id)).toContain(ana.user.id)
  await expect(visitor.ask(matters.firmList, {}, shownBy(token))).rejects.toMatchObject({
    code: 'forbidden',
    reason: 'key_lacks_scope',
  })
  await expect(visitor.ask(apiKeys.list, {}, shownBy(token))).rejects.toMatchObject({
    code: 'forbidden',
    reason: 'not_for_keys',
  })
})

test('creating a key requires the password of its maker', async () => {
  const wanted = { name: 'Ledger', scopes: ['clients.read' as const], lifetime: '30d' as const }
  await expect(
    administrator.ask(apiKeys.create, { ...wanted, password: 'not this one' }),
  ).rejects.toMatchObject({ code: 'invalid', fields: { password: expect.any(String) } })
})

test('the other administrators are notified of a new key and of one that is withdrawn', async () => {
  const other = await portal.staff('administrator')
  const { id } = await make(['clients.read'], 'Case system')
  await administrator.ask(apiKeys.withdraw, { id, password: portal.password })
  expect((await other.ask(notifications.list, {})).map(({ body }) => body)).toEqual([
    expect.stringContaining('withdrew the API key “Case system”'),
    expect.stringContaining('made the API key “Case system”'),
  ])
})

test('withdrawing a key requires the password, and a wrong one leaves the key as it is', async () => {
  const { token, id } = await make(['clients.read'])
  await expect(
    administrator.ask(apiKeys.withdraw, { id, password: 'not mine at all' }),
  ).rejects.toMatchObject({ code: 'invalid', fields: { password: expect.any(String) } })
  await clientsBy(token)
  expect((await keyOf(id))?.withdrawnAt).toBeNull()
})

test('a withdrawn key stops working immediately', async () => {
  const { token, id } = await make(['clients.read'])
  await clientsBy(token)
  await administrator.ask(apiKeys.withdraw, { id, password: portal.password })
  await expect(clientsBy(token)).rejects.toMatchObject({ code: 'unauthenticated', reason: 'bad_api_key' })
  expect((await keyOf(id))?.withdrawnAt).toEqual(portal.now())
})

test('the keys of somebody who has left stop working for good, and the administrators are told', async () => {
  const leaver = await portal.staff('administrator', { firstName: 'Lena', lastName: 'Fischer' })
  const wanted = { name: 'Old ledger', scopes: ['clients.read' as const], lifetime: '30d' as const, password }
  const { token, id } = await leaver.ask(apiKeys.create, wanted)
  const { token: other } = await make(['clients.read'])
  const person = { id: leaver.user.id }
  // Who only changes roles is still there to be asked about it.
  await administrator.ask(people.saveRoles, { ...person, roles: ['cashier'] })
  await clientsBy(token)
  await administrator.ask(people.deactivate, person)
  const refused = { code: 'unauthenticated', reason: 'bad_api_key' }
  await expect(clientsBy(token)).rejects.toMatchObject(refused)
  expect((await keyOf(id))?.withdrawnAt).toEqual(portal.now())
  const [notice] = await administrator.ask(notifications.list, {})
  expect(notice?.body).toBe(
    'Lena Fischer has left, so the API keys they made no longer work: “Old ledger”. ' +
      'Please make a new key for each system that used one.',
  )
  await administrator.ask(people.reactivate, person)
  await expect(clientsBy(token)).rejects.toMatchObject(refused)
  await clientsBy(other)
})

test('a key is not made by somebody who is deactivated in the same moment', async () => {
  const leaver = await portal.staff('administrator')
  const holder = await portal.pool.connect()
  await holder.query('begin')
  await holder.query('update users set deactivated_at = $2 where id = $1', [leaver.user.id, portal.now()])
  const name = 'Made on the way out'
  const wanted = { name, scopes: ['clients.read' as const], lifetime: '30d' as const, password }
  const answer = leaver.ask(apiKeys.create, wanted).catch((error: unknown) => error)
  // That they were seen may be noted in the same row, and waits too.
  const waiting = `select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%for update%'`
  await expect.poll(async () => (await portal.pool.query(waiting)).rows.length).toBe(1)
  await holder.query('commit')
  holder.release()
  expect(await answer).toMatchObject({ code: 'unauthenticated' })
  expect((await administrator.ask(apiKeys.list, {})).map((key) => key.name)).not.toContain(name)
})

test('the migration withdraws the keys of those who left before it, and no others', async () => {
  const leaver = await portal.staff('administrator')
  const wanted = {
    name: 'Left behind',
    scopes: ['clients.read' as const],
    lifetime: '30d' as const,
    password,
  }
  const { token, id } = await leaver.ask(apiKeys.create, wanted)
  const { token: other } = await make(['clients.read'])
  const gone = [leaver.user.id, portal.now()]
  await portal.pool.query('update users set deactivated_at = $2 where id = $1', gone)
  // The migration reads the database's own clock.
  await portal.pool.query("update api_keys set expires_at = '2999-01-01' where id = $1", [id])
  await clientsBy(token)
  await portal.pool.query(await readFile(join(migrationsFolder, '0057_keys_of_leavers.sql'), 'utf8'))
  await expect(clientsBy(token)).rejects.toMatchObject({ code: 'unauthenticated', reason: 'bad_api_key' })
  expect((await keyOf(id))?.withdrawnAt).not.toBeNull()
  await clientsBy(other)
})

test('a key expires on its day', async () => {
  const { token } = await make(['clients.read'])
  portal.wait(days(30) - 1)
  await clientsBy(token)
  portal.wait(1)
  await expect(clientsBy(token)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test.each(['portico_', 'portico_'.padEnd(51, 'x'), 'sk_live_something'])(
  '%s is no key, and the session beside it does not count',
  async (token) => {
    await expect(administrator.ask(firm.clients, {}, shownBy(token))).rejects.toMatchObject({
      code: 'unauthenticated',
      reason: 'bad_api_key',
    })
  },
)

test('the last use of a key is stored to the minute', async () => {
  // The sessions of the earlier tests have expired by now.
  const fresh = await portal.staff('administrator')
  const { token, id } = await fresh.ask(apiKeys.create, {
    name: 'Ledger',
    scopes: ['clients.read'],
    lifetime: '30d',
    password,
  })
  const used = async () => (await fresh.ask(apiKeys.list, {})).find((key) => key.id === id)?.lastUsedAt
  expect(await used()).toBeNull()
  await clientsBy(token)
  const first = portal.now()
  await expect.poll(used).toEqual(first)
  portal.wait(minutes(1))
  await clientsBy(token)
  await expect.poll(used).toEqual(portal.now())
})

test('the actions of a key appear under its name in the timeline and the audit trail', async () => {
  const fresh = await portal.staff('administrator')
  const ana = await portal.client()
  const scopes: KeyScope[] = ['matters.run', 'matters.read']
  const { token, id } = await fresh.ask(apiKeys.create, {
    name: 'Case system',
    scopes,
    lifetime: '30d',
    password,
  })
  const opened = await visitor.ask(
    matters.start,
    {
      clientId: ana.user.id,
      title: 'Purchase of 1 Mill Lane',
      type: 'Property',
      priority: 'low',
      description: 'A flat',
      whose: 'firm',
      nextStep: 'We look at it',
    },
    shownBy(token),
  )
  const { events } = await ana.ask(matters.one, { id: opened.id })
  expect(events.map(({ by }) => by)).toEqual([{ name: 'Case system', isOfFirm: true }])
  const { rows } = await portal.pool.query(
    `select actor_id, details from audit where event = 'case.opened' order by id desc limit 1`,
  )
  expect(rows[0]).toMatchObject({ actor_id: id, details: { apiKey: 'Case system' } })
})

test('a key that makes too many requests is told when to continue', async () => {
  const fresh = await portal.staff('administrator')
  const { token } = await fresh.ask(apiKeys.create, {
    name: 'Loop',
    scopes: ['payments.read'],
    lifetime: '30d',
    password,
  })
  const { token: other } = await fresh.ask(apiKeys.create, {
    name: 'Calm',
    scopes: ['clients.read'],
    lifetime: '30d',
    password,
  })
  const asking = async () =>
    (await portal.app.inject({ url: '/api/firm/refunds', headers: shownBy(token) })).statusCode
  for (let count = 0; count < 600; count += 1) expect(await asking()).toBe(200)
  const reply = await portal.app.inject({ url: '/api/firm/refunds', headers: shownBy(token) })
  expect(reply.statusCode).toBe(429)
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  await clientsBy(other)
})

test('the document of the API says which calls a key can make, and with which scope', async () => {
  const reply = await portal.app.inject({ url: '/api/openapi.json' })
  const { paths } = reply.json()
  expect(paths['/api/firm/clients'].get).toMatchObject({
    security: [{ session: [] }, { apiKey: [] }],
    description: expect.stringContaining('An API key needs the scope clients.read.'),
  })
  expect(paths['/api/firm/api-keys'].get.security).toEqual([{ session: [] }])
})
