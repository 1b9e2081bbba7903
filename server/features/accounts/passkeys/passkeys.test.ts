import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { passkeyMinutes, passkeys } from '#contract/accounts/passkeys.ts'
import { firm } from '#contract/firm/firm.ts'
import { people } from '#contract/firm/people.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { issueToken } from '../sessions/tokens.ts'
import { openAuthenticator } from '../testing/authenticator.ts'
import { relyingPartyOf } from './passkeys.ts'

const portal = await openPortal()
const { password } = portal

async function withPasskey(person?: Pick<Client, 'ask' | 'send'>) {
  const owner = person ?? (await portal.client())
  const device = openAuthenticator()
  const answer = await owner.ask(passkeys.begin, { password })
  const kept = await owner.ask(passkeys.add, { name: 'My phone', made: device.make(answer) })
  return { owner, device, kept }
}

test('a passkey signs its owner in without name or password, and is listed with its last use', async () => {
  const ana = await portal.client()
  const { device, kept } = await withPasskey(ana)
  expect(kept).toMatchObject({ name: 'My phone', lastUsedAt: null })
  const browser = portal.visitor()
  const answer = await browser.ask(passkeys.ask, {})
  const user = await browser.ask(passkeys.signIn, { shown: device.show(answer) })
  expect(user.id).toBe(ana.user.id)
  expect(await browser.ask(passkeys.list, {})).toEqual([{ ...kept, lastUsedAt: portal.now() }])
})

test('a passkey is added after the password only', async () => {
  const ana = await portal.client()
  await expect(ana.ask(passkeys.begin, { password: 'not this one' })).rejects.toMatchObject({
    fields: { password: expect.any(String) },
  })
})

test('an answer works once, and not after five minutes', async () => {
  const { device } = await withPasskey()
  const browser = portal.visitor()
  const shown = device.show(await browser.ask(passkeys.ask, {}))
  await browser.ask(passkeys.signIn, { shown })
  await expect(portal.visitor().ask(passkeys.signIn, { shown })).rejects.toMatchObject({
    reason: 'passkey_expired',
  })
  const late = device.show(await portal.visitor().ask(passkeys.ask, {}))
  portal.wait(minutes(passkeyMinutes))
  await expect(portal.visitor().ask(passkeys.signIn, { shown: late })).rejects.toMatchObject({
    reason: 'passkey_expired',
  })
})

test('what was signed for another site, or without its owner showing who they are, signs nobody in', async () => {
  const { device } = await withPasskey()
  for (const manner of [{ origin: 'https://portal.example.evil' }, { isVerified: false }]) {
    const browser = portal.visitor()
    const shown = device.show(await browser.ask(passkeys.ask, {}), manner)
    await expect(browser.ask(passkeys.signIn, { shown })).rejects.toMatchObject({ reason: 'passkey_unknown' })
  }
  const other = portal.visitor()
  const answer = await other.ask(passkeys.ask, {})
  const shown = device.show({ ...answer, rpId: 'elsewhere.example' })
  await expect(other.ask(passkeys.signIn, { shown })).rejects.toMatchObject({ reason: 'passkey_unknown' })
})

test('a signature by another device, or over another answer, signs nobody in', async () => {
  const { device } = await withPasskey()
  const stranger = openAuthenticator()
  const answer = await portal.visitor().ask(passkeys.ask, {})
  const mine = device.show(answer)
  const forged = {
    ...mine,
    response: { ...mine.response, signature: stranger.show(answer).response.signature },
  }
  await expect(portal.visitor().ask(passkeys.signIn, { shown: forged })).rejects.toMatchObject({
    reason: 'passkey_unknown',
  })
})

test('a device that counts its uses is refused once somebody else has a copy', async () => {
  const { device } = await withPasskey()
  const signIn = async (counter: number) => {
    const browser = portal.visitor()
    return browser.ask(passkeys.signIn, {
      shown: device.show(await browser.ask(passkeys.ask, {}), { counter }),
    })
  }
  await signIn(7)
  await expect(signIn(7)).rejects.toMatchObject({ reason: 'passkey_unknown' })
  await expect(signIn(3)).rejects.toMatchObject({ reason: 'passkey_unknown' })
  await signIn(8)
})

test('what one person began, another cannot finish', async () => {
  const [ana, ben] = [await portal.client(), await portal.client()]
  const made = openAuthenticator().make(await ana.ask(passkeys.begin, { password }))
  await expect(ben.ask(passkeys.add, { name: 'Mine', made })).rejects.toMatchObject({
    reason: 'passkey_expired',
  })
  expect(await ben.ask(passkeys.list, {})).toEqual([])
})

