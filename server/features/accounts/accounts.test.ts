import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { unattendedHeader } from '#contract/kit/portal.ts'
import { tasks } from '#contract/tasks.ts'
import { days, hours, minutes } from '#server/platform/time/durations.ts'
import { newPerson, openPortal } from '#server/testing/portal.ts'

const portal = await openPortal()

test('a new client is signed in, on first login, and has the tasks of the template', async () => {
  const ana = await portal.client({ firstName: 'Ana' })

  expect(ana.user).toMatchObject({ firstName: 'Ana', role: 'client', isFirstLogin: true })
  expect(await ana.ask(accounts.current, {})).toEqual(ana.user)
  const categories = (await ana.ask(tasks.list, {})).map(({ category }) => category)
  expect([...new Set(categories)].toSorted()).toEqual([
    'documents',
    'forms',
    'legal_services',
    'payments',
    'verification',
  ])
})

test('registration never makes anything but a client, and says which field is not known', async () => {
  const attempt = portal
    .visitor()
    .send('POST', '/api/register', { ...newPerson(), role: 'administrator' }, {})
  expect(await attempt).toMatchObject({ status: 400, body: { code: 'invalid', reason: 'unknown_field' } })
})

test('a taken username or e-mail is told at its field, however it is written', async () => {
  const { user } = await portal.client({ username: `Zoë${Date.now()}` })
  const sameName = { ...newPerson(), username: user.username.toUpperCase().normalize('NFD') }
  await expect(portal.visitor().ask(accounts.register, sameName)).rejects.toMatchObject({
    code: 'conflict',
    fields: { username: expect.any(String) },
  })
  const sameEmail = { ...newPerson(), email: user.email.toUpperCase() }
  await expect(portal.visitor().ask(accounts.register, sameEmail)).rejects.toMatchObject({
    code: 'conflict',
    fields: { email: expect.any(String) },
  })
})

test('all that is wrong with a registration is told in one answer', async () => {
  const { user } = await portal.client()
  const taken = { ...newPerson(), username: user.username, email: user.email }
  await expect(portal.visitor().ask(accounts.register, taken)).rejects.toMatchObject({
    code: 'conflict',
    fields: { username: expect.any(String), email: expect.any(String) },
  })
  const guessed = { ...taken, password: 'Password123!', confirmPassword: 'Password123!' }
  await expect(portal.visitor().ask(accounts.register, guessed)).rejects.toMatchObject({
    code: 'invalid',
    fields: { username: expect.any(String), email: expect.any(String), password: expect.any(String) },
  })
})

