import { expect, test } from 'vitest'
import { portal as kit } from '#contract/kit/portal.ts'
import { signOn } from '#contract/sign-on.ts'
import { openPortal } from '#server/testing/portal.ts'
import { withProvider } from './testing/people.ts'

const portal = await openPortal()
const { provider, boss, save, employ, come } = await withProvider(portal)
const warnings = async (): Promise<string[]> =>
  (await portal.app.inject({ url: kit.health.path })).json().warnings
const soon = { interval: 100, timeout: 10_000 }
const ofSignIn = expect.stringContaining('sign-in provider')

const byGroups = {
  joining: 'groups' as const,
  groupRoles: [{ group: 'Solicitors', role: 'fee_earner' as const }],
}
const { subject } = employ({ groups: ['Solicitors'] })
const fail = async () => {
  await save({ ...byGroups, clientSecret: 'not the one that the provider knows' })
  await expect(come(subject)).rejects.toMatchObject({ reason: 'provider_misconfigured' })
  await expect.poll(warnings, soon).toContainEqual(ofSignIn)
}

test('the health says that the provider refuses the secret, until another is entered or it is switched off', async () => {
  await save(byGroups)
  await come(subject)
  await expect(come(null)).rejects.toMatchObject({ reason: 'provider_refused' })
  await expect.poll(warnings, soon).not.toContainEqual(ofSignIn)
  await fail()
  await save(byGroups)
  await expect.poll(warnings, soon).not.toContainEqual(ofSignIn)
  await come(subject)
  await fail()
  await save({ ...byGroups, isOn: false })
  await expect.poll(warnings, soon).not.toContainEqual(ofSignIn)
})

test('a provider that was away is named until a test of the kept settings is good', async () => {
  await save(byGroups)
  const { issuer, clientId } = provider
  await portal.pool.query(
    "update connections set failing_since = now(), failure = 'unreachable' where name = 'sign_on'",
  )
  await expect.poll(warnings, soon).toContainEqual(ofSignIn)
  const checks = await boss.ask(signOn.test, { issuer, clientId })
  expect(checks.every(({ state }) => state === 'good')).toBe(true)
  await expect.poll(warnings, soon).not.toContainEqual(ofSignIn)
})
