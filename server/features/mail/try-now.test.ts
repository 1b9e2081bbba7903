import { afterEach, expect, test } from 'vitest'
import { type ConnectionSettings, connections } from '#contract/connections.ts'
import { mail } from '#contract/mail.ts'
import { administratorOf } from '#server/features/connections/testing/administrator.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import { before, days, minutes } from '#server/platform/time/durations.ts'
import { openMailServer } from '#server/providers/mail/testing.ts'
import { expectDone } from '#server/testing/jobs.ts'
import { openPortal } from '#server/testing/portal.ts'
import { jobContextOf, mailsTo } from './testing.ts'

const portal = await openPortal()
const admin = await administratorOf(portal)
const { transaction } = jobContextOf(portal)

/** A mail server that knows its users again once `isMended` is set. */
const rules = { isMended: false, wantsLogin: false }
const server = await openMailServer({
  allowInsecureAuth: true,
  onAuth: ({ username }, _, done) =>
    rules.isMended ? done(null, { user: username }) : done(new Error('Invalid username or password')),
  onMailFrom: (_, __, done) =>
    rules.wantsLogin
      ? done(Object.assign(new Error('5.7.0 Authentication required'), { responseCode: 530 }))
      : done(),
})
const settings: ConnectionSettings = {
  name: 'mail',
  host: '127.0.0.1',
  port: String(server.port),
  security: 'optional',
  user: 'portal',
  password: 'a password of the mail server',
  from: 'portal@hartley-rowe.example',
}

const audited = async (event: string) => {
  const { rows } = await portal.pool.query('select details from audit where event = $1 order by id', [event])
  return rows.map(({ details }) => details)
}
const only = async (address: string) => {
  const [row] = await mailsTo(portal, address)
  if (!row) throw new Error('nothing was written')
  return row
}
const received = (address: string) => server.mails.filter(({ to }) => to.includes(address))
const isSent = (address: string) => expect.poll(async () => (await only(address)).state).toBe('sent')

let written = 0
/** Writes an email, and returns its address. */
async function write() {
  written += 1
  const address = `amara${written}@example.com`
  await transaction((ctx) =>
    ctx.publish('mailDue', {
      to: { address, firstName: 'Amara', userId: null },
      subject: 'Please confirm',
      paragraphs: ['Please confirm that this address is yours.'],
      action: null,
      event: `event:${written}`,
    }),
  )
  return address
}

/** Writes an email that the mail server does not take, so that it waits for its next try. */
async function writeInVain() {
  rules.isMended = false
  await admin.save(settings)
  const address = await write()
  await expect
    .poll(() => only(address))
    .toMatchObject({ attempts: 1, claimedUntil: null, failure: expect.stringContaining('535') })
  await expect.poll(() => admin.standing('mail')).toMatchObject({ state: 'failing' })
  expect((await only(address)).dueAt > portal.now()).toBe(true)
  // Saving has the connection looked at too, which would find out by itself that the server works again.
  await expectDone(portal, 'lookAtConnections')
  return address
}

afterEach(() => portal.pool.query('delete from mails'))

test('emails that wait are tried as soon as the mail server is found to work again', async () => {
  const address = await writeInVain()
  rules.isMended = true
  await portal.ports.connections.probe()
  await isSent(address)
  expect(received(address)).toHaveLength(1)
})

test('a test of the settings in use that succeeds has the waiting emails tried', async () => {
  const address = await writeInVain()
  rules.isMended = true
  expect(await admin.ask(connections.test, { name: 'mail' })).toMatchObject([{ state: 'good' }])
  await isSent(address)
})

test('a test of other settings leaves the waiting emails alone', async () => {
  const address = await writeInVain()
  const other = await openMailServer()
  const typed = { ...settings, port: String(other.port), user: '', password: '' }
  expect(await admin.tested(typed)).toMatchObject([{ state: 'good' }])
  expect(await only(address)).toMatchObject({ state: 'waiting', attempts: 1 })
  expect((await only(address)).dueAt > portal.now()).toBe(true)
})

test('new settings of a mail server that works have the waiting emails tried', async () => {
  const address = await writeInVain()
  const other = await openMailServer()
  await admin.save({ ...settings, port: String(other.port), user: '', password: '' })
  await isSent(address)
  expect(other.mails.filter(({ to }) => to.includes(address))).toHaveLength(1)
})

test('an administrator has a waiting email tried now, and that try does not count', async () => {
  const address = await writeInVain()
  const { id } = await only(address)
  expect(await admin.ask(mail.tryNow, { id })).toMatchObject({ id, state: 'waiting', dueAt: portal.now() })
  await expect.poll(() => only(address)).toMatchObject({ attempts: 1, claimedUntil: null })
  expect((await only(address)).state).toBe('waiting')
  rules.isMended = true
  await admin.ask(mail.tryNow, { id })
  await isSent(address)
  expect(await audited('mail.tried_now')).toEqual([{ mailId: id }, { mailId: id }])
  await expect(admin.ask(mail.tryNow, { id })).rejects.toMatchObject({
    code: 'conflict',
    reason: 'not_waiting',
  })
})

