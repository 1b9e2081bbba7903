import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { accounts, eachDetail } from '#contract/accounts/accounts.ts'
import { guessable } from '#contract/accounts/passwords.ts'
import { saveFirm } from '#server/features/settings/service.ts'
import { expectNoneDue } from '#server/testing/jobs.ts'
import { newPerson, openPortal } from '#server/testing/portal.ts'
import { mailsTo } from '../mail/testing.ts'
import { hearing } from '../messages/testing.ts'
import { users } from './schema.ts'

const portal = await openPortal()
await saveFirm(portal.db, {
  name: 'Greyfriars & Sons LLP',
  regulator: '',
  telephone: '',
  hours: '',
  email: '',
  postalAddress: '',
  complaintsTo: '',
})

const easy = (person: { username: string; email: string }) => [
  'password',
  '12345678',
  'PassWord',
  'ｐassword',
  'Password1!',
  'p@ssw0rd',
  'P@$$w0rd12',
  'qwertyuiop',
  'monkeymonkey',
  'tottenham',
  '        ',
  'aaaaaaaa',
  person.username,
  person.email,
  'greyfriars & sons llp',
  'GreyfriarsSonsLLP1',
]

test('nobody registers with a password that is easy to guess', async () => {
  const person = newPerson()
  for (const password of easy(person)) {
    const input = { ...person, password, confirmPassword: password }
    expect(await portal.visitor().send('POST', '/api/register', input, {})).toMatchObject({
      status: 400,
      body: { code: 'invalid', fields: { password: guessable } },
    })
  }
})

test('nobody changes to a password that is easy to guess', async () => {
  const ana = await portal.client()
  for (const newPassword of easy(ana.user)) {
    const change = { currentPassword: portal.password, newPassword, confirmPassword: newPassword }
    expect(await ana.send('POST', '/api/change-password', change, {})).toMatchObject({
      status: 400,
      body: { fields: { newPassword: guessable } },
    })
  }
  const { username } = ana.user
  const signedIn = await portal.visitor().ask(accounts.login, { username, password: portal.password })
  expect(signedIn).toMatchObject({ id: ana.user.id })
})

test('a changed profile leaves a line of what changed, and which e-mail address was there before', async () => {
  const ana = await portal.client()
  const { firstName, lastName, email } = ana.user
  await ana.ask(accounts.saveProfile, { firstName, lastName, email, city: 'Leeds', phone: '' })
  const moved = { firstName, lastName: 'Adeyemi', city: 'Leeds', email: `new-${email}` }
  await ana.ask(accounts.saveProfile, { ...moved, currentPassword: portal.password })
  const { rows } = await portal.pool.query<{ details: object }>(
    "select details from audit where event = 'profile.changed' and subject_id = $1 order by id",
    [ana.user.id],
  )
  expect(rows.map(({ details }) => details)).toEqual([
    { fields: 'city' },
    { fields: 'lastName, email', emailBefore: email },
  ])
})

test('a client’s new address reaches the open pages of those who work with them, and of nobody else', async () => {
  const priya = await portal.staff('fee_earner')
  const other = await portal.staff('fee_earner')
  const ana = await portal.client()
  await portal.db.update(users).set({ feeEarnerId: priya.user.id }).where(eq(users.id, ana.user.id))
  const [hers, others] = [await hearing(portal, priya), await hearing(portal, other)]
  const { firstName, lastName, email } = ana.user
  await ana.ask(accounts.saveProfile, { firstName, lastName, email, address: '4 Elm Road' })
  await expect.poll(hers.topics).toContain('clients')
  expect(others.topics()).toEqual([])
})

