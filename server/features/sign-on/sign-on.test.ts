import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { firm } from '#contract/firm/firm.ts'
import { people } from '#contract/firm/people.ts'
import { fullName } from '#contract/kit/names.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { settings } from '#contract/settings.ts'
import { SignOnLinkId, signOn, signOnMinutes } from '#contract/sign-on.ts'
import { newsTo } from '#server/features/mail/testing.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { openPortal } from '#server/testing/portal.ts'
import { withProvider } from './testing/people.ts'

const portal = await openPortal()
const { provider, boss, save, employ, come, confirm } = await withProvider(portal)

const invite = (email: string) => boss.ask(people.invite, { email, roles: ['fee_earner'] })
const trailOf = async (event: string) => {
  const { rows } = await portal.pool.query('select subject_id from audit where event = $1', [event])
  return rows.map((row) => row.subject_id)
}

test('whoever was invited comes in by the provider, with an account that has no password', async () => {
  const { subject, account } = employ({ given_name: 'Priya', family_name: 'Raman' })
  await invite(account.email)
  const { answer, browser, next } = await come(subject)
  expect(answer).toMatchObject({
    email: account.email,
    firstName: 'Priya',
    lastName: 'Raman',
    roles: ['fee_earner'],
  })
  expect(next).toBe('/firm/clients')
  expect((await browser.ask(firm.clients, {})).total).toBe(0)
  const { invitations } = await boss.ask(people.list, {})
  expect(invitations.map(({ email }) => email)).not.toContain(account.email)
  const { username } = await browser.ask(accounts.current, {})
  await expect(
    portal.visitor().ask(accounts.login, { username, password: 'anything' }),
  ).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  expect(await trailOf('sign_on.joined')).toHaveLength(1)
})

test('somebody comes back by what the provider calls them, whatever their address is by then', async () => {
  const { subject, account } = employ()
  await invite(account.email)
  const first = await come(subject)
  provider.accounts.set(subject, { ...account, email: 'married@firm.example' })
  const second = await come(subject)
  expect(second.answer).toEqual(first.answer)
})

test('an open window is not enough to change who may sign in: it takes the password', async () => {
  for (const [currentPassword, reason] of [
    [undefined, 'reauth_required'],
    ['a guess at it', undefined],
  ] as const)
    await expect(save({ issuer: 'https://elsewhere.example', currentPassword })).rejects.toMatchObject({
      reason,
      fields: { currentPassword: expect.any(String) },
    })
  expect(await boss.ask(signOn.show, {})).toMatchObject({ issuer: provider.issuer, isOn: true })
})

test('the other administrators are told of each change of the sign-in, under the bell and by email, and whoever made it is not', async () => {
  const other = await portal.staff('administrator')
  const [cashier, readNotifications] = [
    await portal.staff('cashier'),
    () => other.ask(notifications.list, {}),
  ]
  await save({ name: 'Elsewhere' })
  const { host } = new URL(provider.issuer)
  expect(await readNotifications()).toMatchObject([
    {
      title: 'How people sign in has changed',
      body: `${fullName(boss.user)} changed how people at the firm sign in: the sign-in page offers Elsewhere (${host}). If you didn’t expect this, ask them at once.`,
      link: '/firm/integrations?tab=sign-on',
    },
  ])
  await save({ isOn: false })
  expect((await readNotifications())[0]?.body).toContain(`switched off signing in with Provider (${host})`)
  await save({ isOn: false, scopes: '' })
  expect((await readNotifications())[0]?.body).toContain('The sign-in page doesn’t offer it.')
  for (const person of [boss, cashier]) expect(await person.ask(notifications.list, {})).toEqual([])
  expect(await newsTo(portal, other.user.email)).toMatchObject(
    [1, 2, 3].map(() => ({
      subject: 'How people at the firm sign in to the portal has changed',
      paragraphs: [expect.stringContaining('If you didn’t expect this')],
    })),
  )
  await save()
})

test('with the secret removed the sign-in page offers the provider no more, and whoever is on their way is told so', async () => {
  const { subject } = employ()
  expect(await boss.ask(signOn.show, {})).toMatchObject({ hasSecret: true })
  const browser = portal.visitor()
  const { url } = await browser.ask(signOn.begin, {})
  const other = await portal.staff('administrator')
  const { password } = portal
  const removed = await boss.ask(signOn.removeSecret, { password })
  expect(removed).toMatchObject({ isOn: false, hasSecret: false, issuer: provider.issuer })
  const query = await provider.signIn(url, subject)
  const off = { reason: 'sign_on_off', message: expect.stringContaining('Please use your password') }
  await expect(browser.ask(signOn.enter, { query })).rejects.toMatchObject(off)
  await expect(browser.ask(signOn.begin, {})).rejects.toMatchObject(off)
  expect((await other.ask(notifications.list, {}))[0]?.body).toContain(
    'removed the secret for signing in with',
  )
  expect(await trailOf('sign_on.secret_removed')).toHaveLength(1)
  await save()
})

