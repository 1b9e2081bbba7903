import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { secondFactor } from '#contract/accounts/second-factor.ts'
import { people } from '#contract/firm/people.ts'
import { mailsTo } from '#server/features/mail/testing.ts'
import { openPortal } from '#server/testing/portal.ts'
import { issueToken } from '../service.ts'
import { enrol, showPassword } from '../testing.ts'

const portal = await openPortal()
const boss = await portal.staff('administrator')
const { hasher } = portal.ports
const deactivate = (person: { user: typeof boss.user }) => boss.ask(people.deactivate, { id: person.user.id })

test('whoever was deactivated between password and code does not come in, nor after coming back', async () => {
  const priya = await portal.staff('fee_earner')
  const { recoveryCodes } = await enrol(portal, priya)
  const [code = ''] = recoveryCodes
  const halfway = await showPassword(portal, priya.user.username)
  await deactivate(priya)
  await expect(halfway.ask(secondFactor.signIn, { code })).rejects.toMatchObject({ reason: 'sign_in_again' })
  await boss.ask(people.reactivate, { id: priya.user.id })
  await expect(halfway.ask(secondFactor.signIn, { code })).rejects.toMatchObject({ reason: 'sign_in_again' })
})

test('whoever is deactivated while their password is looked at does not come in', async () => {
  const priya = await portal.staff('fee_earner')
  portal.ports.hasher = {
    ...hasher,
    verify: async (...args) => {
      const isRight = await hasher.verify(...args)
      await deactivate(priya)
      return isRight
    },
  }
  const browser = await showPassword(portal, priya.user.username)
  portal.ports.hasher = hasher
  expect(browser.answer).toMatchObject({ status: 401, body: { message: 'Invalid username or password' } })
  await expect(browser.ask(accounts.current, {})).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a session of somebody deactivated opens nothing, however it came to be', async () => {
  const priya = await portal.staff('fee_earner')
  const { username } = priya.user
  await portal.pool.query('update users set deactivated_at = now() where username = $1', [username])
  await expect(priya.ask(accounts.current, {})).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('the link to a new password ends with the account, and none is sent any more', async () => {
  const priya = await portal.staff('fee_earner')
  const { id, email } = priya.user
  const token = await issueToken(
    { db: portal.db, now: portal.now() },
    { purpose: 'password_reset', subjectId: id, facts: { email: email.toLowerCase() }, lifetime: 60_000 },
  )
  await deactivate(priya)
  const chosen = 'another horse entirely'
  const input = { token, newPassword: chosen, confirmPassword: chosen }
  const reset = () => portal.visitor().ask(accounts.resetPassword, input)
  await expect(reset()).rejects.toMatchObject({ reason: 'link_over' })
  await boss.ask(people.reactivate, { id })
  await expect(reset()).rejects.toMatchObject({ reason: 'link_over' })
  expect((await mailsTo(portal, email)).map(({ subject }) => subject)).not.toContain('Choose a new password')
})
