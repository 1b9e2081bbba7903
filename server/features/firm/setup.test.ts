import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { secondFactor } from '#contract/accounts/second-factor.ts'
import { firm } from '#contract/firm/firm.ts'
import { setup } from '#contract/firm/setup.ts'
import { settings } from '#contract/settings.ts'
import { newPerson, openPortal, type Portal } from '#server/testing/portal.ts'
import { findSetupCode } from './setup.ts'

const facts = {
  name: 'Okafor & Lind',
  regulator: 'Authorised and regulated by the Solicitors Regulation Authority, SRA number 123456.',
  telephone: '020 7946 0999',
  hours: 'Monday to Friday, 9am to 5pm',
  email: 'hello@okafor-lind.example',
  postalAddress: '1 Market Place, Leeds LS1 1AA',
  complaintsTo: 'complaints@okafor-lind.example',
}

const codeOf = async ({ db }: Portal) => (await findSetupCode(db)) ?? ''
const digits = (portal: Portal, key: string) =>
  generateSync({ secret: key, epoch: Math.floor(portal.now().getTime() / 1000) })

async function answersFor(portal: Portal, setupCode: string) {
  const { firstName, lastName, username, email, password, confirmPassword } = newPerson()
  const administrator = { firstName, lastName, username, email, password, confirmPassword }
  const { key } = await portal.visitor().ask(setup.begin, { setupCode, firmName: facts.name, username })
  return { setupCode, firm: facts, administrator, factor: { key, code: digits(portal, key) } }
}

test('an empty portal is set up once: every page shows the firm, and its administrator is signed in', async () => {
  const portal = await openPortal({ isEmpty: true })
  const visitor = portal.visitor()
  expect(await visitor.ask(settings.firm, {})).toMatchObject({ needsSetup: true })
  const answers = await answersFor(portal, await codeOf(portal))
  const { user, recoveryCodes } = await visitor.ask(setup.complete, answers)
  expect(user).toMatchObject({ role: 'administrator', isTwoFactorEnabled: true, isFirstLogin: false })
  expect(recoveryCodes).toHaveLength(10)
  expect(await visitor.ask(settings.firm, {})).toMatchObject({ ...facts, needsSetup: false })
  expect(await visitor.ask(firm.clients, {})).toMatchObject({ total: 0 })

  const { username, password } = answers.administrator
  const later = portal.visitor()
  expect(await later.ask(accounts.login, { username, password })).toEqual({ twoFactorRequired: true })
  const [code = ''] = recoveryCodes
  expect(await later.ask(secondFactor.signIn, { code })).toMatchObject({ username })

  expect(await findSetupCode(portal.db)).toBeNull()
  const again = portal.visitor().ask(setup.complete, answers)
  await expect(again).rejects.toMatchObject({ code: 'not_found' })
})

test('a client who comes before the set-up is told so, and can register afterwards', async () => {
  const portal = await openPortal({ isEmpty: true })
  const early = portal.visitor()
  const wish = newPerson()
  await expect(early.ask(accounts.register, wish)).rejects.toMatchObject({
    code: 'conflict',
    reason: 'not_set_up',
    message: "This portal hasn't been set up yet. Please come back later.",
  })
  const { rows } = await portal.pool.query('select count(*)::int as people from users')
  expect(rows).toEqual([{ people: 0 }])

  const boss = portal.visitor()
  await boss.ask(setup.complete, await answersFor(portal, await codeOf(portal)))
  // Whatever is sent there afterwards.
  for (const { path } of [setup.begin, setup.complete])
    expect((await early.send('POST', path, { setupCode: 7 }, {})).status).toBe(404)
  expect(await early.ask(accounts.register, wish)).toMatchObject({ role: 'client' })
})

test('of many concurrent set-ups, one creates the administrator', async () => {
  const portal = await openPortal({ isEmpty: true })
  const setupCode = await codeOf(portal)
  const all = await Promise.all(Array.from({ length: 5 }, () => answersFor(portal, setupCode)))
  const said = await Promise.allSettled(all.map((answers) => portal.visitor().ask(setup.complete, answers)))
  expect(said.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const { rows } = await portal.pool.query('select count(*)::int as people from users')
  expect(rows).toEqual([{ people: 1 }])
})

test('a stranger without the set-up code cannot set the portal up, and a code with one wrong character fails', async () => {
  const portal = await openPortal({ isEmpty: true, isRateLimited: true })
  const answers = await answersFor(portal, await codeOf(portal))
  const completeWith = (change: object) => portal.visitor().ask(setup.complete, { ...answers, ...change })
  await expect(completeWith({ setupCode: 'ABCD-EFGH-JKMN' })).rejects.toMatchObject({
    code: 'forbidden',
    reason: 'wrong_setup_code',
  })
  const factor = { key: answers.factor.key, code: answers.factor.code === '000000' ? '111111' : '000000' }
  await expect(completeWith({ factor })).rejects.toMatchObject({ reason: 'wrong_code' })
  for (let count = 0; count < 10; count += 1) await completeWith({ setupCode: 'X' }).catch(() => {})
  await expect(completeWith({ setupCode: 'X' })).rejects.toMatchObject({ code: 'too_many' })
  const { rows } = await portal.pool.query('select count(*)::int as people from users')
  expect(rows).toEqual([{ people: 0 }])
})

test('a code is accepted in any spelling', async () => {
  const portal = await openPortal({ isEmpty: true })
  const setupCode = (await codeOf(portal)).toLowerCase().replaceAll('-', ' ')
  expect((await answersFor(portal, setupCode)).factor.key).toMatch(/^[A-Z2-7]{32}$/)
})

test('the demo cannot be set up, and a portal has no built-in account', async () => {
  const demo = await openPortal()
  const attempt = demo.visitor().ask(setup.begin, { setupCode: 'X', firmName: 'A', username: 'somebody' })
  await expect(attempt).rejects.toMatchObject({ code: 'not_found' })
  const { rows } = await demo.pool.query('select count(*)::int as people from users')
  expect(rows).toEqual([{ people: 0 }])
})
