import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import { mail } from '#contract/mail.ts'
import { NotificationId, notifications } from '#contract/notifications/notifications.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Delivery, Email, MailSender } from '#server/platform/ports/providers.ts'
import { after, hours, minutes } from '#server/platform/time/durations.ts'
import { openSmtp } from '#server/providers/mail/smtp.ts'
import { openMailServer } from '#server/providers/mail/testing.ts'
import { openPortal } from '#server/testing/portal.ts'
import { mailJobs } from './jobs.ts'
import { lease, pauses, sendMail } from './service/send-mail.ts'
import { jobContextOf, mailsTo } from './testing.ts'

const server = await openMailServer()
const smtp = openSmtp({ url: `smtp://${server.address}`, from: 'portal@hartley-rowe.example' })
/** Sends a mail. Each test sets it, to decide what becomes of its mails. */
let send: (letter: Email) => Promise<Delivery> = smtp.send
const sender: MailSender = { ...smtp, send: (letter) => send(letter) }
const portal = await openPortal({ ports: { mail: sender } })
const jobContext = jobContextOf(portal)
const { sendMails } = mailJobs(jobContext)
const sendAll = async () => sendMails?.run({})
const administrator = await portal.staff('administrator')
const received = (address: string) => server.mails.filter(({ to }) => to.includes(address))

let events = 0
/** Queues a mail to a new address. The portal's own job sends it at once. */
async function write(facts: { subject?: string; firstName?: string; path?: string } = {}) {
  events += 1
  const { subject = 'Please confirm', firstName = 'Amara', path = '/settings' } = facts
  const address = `amara${events}@example.com`
  await jobContext.transaction((ctx) =>
    ctx.publish('mailDue', {
      to: { address, firstName, userId: null },
      subject,
      paragraphs: ['Please confirm that this address is yours.'],
      action: { label: 'Confirm', path },
      event: `event:${events}`,
    }),
  )
  return address
}
const only = async (address: string) => {
  const [row] = await mailsTo(portal, address)
  if (!row) throw new Error('nothing was written')
  return row
}
const stateOf = async (address: string) => (await only(address)).state
const soon = { interval: 10 }

test('a mail is on its way as soon as it is written, with the link to the very page', async () => {
  send = smtp.send
  const address = await write({ path: '/payments?task=1' })
  await expect.poll(() => stateOf(address), soon).toBe('sent')
  const [mail] = received(address)
  for (const part of mail?.parts ?? [])
    expect(part.content).toContain('https://portal.example/payments?task=1')
  expect(mail?.headers.get('subject')).toBe('Please confirm')
  expect(mail?.headers.get('message-id')).toBe(`<${(await only(address)).id}@hartley-rowe.example>`)
})

test('a name or a subject cannot add a header, a recipient or a line of HTML', async () => {
  send = smtp.send
  const evil = '<img src=x>\r\nBcc: thief@example.com'
  const address = await write({ subject: evil, firstName: evil })
  await expect.poll(() => received(address).length, soon).toBe(1)
  const [mail] = received(address)
  expect(mail?.headers.has('bcc')).toBe(false)
  expect(mail?.to).toEqual([address])
  expect(mail?.parts[1]?.content).not.toContain('<img')
})

test('a portal that dies between sending and noting it sends again, and the Message-ID tells that it is the same', async () => {
  send = async (letter) => {
    await smtp.send(letter)
    throw new Error('the process was killed')
  }
  const address = await write()
  await expect.poll(() => received(address).length, soon).toBe(1)
  send = smtp.send
  // While the claim lasts, no one else sends it.
  await sendAll()
  expect(received(address)).toHaveLength(1)

  portal.wait(lease)
  await sendAll()
  const [first, second] = received(address)
  expect(second?.headers.get('message-id')).toBe(first?.headers.get('message-id'))
  expect(second?.raw.length).toBe(first?.raw.length)
  expect(await stateOf(address)).toBe('sent')
  portal.wait(lease)
  await sendAll()
  expect(received(address)).toHaveLength(2)
})

test('of many nodes that find the same mail, one sends it', async () => {
  send = async () => ({ status: 'unreached', reason: 'down' })
  const address = await write()
  await expect.poll(async () => (await only(address)).failure, soon).toBe('down')
  portal.wait(minutes(1))
  send = smtp.send
  const { id } = await only(address)
  await Promise.all(Array.from({ length: 20 }, () => sendMail(jobContext, id)))
  expect(received(address)).toHaveLength(1)
})