test('of many registrations at once with one name, one account is made', async () => {
  const person = newPerson()
  const both = Array.from({ length: 6 }, (_, i) =>
    portal.visitor().ask(accounts.register, { ...person, email: `${i}-${person.email}` }),
  )
  const results = await Promise.allSettled(both)
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('a wrong password and an unknown name are refused in the same words', async () => {
  const { user } = await portal.client()
  const refusals = [
    { username: user.username, password: 'not the password' },
    { username: 'nobody at all', password: 'not the password' },
  ].map((credentials) => portal.visitor().send('POST', '/api/login', credentials, {}))
  const [wrong, unknown] = await Promise.all(refusals)
  expect(wrong).toEqual(unknown)
  expect(wrong).toMatchObject({ status: 401, body: { message: 'Invalid username or password' } })
})

test('signing out ends the session on the server, not only in the browser', async () => {
  const ana = await portal.client()
  const kept = new Map(ana.jar)
  await ana.ask(accounts.logout, {})
  for (const [name, value] of kept) ana.jar.set(name, value)
  await expect(ana.ask(accounts.current, {})).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('signing in replaces a session that the browser came with', async () => {
  const ana = await portal.client()
  const old = new Map(ana.jar)
  await ana.ask(accounts.login, { username: ana.user.username, password: portal.password })
  const thief = portal.visitor()
  for (const [name, value] of old) thief.jar.set(name, value)
  await expect(thief.ask(accounts.current, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  expect((await ana.ask(accounts.current, {})).id).toBe(ana.user.id)
})

test('changing the password ends every other session on its very next request', async () => {
  const ana = await portal.client()
  const elsewhere = portal.visitor()
  await elsewhere.ask(accounts.login, { username: ana.user.username, password: portal.password })
  await elsewhere.ask(accounts.current, {})

  const change = {
    currentPassword: portal.password,
    newPassword: 'another horse',
    confirmPassword: 'another horse',
  }
  await ana.ask(accounts.changePassword, change)

  await expect(elsewhere.ask(accounts.current, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  expect((await ana.ask(accounts.current, {})).id).toBe(ana.user.id)
  const withOld = { username: ana.user.username, password: portal.password }
  await expect(portal.visitor().ask(accounts.login, withOld)).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test('a session ends after two idle hours, and after twelve whatever is done', async () => {
  const idle = await portal.client()
  const busy = await portal.client()
  for (let hour = 0; hour < 2; hour += 1) {
    portal.wait(hours(1) - minutes(1))
    await busy.ask(accounts.current, {})
  }
  portal.wait(minutes(3))
  await expect(idle.ask(accounts.current, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  for (let hour = 2; hour < 12; hour += 1) {
    await busy.ask(accounts.current, {})
    portal.wait(hours(1))
  }
  await expect(busy.ask(accounts.current, {})).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a session that began in the future of a wrong clock is over when the clock is right', async () => {
  const [ana, ben] = [await portal.client(), await portal.client()]
  portal.wait(-minutes(59))
  expect((await ana.ask(accounts.current, {})).id).toBe(ana.user.id)
  portal.wait(minutes(59))

  portal.wait(days(400))
  const eve = await portal.client()
  portal.wait(-days(400))
  await expect(eve.ask(accounts.current, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  expect((await ben.ask(accounts.current, {})).id).toBe(ben.user.id)
})

test.each([
  ['what the page asks by itself', { [unattendedHeader]: '1' }],
  ['the pictures on it', { 'sec-fetch-dest': 'image' }],
])('nobody is kept signed in by %s', async (_, headers) => {
  const solicitor = await portal.staff('fee_earner')
  for (let minute = 0; minute < 25; minute += 5) {
    portal.wait(minutes(5))
    await solicitor.ask(accounts.current, {}, headers)
  }
  portal.wait(minutes(5))
  await expect(solicitor.ask(accounts.current, {}, headers)).rejects.toMatchObject({
    code: 'unauthenticated',
  })
})

test('a changed e-mail address asks for the password', async () => {
  const ana = await portal.client()
  const { firstName, lastName } = ana.user
  const profile = { firstName, lastName, email: `new-${ana.user.email}` }
  await expect(ana.ask(accounts.saveProfile, profile)).rejects.toMatchObject({
    code: 'forbidden',
    reason: 'reauth_required',
  })
  const saved = await ana.ask(accounts.saveProfile, { ...profile, currentPassword: portal.password })
  expect(saved.email).toBe(profile.email)
})

test('a person sees and ends only their own sessions', async () => {
  const ana = await portal.client()
  const ben = await portal.client()
  const [session] = await ana.ask(accounts.sessions, {})
  expect(session).toMatchObject({ isCurrent: true })
  if (!session) throw new Error('there is a session')
  await expect(ben.ask(accounts.endSession, { id: session.id })).rejects.toMatchObject({ code: 'not_found' })
  await ana.ask(accounts.endSession, { id: session.id })
  await expect(ana.ask(accounts.current, {})).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a password that is too long is refused before it is hashed, by its field', async () => {
  const long = 'p'.repeat(1_000_000)
  const attempt = portal
    .visitor()
    .send('POST', '/api/register', { ...newPerson(), password: long, confirmPassword: long }, {})
  expect(await attempt).toMatchObject({ status: 400, body: { fields: { password: expect.any(String) } } })
})
