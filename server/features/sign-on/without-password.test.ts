import { describe, expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { passkeys } from '#contract/accounts/passkeys.ts'
import { freshSignInMinutes, secondFactor } from '#contract/accounts/second-factor.ts'
import { apiKeys } from '#contract/api-keys.ts'
import { people } from '#contract/firm/people.ts'
import { signOn } from '#contract/sign-on.ts'
import { codeAt, enrol } from '#server/features/accounts/testing.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { withProvider } from './testing/people.ts'

const portal = await openPortal()
const { boss, save, employ, come } = await withProvider(portal)

describe('an administrator who has no password, because they came by the provider,', () => {
  const arrive = async () => {
    const { subject, account } = employ()
    await boss.ask(people.invite, { email: account.email, roles: ['administrator'] })
    return (await come(subject)).browser
  }
  const makeKey = (who: Pick<Client, 'ask'>, password: string) =>
    who.ask(apiKeys.create, { name: 'Ledger', scopes: ['clients.read'], lifetime: '30d', password })

  test('confirms by a code of their authenticator app, each of which counts once', async () => {
    const ravi = await arrive()
    const { key } = await enrol(portal, ravi)
    expect(await ravi.ask(accounts.current, {})).toMatchObject({ hasPassword: false })
    expect(await boss.ask(accounts.current, {})).toMatchObject({ hasPassword: true })
    portal.wait(minutes(1))
    const code = codeAt(key, portal.now())
    expect(await makeKey(ravi, code)).toMatchObject({ name: 'Ledger' })
    for (const typed of [code, '000000', 'a password', portal.password])
      await expect(makeKey(ravi, typed)).rejects.toMatchObject({
        code: 'invalid',
        fields: { password: expect.stringContaining('code') },
      })
    portal.wait(minutes(1))
    await save({ currentPassword: codeAt(key, portal.now()) }, ravi)
    portal.wait(minutes(1))
    const off = { password: codeAt(key, portal.now()) }
    expect(await ravi.ask(secondFactor.enable, off)).toEqual({ enable: false })
  })

  test('is told how, where they have no app either', async () => {
    const ravi = await arrive()
    const how = expect.stringContaining('Turn on two-factor authentication in your account settings')
    await expect(makeKey(ravi, '123456')).rejects.toMatchObject({
      reason: 'no_second_factor',
      message: how,
      fields: { password: how },
    })
    portal.wait(minutes(freshSignInMinutes))
    await expect(ravi.ask(secondFactor.enable, {})).rejects.toMatchObject({
      reason: 'sign_in_again',
      message: expect.stringContaining('sign out and in again'),
    })
  })

  test('does not remove the secret they come in by: nobody might be left who can enter another', async () => {
    const ravi = await arrive()
    const { key } = await enrol(portal, ravi)
    portal.wait(minutes(1))
    await expect(
      ravi.ask(signOn.removeSecret, { password: codeAt(key, portal.now()) }),
    ).rejects.toMatchObject({ code: 'conflict', reason: 'own_way_in' })
    expect(await boss.ask(signOn.show, {})).toMatchObject({ isOn: true, hasSecret: true })
  })

  test.each([
    ['switch it off', { isOn: false }],
    ['name another provider', { issuer: 'https://other.example' }],
  ])('does not %s: nobody might be left who can change it back', async (_, change) => {
    const ravi = await arrive()
    const { key } = await enrol(portal, ravi)
    portal.wait(minutes(1))
    const { issuer } = await boss.ask(signOn.show, {})
    const code = () => ({ currentPassword: codeAt(key, portal.now()) })
    const refused = { code: 'conflict', reason: 'own_way_in' }
    await expect(save({ ...change, ...code() }, ravi)).rejects.toMatchObject(refused)
    expect(await boss.ask(signOn.show, {})).toMatchObject({ isOn: true, issuer })
    portal.wait(minutes(1))
    expect(await save({ name: 'The same provider', ...code() }, ravi)).toMatchObject({ isOn: true, issuer })
    await save()
  })

  test('opens no other way in by a code: neither a password nor a passkey, which would outlive the account at the provider', async () => {
    const ravi = await arrive()
    const { key } = await enrol(portal, ravi)
    portal.wait(minutes(1))
    const code = codeAt(key, portal.now())
    const [newPassword, confirmPassword] = ['quiet harbour lantern', 'quiet harbour lantern']
    const chosen = { currentPassword: code, newPassword, confirmPassword }
    const refusal = { code: 'conflict', reason: 'no_password' }
    await expect(ravi.ask(accounts.changePassword, chosen)).rejects.toMatchObject(refusal)
    await expect(ravi.ask(passkeys.begin, { password: code })).rejects.toMatchObject(refusal)
  })
})