test('a mail server that is down is asked again, later each time, and in the end administrators are told', async () => {
  const { username } = administrator.user
  const signIn = () => administrator.ask(accounts.login, { username, password: portal.password })
  const bell = async () =>
    (await administrator.ask(notifications.list, {})).filter(({ title }) => /couldn't be sent/.test(title))
  send = async () => ({ status: 'unreached', reason: 'connect ECONNREFUSED' })
  const address = await write()
  await signIn()
  await expect
    .poll(() => administrator.ask(mail.transport, {}), soon)
    .toMatchObject({ waiting: 1, nextAttemptAt: after(portal.now(), minutes(1)) })
  for (const [attempt, pause] of pauses.entries()) {
    await expect.poll(async () => (await only(address)).attempts, soon).toBe(attempt + 1)
    await expect.poll(async () => (await only(address)).claimedUntil, soon).toBe(null)
    await sendAll()
    expect((await only(address)).attempts).toBe(attempt + 1)
    portal.wait(pause)
    await sendAll()
  }
  const given = await only(address)
  expect(given).toMatchObject({
    state: 'failed',
    failure: 'connect ECONNREFUSED',
    attempts: pauses.length + 1,
  })
  await signIn()
  expect(await bell()).toHaveLength(1)
  expect(await administrator.ask(mail.one, { id: given.id })).toMatchObject({
    failureWords: expect.stringContaining('nothing answers on this port'),
  })
  // No mail about mail: it would not arrive either.
  expect(await mailsTo(portal, administrator.user.email)).toEqual([])

  send = smtp.send
  expect(await administrator.ask(mail.sendAgain, { id: given.id })).toMatchObject({ state: 'waiting' })
  await expect.poll(() => stateOf(address), soon).toBe('sent')
  expect(received(address)[0]?.headers.get('message-id')).toBe(given.messageId)
  await expect(administrator.ask(mail.sendAgain, { id: given.id })).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('more due mails than one run of the job takes are all sent without another minute between', async () => {
  send = async () => ({ status: 'sent' })
  await portal.pool.query(
    `insert into mails (id, recipient, event, address, first_name, subject, paragraphs, attachments, is_chosen,
       state, failure, created_at, due_at)
     select gen_random_uuid(), 'many' || n, 'many', 'many' || n || '@example.com', '', 'One of many', '[]', '[]', true,
       'waiting', 'down', $1, $1 from generate_series(1, $2) n`,
    [portal.now(), pageSize + 1],
  )
  await sendAll()
  const left = async () =>
    (await portal.pool.query("select id from mails where event = 'many' and state = 'waiting'")).rows
  await expect.poll(left, soon).toEqual([])
})

test('an address that does not exist is not asked twice', async () => {
  send = async () => ({ status: 'refused', reason: '550 No such person' })
  const address = await write()
  await expect.poll(() => stateOf(address), soon).toBe('failed')
  const { id, attempts } = await only(address)
  expect(attempts).toBe(1)
  expect(await administrator.ask(mail.one, { id })).toMatchObject({
    failureWords: expect.stringContaining('refused this email'),
  })
})

test('a link that is a key is not readable here once it is on its way', async () => {
  send = smtp.send
  const path = '/reset-password?token=Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4MTIzNDU2Nzg'
  const address = await write({ path })
  await expect.poll(() => stateOf(address), soon).toBe('sent')
  expect(received(address)[0]?.parts[0]?.content).toContain(path)
  expect((await only(address)).action?.path).toBe('/reset-password?token=(hidden)')
})

test('while a mail server is set up, nobody but its owner reads the key of a mail, whatever becomes of it', async () => {
  const key = 'k'.repeat(43)
  send = async () => ({ status: 'unreached', reason: 'not reached' })
  const address = await write({ path: `/reset-password?token=${key}` })
  const { id } = await only(address)
  const { text } = await administrator.ask(mail.one, { id })
  expect(text).toContain('/reset-password?token=')
  expect(text).not.toContain(key)
  const { body } = await administrator.send('GET', mail.html.path.replace(':id', id), undefined, {})
  expect(String(body)).toContain('/reset-password?token=')
  expect(String(body)).not.toContain(key)
  expect((await only(address)).action?.path).toContain(key)
})

test('an attempt that hung changes nothing of the one that an administrator had tried instead', async () => {
  send = async () => ({ status: 'unreached', reason: 'down' })
  const address = await write()
  await expect.poll(async () => (await only(address)).failure, soon).toBe('down')
  const { id } = await only(address)
  portal.wait(minutes(1))
  const hanging: ((delivery: Delivery) => void)[] = []
  send = () => new Promise((resolve) => hanging.push(resolve))
  const first = sendMail(jobContext, id)
  await expect.poll(() => hanging.length, soon).toBe(1)
  portal.wait(lease)
  await administrator.ask(mail.tryNow, { id })
  await expect.poll(() => hanging.length, soon).toBe(2)
  const { claimedUntil } = await only(address)
  hanging[0]?.({ status: 'unreached', reason: 'late' })
  await first
  expect(await only(address)).toMatchObject({ claimedUntil, failure: 'down' })
  hanging[1]?.({ status: 'sent' })
  await expect.poll(() => stateOf(address), soon).toBe('sent')
})

test('a mail that waited goes to the address that its reader has by then', async () => {
  send = async () => ({ status: 'unreached', reason: 'down' })
  const client = await portal.client()
  const { id: userId, email: before, firstName, lastName } = client.user
  await jobContext.transaction((ctx) =>
    ctx.publish('personNotified', {
      userId,
      topic: 'documents',
      title: 'Rejected',
      body: '',
      notificationId: NotificationId.parse(newId()),
      link: '/documents',
      matterIds: [],
      inMail: 'We need another document.',
    }),
  )
  await jobContext.transaction((ctx) =>
    ctx.publish('mailDue', {
      to: userId,
      subject: 'Your appointment is booked',
      paragraphs: ['Open the attached file to add it to your calendar.'],
      action: null,
      event: 'appointment',
    }),
  )
  const email = `new.${before}`
  await client.ask(accounts.saveProfile, { firstName, lastName, email, currentPassword: portal.password })
  send = smtp.send
  // By then a night has ended too, in which nothing is sent.
  portal.wait(hours(24))
  await sendAll()
  const subjects = (address: string) => received(address).map(({ headers }) => headers.get('subject'))
  for (const subject of ['We need another document', 'Your appointment is booked']) {
    await expect.poll(() => subjects(email), soon).toContain(subject)
    expect(subjects(before)).not.toContain(subject)
  }
  // What is about an address still goes to that one.
  for (const subject of ['Please confirm your email address', 'Your email address was changed'])
    await expect.poll(() => subjects(before), soon).toContain(subject)
})