test('a passkey that was removed signs nobody in, and nobody removes another’s', async () => {
  const { owner, device, kept } = await withPasskey()
  const ben = await portal.client()
  await expect(ben.ask(passkeys.remove, { id: kept.id, password })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await owner.ask(passkeys.list, {})).toEqual([kept])
  expect(await owner.ask(passkeys.remove, { id: kept.id, password })).toEqual([])
  expect(await signsIn(device)).toBe(false)
})

test('a window left open is not enough to remove a passkey: the password is, and no other', async () => {
  const { owner, device, kept } = await withPasskey()
  const path = `/api/passkeys/${kept.id}/remove`
  for (const typed of [{}, { password: '' }])
    expect(await owner.send('POST', path, typed, {})).toMatchObject({
      status: 403,
      body: { reason: 'reauth_required', fields: { password: expect.any(String) } },
    })
  await expect(owner.ask(passkeys.remove, { id: kept.id, password: 'not this one' })).rejects.toMatchObject({
    code: 'invalid',
    fields: { password: 'Your current password is incorrect.' },
  })
  expect(await signsIn(device)).toBe(true)
})

test('a page from before the password was asked for removes no passkey, and is told to reload', async () => {
  const { owner, device, kept } = await withPasskey()
  expect(await owner.send('DELETE', `/api/passkeys/${kept.id}`, {}, {})).toMatchObject({
    body: { message: expect.stringMatching(/reload/) },
  })
  expect(await signsIn(device)).toBe(true)
})

test('the last passkey can go, and its owner signs in by their password as before', async () => {
  const owner = await portal.client()
  const { kept } = await withPasskey(owner)
  await owner.ask(passkeys.remove, { id: kept.id, password })
  const { username } = owner.user
  expect(await portal.visitor().ask(accounts.login, { username, password })).toMatchObject({ username })
})

const signsIn = async (device: ReturnType<typeof openAuthenticator>) => {
  const browser = portal.visitor()
  const shown = device.show(await browser.ask(passkeys.ask, {}))
  const { status } = await browser.send('POST', passkeys.signIn.path, { shown }, {})
  return status === 200
}

test('a new password by the link of an email ends the passkeys, which a stranger may have added', async () => {
  const owner = await portal.client()
  const { device } = await withPasskey(owner)
  const token = await issueToken(
    { db: portal.db, now: portal.now() },
    {
      purpose: 'password_reset',
      subjectId: owner.user.id,
      facts: { email: owner.user.email },
      lifetime: minutes(1),
    },
  )
  const newPassword = 'a brand new secret'
  await portal.visitor().ask(accounts.resetPassword, { token, newPassword, confirmPassword: newPassword })
  const browser = portal.visitor()
  const shown = device.show(await browser.ask(passkeys.ask, {}))
  await expect(browser.ask(passkeys.signIn, { shown })).rejects.toMatchObject({ reason: 'passkey_unknown' })
})

test('whoever has left the firm is not let in by a passkey', async () => {
  const [administrator, owen] = [await portal.staff('administrator'), await portal.staff('fee_earner')]
  const { device } = await withPasskey(owen)
  await administrator.ask(people.deactivate, { id: owen.user.id })
  const browser = portal.visitor()
  const shown = device.show(await browser.ask(passkeys.ask, {}))
  await expect(browser.ask(passkeys.signIn, { shown })).rejects.toMatchObject({ reason: 'passkey_unknown' })
})

test('where a second factor is required, a passkey is one; a password alone is not', async () => {
  const real = await openPortal({ isDemo: false })
  const owen = await real.staff('fee_earner')
  const device = openAuthenticator()
  const answer = await owen.ask(passkeys.begin, { password: real.password })
  await owen.ask(passkeys.add, { name: 'My phone', made: device.make(answer) })
  await real.pool.query('update users set is_two_factor_enabled = false where id = $1', [owen.user.id])
  const browser = real.visitor()
  await browser.ask(passkeys.signIn, { shown: device.show(await browser.ask(passkeys.ask, {})) })
  expect((await browser.ask(firm.clients, {})).total).toBe(0)
  const other = real.visitor()
  await other.ask(accounts.login, { username: owen.user.username, password: real.password })
  await expect(other.ask(firm.clients, {})).rejects.toMatchObject({ reason: 'second_factor_missing' })
})

test.each([
  ['https://portal.example.co.uk', 'portal.example.co.uk', 'https://portal.example.co.uk'],
  ['http://127.0.0.1:3000', 'localhost', 'http://localhost:3000'],
  ['http://[::1]:3000', 'localhost', 'http://localhost:3000'],
])('passkeys of %s belong to %s', (origin, id, at) =>
  expect(relyingPartyOf(origin)).toEqual({ id, origin: at }),
)
