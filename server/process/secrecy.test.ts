import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { generateSync } from 'otplib'
import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { secondFactor } from '#contract/accounts/second-factor.ts'
import { onboarding } from '#contract/onboarding/onboarding.ts'
import { payments } from '#contract/payments/payments.ts'
import { tasks } from '#contract/tasks.ts'
import { urlOf } from '#server/testing/cluster.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { browserAt, newClientAt, newPerson } from './testing/browser.ts'
import { startOpened } from './testing/opened.ts'
import { temporaryFolder } from './testing/portal-process.ts'
import { openRecords } from './testing/records.ts'
import { randomPhoto, sendFile } from './testing/send-file.ts'

const connection = await freshDatabase()
const records = await openRecords(connection)
const portal = await startOpened({
  DATABASE_URL: urlOf(connection),
  PORTICO_DATA: join(temporaryFolder(), 'data'),
  PORTICO_DEMO: '0',
})
const address = () => portal.address

test('neither keys of apps nor recovery codes nor the links of mails come into the log', async () => {
  const client = await newClientAt(address)
  const begun = await client.ask(secondFactor.enable, {})
  if (!begun.enable) throw new Error('nothing was begun')
  const { recoveryCodes } = await client.ask(secondFactor.confirm, {
    code: generateSync({ secret: begun.key }),
  })
  await client.ask(accounts.askReset, { email: client.user.email })
  // The real tokens of links are not stored anywhere the test could read them.
  const token = randomBytes(32).toString('base64url')
  const secrets = [begun.key, ...recoveryCodes, token]

  await records.rows('alter table tokens rename to elsewhere_for_now')
  const browser = browserAt(address)
  for (const [path, body] of [
    [`${accounts.confirmEmail.path}?token=${token}`, { token }],
    [accounts.resetPassword.path, { token, newPassword: 'another horse', confirmPassword: 'another horse' }],
  ] as const) {
    const headers = { 'content-type': 'application/json' }
    const reply = await browser.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(reply.status).toBe(500)
  }
  await records.rows('alter table elsewhere_for_now rename to tokens')
  // The link of the page that photographs an ID has its token in the path.
  await records.rows('alter table capture_sessions rename to elsewhere_for_now')
  const { status } = await browser.fetch(onboarding.capture.path.replace(':token', token))
  expect(status).toBe(500)
  await records.rows('alter table elsewhere_for_now rename to capture_sessions')
  await expect.poll(portal.log).toContain('/api/verification-sessions/(hidden)')
  await expect.poll(portal.log).toContain('token=(hidden)')
  for (const secret of secrets) expect(portal.log() + portal.said()).not.toContain(secret)
})

test('whatever is done and whatever fails, no secret and nothing that a client typed comes into the log', async () => {
  const client = await newClientAt(address)
  const secrets = [
    client.password,
    client.user.username,
    client.user.email,
    'sandbox_error',
    '$argon2',
    'Okafor',
  ]
  const remember = () => secrets.push(...[...client.jar.values()].flatMap((value) => value.split('.')))
  remember()
  const newPassword = 'a brand new secret'
  secrets.push(newPassword)

  await client.ask(accounts.changePassword, {
    currentPassword: client.password,
    newPassword,
    confirmPassword: newPassword,
  })
  const elsewhere = browserAt(address)
  const { username } = client.user
  const guess = elsewhere.ask(accounts.login, { username, password: 'wrong guess' })
  await expect(guess).rejects.toMatchObject({ code: 'unauthenticated' })
  await client.ask(accounts.login, { username, password: newPassword })
  remember()
  const fees = (await client.ask(tasks.list, {})).find(({ kind }) => kind === 'payment')
  if (!fees) throw new Error('the template asks for no payment')
  const paid = { taskId: fees.id, amount: fees.amount ?? 0, currency: 'GBP', paymentMethod: 'card' as const }
  expect(await client.ask(payments.pay, { ...paid, paymentToken: 'sandbox_error' })).toMatchObject({
    status: 'checking',
  })
  await sendFile({ address: portal.address, cookie: client.cookie() }, await randomPhoto()).answer

  // Unforeseen errors, in the middle of a registration and in a job.
  await records.rows('alter table acceptances rename to elsewhere')
  await records.rows('alter table messages rename to elsewhere_too')
  await records.rows(
    "select graphile_worker.add_job('ringUnread', json_build_object('messageId', gen_random_uuid()))",
  )
  const person = { ...newPerson(), firstName: 'Ngozi', phone: '07700 900456' }
  secrets.push(person.email, 'Ngozi', person.phone)
  const register = (authorization: string) =>
    browserAt(address).fetch(accounts.register.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify(person),
    })
  secrets.push('let-me-in', 'portico_nobody_has_this_key')
  expect((await register('Bearer portico_nobody_has_this_key')).status).toBe(401)
  const reply = await register('Basic let-me-in')
  expect(reply.status).toBe(500)
  const said = await reply.text()
  expect(JSON.parse(said)).toEqual({
    code: 'internal',
    message: 'Something went wrong on our side. Nothing you entered has been lost; please try again.',
    fields: {},
  })
  await expect.poll(portal.log).toContain('a job failed')

  // The log has the error, with the request id that the user was shown.
  await expect.poll(portal.log).toContain(String(reply.headers.get('x-request-id')))
  await expect.poll(portal.log).toContain('relation \\"acceptances\\" does not exist')
  for (const secret of secrets.filter((text) => text.length > 3)) {
    expect(portal.log()).not.toContain(secret)
    expect(portal.said()).not.toContain(secret)
  }
})

test('whatever an address holds, what is logged of it is one line of bounded length', async () => {
  await records.rows('alter table firm rename to elsewhere_as_well')
  const before = portal.log().length
  const forged = encodeURIComponent('\r\n{"level":60,"msg":"forged"}\u001b[31m')
  const reply = await browserAt(address).fetch(`/api/firm?q=${forged}${'x'.repeat(9000)}`)
  expect(reply.status).toBe(500)
  await expect.poll(() => portal.log().length).toBeGreaterThan(before)
  for (const line of portal.log().slice(before).trim().split('\n')) {
    expect(JSON.parse(line)).not.toMatchObject({ msg: 'forged' })
    expect(line.length).toBeLessThan(8000)
  }
})