test('after a try in vain the outbox says when that was, and in a sentence why', async () => {
  const address = await writeInVain()
  const { id } = await only(address)
  const shown = async () => (await admin.ask(mail.list, {})).find((email) => email.id === id)
  const words = 'The server doesn’t accept this user name and password. Please check both.'
  expect(await shown()).toMatchObject({ triedAt: portal.now(), failureWords: words })
  portal.wait(minutes(3))
  await admin.ask(mail.tryNow, { id })
  await expect.poll(shown).toMatchObject({ triedAt: portal.now(), failureWords: words })
  await expect.poll(() => only(address)).toMatchObject({ claimedUntil: null })
  expect(await admin.ask(mail.one, { id })).toMatchObject({ triedAt: portal.now(), failureWords: words })
})

test('an email that the server takes from nobody without a login waits, until the settings have one', async () => {
  Object.assign(rules, { isMended: true, wantsLogin: true })
  await admin.save({ ...settings, user: '', password: '' })
  await expect.poll(() => admin.standing('mail')).toMatchObject({ state: 'connected' })
  const address = await write()
  const wanted = expect.stringContaining('enter a user name and password')
  await expect.poll(() => admin.standing('mail')).toMatchObject({ state: 'failing', failure: wanted })
  await expect.poll(() => only(address)).toMatchObject({ state: 'waiting', attempts: 1, claimedUntil: null })
  const { connections: kept } = portal.ports
  expect(await kept.warnings()).toEqual([expect.stringContaining('wants the portal to sign in')])
  // The server answers, and that says nothing of whether it takes emails now.
  await kept.probe()
  expect(await admin.standing('mail')).toMatchObject({ state: 'failing' })
  expect(await only(address)).toMatchObject({ state: 'waiting', attempts: 1 })
  rules.wantsLogin = false
  await admin.save(settings)
  await isSent(address)
})

test('an administrator has all waiting emails tried now, and is told how many', async () => {
  const addresses = [await writeInVain(), await writeInVain()]
  const held = newId()
  await portal.pool.query(
    `insert into mails (id, recipient, event, address, first_name, subject, paragraphs, attachments, is_chosen,
       state, created_at, due_at)
     values ($1, 'held', 'held', 'held@example.com', '', 'Held for the morning', '[]', '[]', true,
       'waiting', $2, $2::timestamptz + interval '12 hours')`,
    [held, portal.now()],
  )
  rules.isMended = true
  expect(await admin.ask(mail.tryAllNow, {})).toEqual({ count: 2 })
  for (const address of addresses) await isSent(address)
  // What waits for the morning alone is not sent at night.
  expect(await only('held@example.com')).toMatchObject({ state: 'waiting', attempts: 0 })
  expect((await audited('mail.all_tried_now')).at(-1)).toEqual({ count: '2' })
})

test('without a mail server no email is tried, as it would be kept and never sent', async () => {
  const address = await writeInVain()
  await admin.disconnect('mail')
  const refusal = { code: 'conflict', reason: 'no_mail_server' }
  await expect(admin.ask(mail.tryNow, { id: (await only(address)).id })).rejects.toMatchObject(refusal)
  await expect(admin.ask(mail.tryAllNow, {})).rejects.toMatchObject(refusal)
  expect(await only(address)).toMatchObject({ state: 'waiting', attempts: 1 })
})

test('what is tried because the mail server answers counts for an old email, which is given up in the end', async () => {
  const [fresh, old] = [await writeInVain(), await writeInVain()]
  const writtenAt = before(portal.now(), days(2))
  await portal.pool.query('update mails set created_at = $1 where address = $2', [writtenAt, old])
  await transaction((ctx) => ctx.publish('connectionAnswered', { name: 'mail' }))
  await expect.poll(() => only(old)).toMatchObject({ attempts: 2, claimedUntil: null })
  await expect.poll(() => only(fresh)).toMatchObject({ attempts: 1, claimedUntil: null })
})

test('an email by a mail server that is no longer used is tried by it when an administrator asks', async () => {
  const address = await writeInVain()
  const { id } = await only(address)
  const sealed = portal.ports.connections.sealed(settings)
  await portal.pool.query('update mails set via = $1 where id = $2', [sealed, id])
  rules.isMended = true
  await admin.ask(mail.tryNow, { id })
  await isSent(address)
  expect(received(address)).toHaveLength(1)
})