test('what is saved while the address changes doesn’t put the old address back', async () => {
  const ana = await portal.client()
  const { id, firstName, lastName, email } = ana.user
  // For a row: a commit that tells listeners waits for a moment too, for another's that does.
  const countWaiting = async () =>
    (
      await portal.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and wait_event in ('transactionid', 'tuple') and query not like '%"last_seen_at" =%'`,
      )
    ).rowCount
  // No job may wait for the row too.
  await expectNoneDue(portal)
  // The change of the address, as far as it has come: it holds the row and is not committed.
  const change = await portal.pool.connect()
  await change.query('begin')
  await change.query('update users set email = $2, email_key = $2 where id = $1', [id, `new-${email}`])
  const saving = ana
    .ask(accounts.saveProfile, { firstName, lastName, email, city: 'Leeds' })
    .catch((refusal: unknown) => refusal)
  await expect.poll(countWaiting).toBe(1)
  await change.query('commit')
  change.release()
  expect(await saving).toMatchObject({ code: 'conflict', reason: 'address_changed' })
  const { rows } = await portal.pool.query('select email, city from users where id = $1', [id])
  expect(rows).toEqual([{ email: `new-${email}`, city: null }])
})

test('only a few mails an hour go out to addresses that somebody writes into their profile', async () => {
  const limited = await openPortal({ isRateLimited: true })
  const { user, send } = await limited.client()
  const { firstName, lastName, email } = user
  const moveTo = (at: number) => {
    const moved = { firstName, lastName, email: `${at}-${email}`, currentPassword: limited.password }
    return send('PUT', accounts.saveProfile.path, moved, {})
  }
  for (let at = 0; at < 5; at += 1) expect((await moveTo(at)).status).toBe(200)
  expect((await moveTo(5)).status).toBe(429)
  expect(await mailsTo(limited, `5-${email}`)).toEqual([])
  const kept = { firstName, lastName, email: `4-${email}`, city: 'Leeds' }
  expect((await send('PUT', accounts.saveProfile.path, kept, {})).status).toBe(200)
})

test('of several who change one password at once, one does, and stays signed in', async () => {
  const ana = await portal.client()
  const { username } = ana.user
  const browsers = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const browser = portal.visitor()
      await browser.ask(accounts.login, { username, password: portal.password })
      return browser
    }),
  )
  const replies = await Promise.all(
    browsers.map(async ({ send }, n) => {
      const newPassword = `a new horse ${n} battery`
      const change = { currentPassword: portal.password, newPassword, confirmPassword: newPassword }
      return send('POST', '/api/change-password', change, {})
    }),
  )
  const done = replies.findIndex(({ status }) => status === 200)
  for (const [n, { status, body }] of replies.entries()) {
    if (n === done) continue
    expect(status).toBe(400)
    expect(body).toMatchObject({ fields: { currentPassword: wrongPassword } })
  }
  const password = `a new horse ${done} battery`
  expect(await portal.visitor().ask(accounts.login, { username, password })).toMatchObject({ username })
  expect(await browsers[done]?.ask(accounts.current, {})).toMatchObject({ username })
})

test('every detail that a profile may have is kept, shown, and taken out again', async () => {
  const ana = await portal.client()
  const { firstName, lastName, email } = ana.user
  const given = { ...eachDetail((name) => name.slice(0, 12)), phone: '020 7946 0123' }
  await ana.ask(accounts.saveProfile, { firstName, lastName, email, ...given })
  expect(await ana.ask(accounts.current, {})).toMatchObject(given)
  await ana.ask(accounts.saveProfile, { firstName, lastName, email })
  expect(await ana.ask(accounts.current, {})).toMatchObject(eachDetail(() => null))
})

const noNumber = /^This isn’t a phone number\. Please enter one, such as 020 7946 0123/

test('a phone number is kept as it is typed, and what is none is refused with an example', async () => {
  const ana = await portal.client()
  const { firstName, lastName, email } = ana.user
  const save = (phone: string) => ana.ask(accounts.saveProfile, { firstName, lastName, email, phone })
  for (const phone of ['02079460123', '+44 (0)20 7946-0123', '555-0123', '+44 20 7946 0123 extension 12'])
    expect(await save(phone)).toMatchObject({ phone })
  await expect(save('call me later')).rejects.toMatchObject({
    code: 'invalid',
    fields: { phone: expect.stringMatching(noNumber) },
  })
  expect(await ana.ask(accounts.current, {})).toMatchObject({ phone: '+44 20 7946 0123 extension 12' })
  expect(await save('')).toMatchObject({ phone: null })
})

test('a phone number from before there were rules is shown, and stays while the rest is saved', async () => {
  const ana = await portal.client()
  const phone = 'ask my sister, 4711'
  await portal.pool.query('update users set phone = $2 where id = $1', [ana.user.id, phone])
  const { firstName, lastName, email } = ana.user
  expect(await ana.ask(accounts.current, {})).toMatchObject({ phone })
  const saved = await ana.ask(accounts.saveProfile, { firstName, lastName, email, phone, city: 'Leeds' })
  expect(saved).toMatchObject({ phone, city: 'Leeds' })
  await expect(
    ana.ask(accounts.saveProfile, { firstName, lastName, email, phone: `${phone}!` }),
  ).rejects.toMatchObject({ fields: { phone: expect.any(String) } })
})

test('whoever registers with a phone number has it as they typed it, and with none is refused', async () => {
  const person = newPerson()
  const register = (phone: string) => portal.visitor().send('POST', '/api/register', { ...person, phone }, {})
  expect(await register('call me later')).toMatchObject({
    status: 400,
    body: { fields: { phone: expect.stringMatching(noNumber) } },
  })
  expect(await register('(01632) 960123')).toMatchObject({ status: 201, body: { phone: '(01632) 960123' } })
})

test('what was begun with an old password is not done once there is another', async () => {
  const ana = await portal.client()
  const { firstName, lastName, email } = ana.user
  const other = await portal.pool.connect()
  await other.query('begin')
  const another = await portal.ports.hasher.hash('quite another horse')
  await other.query('update users set password_hash = $2 where id = $1', [ana.user.id, another])
  const moved = { firstName, lastName, phone: '', email: newPerson().email, currentPassword: portal.password }
  const moving = ana.send('PUT', '/api/user/profile', moved, {})
  await expect.poll(() => claimsThatWait()).toBe(1)
  await other.query('commit')
  other.release()
  expect(await moving).toMatchObject({ status: 400, body: { fields: { currentPassword: wrongPassword } } })
  expect(await ana.ask(accounts.current, {})).toMatchObject({ email })
})

const wrongPassword = 'Your current password is incorrect.'

/** Counts claims only: mails of the change before may wait for the same row. */
const claimsThatWait = async () => {
  const { rows } = await portal.pool.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and query like 'select%"password_hash"%for update'`,
  )
  return rows[0]?.n
}
