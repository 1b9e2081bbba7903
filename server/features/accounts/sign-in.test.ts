import { sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { hours, minutes } from '#server/platform/time/durations.ts'
import { signedIn } from '#server/testing/answers.ts'
import { newPerson, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()
const limited = await openPortal({ isRateLimited: true })

const signIn = (username: string, password = portal.password) =>
  portal.visitor().send('POST', '/api/login', { username, password }, {})

test('an e-mail address cannot be taken as a username, and signs in whose it is', async () => {
  const ana = await portal.client()
  const thief = { ...newPerson(), username: ana.user.email }
  expect(await portal.visitor().send('POST', '/api/register', thief, {})).toMatchObject({
    status: 400,
    body: { fields: { username: 'A username cannot contain @' } },
  })
  expect(await signIn(ana.user.email.toUpperCase())).toMatchObject({
    status: 200,
    body: { id: ana.user.id },
  })
})

test('a username that only looks new is taken', async () => {
  const { user } = await portal.client({ username: `❤${Date.now()}` })
  const lookalike = { ...newPerson(), username: user.username.replace('❤', '❤\ufe0f') }
  await expect(portal.visitor().ask(accounts.register, lookalike)).rejects.toMatchObject({
    code: 'conflict',
    fields: { username: expect.any(String) },
  })
})

test.each([
  ['Priya.Raman', 'Рriya.Raman', 'a Cyrillic letter'],
  ['bill_10', 'biII_lO', 'letters for digits'],
  ['arnold', 'amold', 'two letters that run into one'],
  ['kosta', 'ΚΟSΤΑ', 'Greek capitals'],
  ['anne-marie', 'anne–marie', 'another dash'],
])('beside %s nobody can be called %s, with %s', async (username, lookalike) => {
  await portal.client({ username })
  const reply = await portal
    .visitor()
    .send('POST', '/api/register', { ...newPerson(), username: lookalike }, {})
  expect(reply).toMatchObject({
    status: 409,
    body: { code: 'conflict', reason: 'already_taken', fields: { username: expect.any(String) } },
  })
})

test('of many who take names that look alike at once, one gets it', async () => {
  const names = ['zоlа', 'zola', 'ZOLA', 'z0la']
  const all = await Promise.all(
    names.map((username) => portal.visitor().send('POST', '/api/register', { ...newPerson(), username }, {})),
  )
  const taken = all.filter(({ status }) => status === 201)
  expect([taken.length, all.filter(({ status }) => status === 409).length]).toEqual([1, 3])
})

test('guesses by username and by e-mail are one count, and its owner signs in all the same', async () => {
  const ana = await limited.client()
  const guess = (username: string) =>
    limited.visitor().send('POST', '/api/login', { username, password: 'not the password' }, {})
  const { username, email } = ana.user
  for (let at = 0; at < 5; at += 1)
    for (const name of [username, email.toUpperCase()])
      expect(await guess(name)).toMatchObject({ status: 401 })
  expect(await guess(email)).toMatchObject({ status: 429, body: { code: 'too_many' } })
  expect(await guess(username)).toMatchObject({ status: 429 })

  expect(signedIn(await ana.ask(accounts.login, { username, password: limited.password })).id).toBe(
    ana.user.id,
  )
})

test('a name that nobody has is counted like any other', async () => {
  const guess = () =>
    limited.visitor().send('POST', '/api/login', { username: 'Nobody', password: 'not the password' }, {})
  for (let at = 0; at < 10; at += 1) expect(await guess()).toMatchObject({ status: 401 })
  expect(await guess()).toMatchObject({ status: 429 })
})

test('what was typed as a username is kept only where it is one', async () => {
  const ana = await portal.client()
  await signIn('my secret password in the wrong field')
  await signIn(ana.user.email, 'not the password')
  const subjects = async () => {
    const { rows } = await portal.pool.query<{ subject_id: string | null }>(
      "select subject_id from refusals where event = 'session.refused' order by id",
    )
    return rows.map((row) => row.subject_id)
  }
  await expect.poll(subjects).toEqual(expect.arrayContaining([null, ana.user.id]))
  const { rows } = await portal.pool.query('select * from refusals')
  expect(JSON.stringify(rows)).not.toContain('wrong field')
})

test('registering and signing in both leave a line that a session began', async () => {
  const ana = await portal.client()
  await signIn(ana.user.username)
  const { rows } = await portal.pool.query(
    "select 1 from audit where event = 'session.began' and subject_id = $1",
    [ana.user.id],
  )
  expect(rows).toHaveLength(2)
})

test('sessions that are over are not listed, and the newest comes first', async () => {
  const ana = await portal.client()
  const { username } = ana.user
  portal.wait(hours(1) + minutes(50))
  await signIn(username)
  portal.wait(minutes(1))
  await ana.ask(accounts.current, {})
  expect(await ana.ask(accounts.sessions, {})).toMatchObject([{ isCurrent: false }, { isCurrent: true }])
  portal.wait(hours(1) + minutes(59))
  await ana.ask(accounts.current, {})
  expect(await ana.ask(accounts.sessions, {})).toMatchObject([{ isCurrent: true }])
})

test('a clock that is put back an hour signs nobody out and shows no time that is still to come', async () => {
  const ana = await portal.client()
  const priya = await portal.staff('fee_earner')
  const elsewhere = portal.visitor()
  await elsewhere.ask(accounts.login, { username: ana.user.username, password: portal.password })
  portal.wait(minutes(5))
  for (const person of [ana, priya, elsewhere]) await person.ask(accounts.current, {})
  portal.wait(-hours(1))
  for (const person of [ana, priya, elsewhere]) await person.ask(accounts.current, {})
  const listed = await ana.ask(accounts.sessions, {})
  expect(listed).toHaveLength(2)
  for (const { startedAt, lastSeenAt } of listed)
    for (const time of [startedAt, lastSeenAt])
      expect(time.getTime()).toBeLessThanOrEqual(portal.now().getTime())
  // Without requests it ends as usual, counted from its last use by the new clock.
  portal.wait(minutes(31))
  await expect(priya.ask(accounts.current, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  await ana.ask(accounts.current, {})
})

const secure = await openPortal({ isSecure: true })
const deviceOf = ({ jar }: { jar: ReadonlyMap<string, string> }) =>
  [...jar].filter(([name]) => name.endsWith('portico_device'))

test('over TLS a known device is named for this host alone, and one known by the older name stays known', async () => {
  const ana = await secure.client()
  const [[name, value] = ['', '']] = deviceOf(ana)
  expect(name).toBe('__Host-portico_device')
  const old = secure.visitor()
  old.jar.set('portico_device', value)
  await old.ask(accounts.login, { username: ana.user.username, password: secure.password })
  expect(deviceOf(old)).toEqual([['__Host-portico_device', expect.not.stringMatching(value)]])
})

test('at most two hundred sessions are listed', async () => {
  const ana = await portal.client()
  await portal.db.execute(
    sql`insert into sessions (id, token_hash, user_id, address, agent, started_at, last_seen_at)
      select gen_random_uuid(), 'listed ' || n, ${ana.user.id}, '', '', ${portal.now().toISOString()}::timestamptz,
        ${portal.now().toISOString()}::timestamptz from generate_series(1, 300) n`,
  )
  expect(await ana.ask(accounts.sessions, {})).toHaveLength(200)
})

test('a session that the database no longer has is over', async () => {
  const ana = await portal.client()
  await ana.ask(accounts.current, {})
  await portal.pool.query('delete from sessions where user_id = $1', [ana.user.id])
  await expect(ana.ask(accounts.current, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  await expect(ana.ask(accounts.sessions, {})).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a sign-in over a session of before needs one connection to the database, not two', async () => {
  const ana = await portal.client()
  portal.wait(hours(3))
  const held: PoolClient[] = []
  const { pool } = portal
  while (pool.totalCount - pool.idleCount < pool.options.max - 1) held.push(await pool.connect())
  try {
    const credentials = { username: ana.user.username, password: portal.password }
    expect(signedIn(await ana.ask(accounts.login, credentials)).id).toBe(ana.user.id)
  } finally {
    for (const client of held) client.release()
  }
})

test('everywhere else is signed out by one press, and here is not', async () => {
  const ana = await portal.client()
  const ben = await portal.client()
  const { username } = ana.user
  const elsewhere = [portal.visitor(), portal.visitor()]
  for (const browser of elsewhere) await browser.ask(accounts.login, { username, password: portal.password })
  await ana.ask(accounts.endOtherSessions, {})
  for (const browser of elsewhere)
    await expect(browser.ask(accounts.current, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await ana.ask(accounts.sessions, {})).toMatchObject([{ isCurrent: true }])
  expect((await ben.ask(accounts.current, {})).id).toBe(ben.user.id)
  const { rows } = await portal.pool.query<{ details: object }>(
    "select details from audit where event = 'session.ended_elsewhere' and subject_id = $1",
    [ana.user.id],
  )
  expect(rows).toEqual([{ details: { count: '2' } }])
})
