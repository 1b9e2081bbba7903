import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { secondFactor } from '#contract/accounts/second-factor.ts'
import { firm } from '#contract/firm/firm.ts'
import { enrol } from '#server/features/accounts/testing.ts'
import { openPortal } from '#server/testing/portal.ts'
import { withProvider } from './testing/people.ts'

// What some providers answer and others do not.
const portal = await openPortal()
const { provider, save, employ, come } = await withProvider(portal)

const byGroups = {
  joining: 'groups' as const,
  groupRoles: [{ group: 'Solicitors', role: 'fee_earner' as const }],
}

test('whoever says no at the provider is told so', async () => {
  await expect(come(null)).rejects.toMatchObject({ reason: 'provider_refused' })
})

test('signing out here leads to signing out there, and back to the sign-in page', async () => {
  await save(byGroups)
  const { subject } = employ({ groups: ['Solicitors'] })
  const { browser } = await come(subject)
  const { continueAt = '' } = await browser.ask(accounts.logout, {})
  const url = new URL(continueAt)
  expect(url.origin).toBe(provider.issuer)
  expect(url.searchParams.get('post_logout_redirect_uri')).toBe('https://portal.example/auth')
  const reply = await fetch(url)
  expect(reply.status).toBe(200)
  expect(await reply.text()).toContain('logout')
  expect(await (await portal.client()).ask(accounts.logout, {})).toEqual({ success: true })
})

test('whoever is in no group at all has no role', async () => {
  await save(byGroups)
  await expect(come(employ({ groups: [] }).subject)).rejects.toMatchObject({ reason: 'no_role' })
})

test('who has our second factor is asked for it, unless the provider asked for one and is believed', async () => {
  await save(byGroups)
  const { subject, account } = employ({ groups: ['Solicitors'] })
  const { browser } = await come(subject)
  const { recoveryCodes } = await enrol(portal, browser)
  const halfway = await come(subject)
  expect(halfway.answer).toEqual({ twoFactorRequired: true })
  await expect(halfway.browser.ask(accounts.current, {})).rejects.toMatchObject({
    reason: 'second_factor_required',
  })
  const [code = ''] = recoveryCodes
  expect(await halfway.browser.ask(secondFactor.signIn, { code })).toMatchObject({ email: account.email })

  provider.accounts.set(subject, { ...account, amr: ['pwd', 'mfa'] })
  expect((await come(subject)).answer).toEqual({ twoFactorRequired: true })
  await save({ ...byGroups, trustsSecondFactor: true })
  expect((await come(subject)).answer).toMatchObject({ email: account.email })
})

test('where a second factor is required, the provider’s is one if it is believed', async () => {
  const real = await openPortal({ isDemo: false })
  const theirs = await withProvider(real)
  const { subject, account } = theirs.employ({ groups: ['Solicitors'], amr: ['mfa'] })
  await theirs.save(byGroups)
  const first = await theirs.come(subject)
  await expect(first.browser.ask(firm.clients, {})).rejects.toMatchObject({ reason: 'second_factor_missing' })
  await theirs.save({ ...byGroups, trustsSecondFactor: true })
  const second = await theirs.come(subject)
  expect((await second.browser.ask(firm.clients, {})).total).toBe(0)
  // The page sends nobody to the set-up of an app by this.
  expect(await second.browser.ask(accounts.current, {})).toMatchObject({ hasSecondFactor: true })
  expect(account.amr).toContain('mfa')
})