test('whoever was not invited is refused, and is nobody afterwards', async () => {
  const { subject, account } = employ()
  await expect(come(subject)).rejects.toMatchObject({ reason: 'not_invited' })
  const { people: all } = await boss.ask(people.list, {})
  expect(all.map(({ email }) => email)).not.toContain(account.email)
})

test('a client is never reached by the provider, and is answered as a stranger is', async () => {
  const client = await portal.client()
  const { subject } = employ({ email: client.user.email })
  await expect(come(subject)).rejects.toMatchObject({ code: 'forbidden', reason: 'not_invited' })
})

test('an address that the provider has not verified opens nothing, and one it is silent about only if the firm says so', async () => {
  const priya = await portal.staff('fee_earner')
  await confirm(priya.user.id)
  const { email } = priya.user
  const unverified = employ({ email, email_verified: false })
  await expect(come(unverified.subject)).rejects.toMatchObject({ reason: 'email_unverified' })
  const { subject } = employ()
  provider.accounts.set(subject, { email })
  await expect(come(subject)).rejects.toMatchObject({ reason: 'email_unverified' })
  await save({ trustsEmail: true })
  await expect(come(unverified.subject)).rejects.toMatchObject({ reason: 'email_unverified' })
  expect((await come(subject)).answer).toMatchObject({ id: priya.user.id })
  await save()
})

test('an account is connected once: a second person of its address, and an address nobody confirmed here, are refused', async () => {
  const priya = await portal.staff('fee_earner')
  const { subject, account } = employ({ email: priya.user.email })
  await expect(come(subject)).rejects.toMatchObject({ reason: 'email_unconfirmed' })
  await confirm(priya.user.id)
  expect((await come(subject)).answer).toMatchObject({ id: priya.user.id })
  const other = employ(account)
  await expect(come(other.subject)).rejects.toMatchObject({ reason: 'other_account' })
})

test('whoever has left is not let in, and whoever is disconnected is signed out at once', async () => {
  const { subject, account } = employ()
  await invite(account.email)
  const { browser } = await come(subject)
  const { id } = await browser.ask(accounts.current, {})
  const { links } = await boss.ask(signOn.show, {})
  const link = links.find(({ userId }) => userId === id)
  await boss.ask(signOn.unlink, { id: SignOnLinkId.parse(link?.id) })
  await expect(browser.ask(accounts.current, {})).rejects.toMatchObject({ code: 'unauthenticated' })
  await come(subject)
  await boss.ask(people.deactivate, { id })
  await expect(come(subject)).rejects.toMatchObject({ reason: 'deactivated' })
})

test('an answer works once, in the browser that asked for it, and not after its time', async () => {
  const { subject, account } = employ()
  await invite(account.email)
  const browser = portal.visitor()
  const { url } = await browser.ask(signOn.begin, {})
  const query = await provider.signIn(url, subject)
  await expect(portal.visitor().ask(signOn.enter, { query })).rejects.toMatchObject({
    reason: 'sign_on_expired',
  })
  await browser.ask(signOn.enter, { query })
  await expect(browser.ask(signOn.enter, { query })).rejects.toMatchObject({ reason: 'sign_on_expired' })

  const late = portal.visitor()
  const begun = await late.ask(signOn.begin, {})
  const answered = await provider.signIn(begun.url, subject)
  portal.wait(minutes(signOnMinutes))
  await expect(late.ask(signOn.enter, { query: answered })).rejects.toMatchObject({
    reason: 'sign_on_expired',
  })
})

test('what another browser was answered, or another state, signs nobody in', async () => {
  const { subject, account } = employ()
  await invite(account.email)
  const [mine, theirs] = [portal.visitor(), portal.visitor()]
  const { url } = await theirs.ask(signOn.begin, {})
  const query = await provider.signIn(url, subject)
  const begun = await mine.ask(signOn.begin, {})
  const { searchParams } = new URL(begun.url)
  const forged = new URLSearchParams(query)
  // Even with the state of this browser the code belongs to the verifier of the other.
  forged.set('state', searchParams.get('state') ?? '')
  await expect(mine.ask(signOn.enter, { query: forged.toString() })).rejects.toMatchObject({
    code: 'unauthenticated',
  })
  const again = portal.visitor()
  await again.ask(signOn.begin, {})
  await expect(again.ask(signOn.enter, { query })).rejects.toMatchObject({ reason: 'provider_untrusted' })
})

test('the sign-in page names the provider while it is on', async () => {
  expect((await portal.visitor().ask(settings.firm, {})).signOn).toBe('Provider')
  await save({ isOn: false })
  expect((await portal.visitor().ask(settings.firm, {})).signOn).toBeNull()
  await expect(portal.visitor().ask(signOn.begin, {})).rejects.toMatchObject({ reason: 'sign_on_off' })
  await save()
})
