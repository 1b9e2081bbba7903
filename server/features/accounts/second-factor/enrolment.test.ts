import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { secondFactor } from '#contract/accounts/second-factor.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { minutes, seconds } from '#server/platform/time/durations.ts'
import { openPortal } from '#server/testing/portal.ts'
import { codeAt, enrol, enter, showPassword, trailOf } from '../testing.ts'

const portal = await openPortal()
const limited = await openPortal({ isRateLimited: true })
const step = seconds(30)

test('turning it on or off signs out everywhere else, and off asks for the password', async () => {
  const ana = await portal.client()
  const { username } = ana.user
  const elsewhere = await showPassword(portal, username)
  const { key } = await enrol(portal, ana)
  await expect(elsewhere.ask(accounts.current, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  await ana.ask(accounts.current, {})

  portal.wait(step)
  const again = await showPassword(portal, username)
  await enter(again, codeAt(key, portal.now()))
  await expect(ana.ask(secondFactor.enable, {})).rejects.toMatchObject({
    code: 'forbidden',
    reason: 'reauth_required',
  })
  await expect(ana.ask(secondFactor.enable, { password: '' })).rejects.toMatchObject({
    code: 'forbidden',
    reason: 'reauth_required',
  })
  await expect(ana.ask(secondFactor.enable, { password: 'not it' })).rejects.toMatchObject({
    code: 'invalid',
    fields: { password: expect.any(String) },
  })
  expect(await ana.ask(secondFactor.enable, { password: portal.password })).toEqual({ enable: false })
  await expect(again.ask(accounts.current, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  expect((await showPassword(portal, username)).answer).toMatchObject({ body: { id: ana.user.id } })
  expect(await ana.ask(secondFactor.show, {})).toEqual({ isEnabled: false, codesLeft: 0 })
})

test('turning it on asks for the password where the sign-in is older than ten minutes', async () => {
  const ana = await portal.client()
  portal.wait(minutes(10) - 1)
  expect(await ana.ask(secondFactor.enable, {})).toMatchObject({ enable: true, pending: true })
  portal.wait(1)
  expect(await ana.send('POST', '/api/enable-2fa', {}, {})).toMatchObject({
    status: 403,
    body: { code: 'forbidden', reason: 'reauth_required', fields: { password: expect.any(String) } },
  })
  await expect(ana.ask(secondFactor.enable, { enable: true, password: 'not it' })).rejects.toMatchObject({
    code: 'invalid',
    fields: { password: expect.any(String) },
  })
  const begun = await ana.ask(secondFactor.enable, { enable: true, password: portal.password })
  if (!begun.enable) throw new Error('Nothing was begun.')
  await ana.ask(secondFactor.confirm, { code: codeAt(begun.key, portal.now()) })
  expect(await trailOf(portal, ana.user.id)).toEqual(
    expect.arrayContaining(['two_factor.begun', 'two_factor.enabled']),
  )
  const refused = "select event from refusals where actor_id = $1 and event = 'password.refused'"
  await expect.poll(async () => (await portal.pool.query(refused, [ana.user.id])).rowCount).toBe(1)
  // Confirming the same dialog in another window after that does not turn it off.
  await expect(
    ana.ask(secondFactor.enable, { enable: true, password: portal.password }),
  ).rejects.toMatchObject({ code: 'conflict', reason: 'already_on' })
  expect((await ana.ask(secondFactor.show, {})).isEnabled).toBe(true)
})

test('guesses at the password for turning it on are slowed like all others', async () => {
  const ana = await limited.client()
  limited.wait(minutes(11))
  const guess = (n: number) =>
    ana.send('POST', '/api/enable-2fa', { enable: true, password: `guess ${n}` }, {})
  for (let n = 0; n < 10; n += 1) expect((await guess(n)).status).toBe(400)
  expect((await guess(10)).status).toBe(429)
})

test('what was begun with the password before turning it off leads nowhere', async () => {
  const ana = await portal.client()
  const { recoveryCodes } = await enrol(portal, ana)
  const browser = await showPassword(portal, ana.user.username)
  await ana.ask(secondFactor.enable, { password: portal.password })
  expect((await enter(browser, recoveryCodes[0] ?? '')).status).toBe(401)
})

test('new recovery codes ask for the password and end the old ones', async () => {
  const ana = await portal.client()
  const { recoveryCodes: old } = await enrol(portal, ana)
  await expect(ana.ask(secondFactor.renewCodes, { password: 'not it' })).rejects.toMatchObject({
    code: 'invalid',
  })
  const { recoveryCodes } = await ana.ask(secondFactor.renewCodes, { password: portal.password })
  const browser = await showPassword(portal, ana.user.username)
  expect((await enter(browser, old[3] ?? '')).status).toBe(401)
  expect((await enter(browser, recoveryCodes[3] ?? '')).status).toBe(200)
  const ben = await portal.client()
  await expect(ben.ask(secondFactor.renewCodes, { password: portal.password })).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('the database holds neither the key nor the recovery codes of a second factor', async () => {
  const ana = await portal.client()
  const { key, recoveryCodes } = await enrol(portal, ana)
  const { rows } = await portal.pool.query(
    'select f.*, r.* from second_factors f join recovery_codes r using (user_id) where user_id = $1',
    [ana.user.id],
  )
  const kept = JSON.stringify(rows)
  expect(rows).toHaveLength(10)
  for (const secret of [key, ...recoveryCodes]) expect(kept).not.toContain(secret)
})

test('a key that was moved to another account opens nothing there', async () => {
  const [ana, ben] = [await portal.client(), await portal.client()]
  const { key } = await enrol(portal, ana)
  await enrol(portal, ben)
  await portal.pool.query(
    `update second_factors set encrypted_key = (select encrypted_key from second_factors where user_id = $1)
     where user_id = $2`,
    [ana.user.id, ben.user.id],
  )
  portal.wait(step)
  const browser = await showPassword(portal, ben.user.username)
  expect((await enter(browser, codeAt(key, portal.now()))).status).toBe(503)
})

test('an administrator lets back in who has lost app and codes, with their own password, and it is told', async () => {
  const [ana, boss] = [await portal.client(), await portal.staff('administrator')]
  const { id, username } = ana.user
  await enrol(portal, ana)
  expect(await boss.ask(secondFactor.showOf, { id })).toEqual({ isEnabled: true })
  await expect(boss.ask(secondFactor.endFor, { id, password: 'not it' })).rejects.toMatchObject({
    code: 'invalid',
  })
  const { password } = portal
  expect(await boss.ask(secondFactor.endFor, { id, password })).toEqual({ isEnabled: false })
  await expect(ana.ask(accounts.current, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  const browser = await showPassword(portal, username)
  expect(browser.answer).toMatchObject({ body: { id, isTwoFactorEnabled: false } })
  const [notice] = await browser.ask(notifications.list, {})
  expect(notice).toMatchObject({ title: 'We have turned two-factor authentication off for you' })
  expect(await trailOf(portal, id)).toContain('two_factor.ended_for')
  await expect(boss.ask(secondFactor.endFor, { id, password })).rejects.toMatchObject({ code: 'conflict' })
  expect((await boss.ask(accounts.current, {})).id).toBe(boss.user.id)
})

test('staff without a password are not told to change it', async () => {
  const [ravi, boss] = [await portal.staff('fee_earner'), await portal.staff('administrator')]
  await enrol(portal, ravi)
  await portal.pool.query("update users set password_hash = '' where id = $1", [ravi.user.id])
  await boss.ask(secondFactor.endFor, { id: ravi.user.id, password: portal.password })
  const { rows } = await portal.pool.query(
    "select body from notifications where user_id = $1 and title like '%off for you'",
    [ravi.user.id],
  )
  expect(rows).toEqual([
    {
      body: "You can sign in without a code until you turn it on again. If this wasn't you, tell your administrator now.",
    },
  ])
})

test('every step leaves its line', async () => {
  const ana = await portal.client()
  const { recoveryCodes } = await enrol(portal, ana)
  const browser = await showPassword(portal, ana.user.username)
  await enter(browser, '000000')
  await enter(browser, recoveryCodes[0] ?? '')
  await browser.ask(secondFactor.renewCodes, { password: portal.password })
  await browser.ask(secondFactor.enable, { password: portal.password })
  expect((await trailOf(portal, ana.user.id)).slice(-7)).toEqual([
    'two_factor.begun',
    'two_factor.enabled',
    'second_step.asked',
    'recovery_code.used',
    'session.began',
    'recovery_codes.renewed',
    'two_factor.disabled',
  ])
})
