import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { secondFactor } from '#contract/accounts/second-factor.ts'
import { signatures } from '#contract/signatures/signatures.ts'
import { codeAt, enrol, showPassword } from '#server/features/accounts/testing.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import { seconds } from '#server/platform/time/durations.ts'
import { textOfPdf } from '#server/testing/pdf.ts'
import { type Client, openPortal } from '#server/testing/portal.ts'
import { send, typed } from './testing/signature-requests.ts'

const portal = await openPortal()
const solicitor = await portal.staff('fee_earner')

/** Signs a new document in this session. Returns how the signer was signed in, as the evidence has it. */
async function evidenceOf(session: Pick<Client, 'ask' | 'jar'>, client: Pick<Client, 'user'>) {
  const { id } = await send(solicitor, client)
  await session.ask(signatures.create, typed(id))
  const reply = await portal.app.inject({
    url: `/api/documents/${id}/signed`,
    headers: cookieOf(session.jar),
  })
  const { text } = await textOfPdf(reply.rawPayload)
  const { events } = await solicitor.ask(signatures.evidence, { id })
  const printed = /Signed in with\s+(.*?)\s+Document\s/s.exec(text)?.[1]?.replaceAll(/\s+/g, ' ')
  return { printed, shown: events.find(({ kind }) => kind === 'signed')?.detail }
}

const signedInWith = (words: string) => ({ printed: words, shown: `Signed in with: ${words}` })

test('the evidence says how this session was begun, not what the account has since been set to', async () => {
  const ana = await portal.client()
  const { username } = ana.user
  await ana.ask(accounts.login, { username, password: portal.password })
  const { key, recoveryCodes } = await enrol(portal, ana)
  expect((await ana.ask(accounts.current, {})).isTwoFactorEnabled).toBe(true)
  expect(await evidenceOf(ana, ana)).toEqual(signedInWith('Password'))

  portal.wait(seconds(30))
  const byCode = await showPassword(portal, username)
  await byCode.ask(secondFactor.signIn, { code: codeAt(key, portal.now()) })
  expect(await evidenceOf(byCode, ana)).toEqual(signedInWith('Password and authenticator code'))

  const byRecovery = await showPassword(portal, username)
  await byRecovery.ask(secondFactor.signIn, { code: recoveryCodes[0] ?? '' })
  expect(await evidenceOf(byRecovery, ana)).toEqual(signedInWith('Password and recovery code'))

  // Turning it off doesn't change that this session began with a code.
  await byRecovery.ask(secondFactor.enable, { password: portal.password })
  expect(await evidenceOf(byRecovery, ana)).toEqual(signedInWith('Password and recovery code'))
})

test('who signs in the session of their registration chose the password in it', async () => {
  const ben = await portal.client()
  expect(await evidenceOf(ben, ben)).toEqual(signedInWith('Password, chosen in this session'))
})
