import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { days } from '#server/platform/time/durations.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { mailsTo } from '../mail/testing.ts'
import { issueToken } from './service.ts'
import { trailOf } from './testing.ts'

const portal = await openPortal()
const limited = await openPortal({ isRateLimited: true })

const linkOf = ({ user }: Client, email = user.email) =>
  issueToken(
    { db: portal.db, now: portal.now() },
    { purpose: 'email_confirmation', subjectId: user.id, facts: { email }, lifetime: days(7) },
  )
const confirm = (token: string) => portal.visitor().send('POST', '/api/confirm-email', { token }, {})
const sentTo = async ({ user }: Client, at = portal) =>
  (await trailOf(at, user.id)).filter((event) => event === 'email.confirmation_sent').length
const isConfirmed = async (person: Client) => (await person.ask(accounts.current, {})).isEmailConfirmed

test('a new client is asked to confirm their address, once, and needs no session for it', async () => {
  const ana = await portal.client()
  expect(ana.user.isEmailConfirmed).toBe(false)
  expect(await sentTo(ana)).toBe(1)
  const token = await linkOf(ana)
  expect(await confirm(token)).toEqual({ status: 200, body: { success: true } })
  expect(await isConfirmed(ana)).toBe(true)
  expect(await confirm(token)).toMatchObject({ status: 422, body: { reason: 'link_over' } })
  expect(await trailOf(portal, ana.user.id)).toContain('email.confirmed')
})

test('the link that is mailed at registration confirms the address', async () => {
  const ana = await portal.client()
  const [mail] = await mailsTo(portal, ana.user.email)
  expect(mail).toMatchObject({ subject: 'Please confirm your email address', isChosen: false })
  const link = new URL(mail?.action?.path ?? '', 'https://portal.example')
  expect(link.pathname).toBe('/confirm-email')
  expect((await confirm(link.searchParams.get('token') ?? '')).status).toBe(200)
  expect(await isConfirmed(ana)).toBe(true)
})

test('a changed address is to be confirmed anew, and a link to the old one confirms nothing', async () => {
  const ana = await portal.client()
  await confirm(await linkOf(ana))
  const { firstName, lastName, email } = ana.user
  const old = await linkOf(ana)
  const moved = { firstName, lastName, email: `new-${email}`, currentPassword: portal.password }
  expect((await ana.ask(accounts.saveProfile, moved)).isEmailConfirmed).toBe(false)
  expect(await sentTo(ana)).toBe(2)
  expect((await confirm(old)).status).toBe(422)
  expect((await confirm(await linkOf(ana, email))).status).toBe(422)
  expect(await isConfirmed(ana)).toBe(false)
  const [lastMail] = (await mailsTo(portal, email)).slice(-1)
  expect(lastMail).toMatchObject({ subject: 'Your email address was changed', action: null })
  expect((await mailsTo(portal, moved.email)).map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['Please confirm your email address', 'Your email address was changed']),
  )
  const [notice] = await ana.ask(notifications.list, {})
  expect(notice).toMatchObject({ title: 'Your email address was changed' })
  expect((await confirm(await linkOf(ana, moved.email))).status).toBe(200)
  expect(await isConfirmed(ana)).toBe(true)
})

test('a saved profile with the same address, however it is written, stays confirmed', async () => {
  const ana = await portal.client()
  await confirm(await linkOf(ana))
  const { firstName, lastName, email } = ana.user
  const saved = await ana.ask(accounts.saveProfile, { firstName, lastName, email: email.toUpperCase() })
  expect(saved.isEmailConfirmed).toBe(true)
})

test('the link is sent again when asked, a few times an hour, and not to who has confirmed', async () => {
  const ana = await limited.client()
  for (let at = 0; at < 5; at += 1) await ana.ask(accounts.sendConfirmation, {})
  await expect(ana.ask(accounts.sendConfirmation, {})).rejects.toMatchObject({ code: 'too_many' })
  expect(await sentTo(ana, limited)).toBe(6)
  const ben = await portal.client()
  await confirm(await linkOf(ben))
  await ben.ask(accounts.sendConfirmation, {})
  expect(await sentTo(ben)).toBe(1)
})
