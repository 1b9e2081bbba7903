import { expect, test } from 'vitest'
import { accounts } from '#contract/accounts/accounts.ts'
import { dashboard, testUsername } from '#contract/dashboard/dashboard.ts'
import { people } from '#contract/firm/people.ts'
import type { Mail } from '#contract/kit/domain-events.ts'
import { MailId, mail } from '#contract/mail.ts'
import { everythingOn, notifications } from '#contract/notifications/notifications.ts'
import { payments } from '#contract/payments/payments.ts'
import { tasks } from '#contract/tasks.ts'
import { notify } from '#server/features/notifications/service.ts'
import { after, hours } from '#server/platform/time/durations.ts'
import { personalDataOf } from '#server/testing/personal-data.ts'
import { openPortal } from '#server/testing/portal.ts'
import { mails, personalData } from './schema.ts'
import { queueMail } from './service/queue-mail.ts'
import { sendMail } from './service/send-mail.ts'
import { jobContextOf, newsTo, onStage } from './testing.ts'

const portal = await openPortal()
const stage = onStage(portal)
const administrator = await portal.staff('administrator')
const list = () => administrator.ask(mail.list, {})

const notice = {
  topic: 'documents',
  title: 'Amara Okafor: passport.pdf was refused',
  body: 'Your sort code is 12-34-56 and your account number 12345678.',
  link: '/documents',
} as const
const due = (facts: Partial<Mail> & Pick<Mail, 'to'>): Mail => ({
  subject: 'Confirm your email address',
  paragraphs: ['Please confirm that this address is yours.'],
  action: { label: 'Confirm', path: '/settings' },
  event: 'confirmation:1',
  ...facts,
})

test('what a person is told is mailed too, and says no more than where the news is', async () => {
  const { user } = await portal.client()
  await stage((ctx) => notify(ctx, user.id, notice))

  const [written] = await newsTo(portal, user.email)
  expect(written).toMatchObject({
    subject: 'An update on your documents',
    paragraphs: ["There's an update on one of your documents."],
    action: { label: 'Open your documents', path: '/documents' },
  })
  const said = JSON.stringify(written)
  for (const secret of ['Okafor', 'passport', '12-34-56', '12345678']) expect(said).not.toContain(secret)
})

test('whoever has left is mailed nothing: neither what happens then, nor what waited', async () => {
  const { user } = await portal.staff('fee_earner')
  const publish = (event: string) => stage((ctx) => ctx.publish('mailDue', due({ to: user.id, event })))
  await stage((ctx) =>
    queueMail(ctx, due({ to: user.id }), { dueAt: after(portal.now(), 1), isChosen: true }),
  )
  const [waiting] = await newsTo(portal, user.email)
  expect(waiting).toMatchObject({ state: 'waiting' })
  await administrator.ask(people.deactivate, { id: user.id })
  await publish('later')
  expect(await newsTo(portal, user.email)).toMatchObject([{ id: waiting?.id }])
  portal.wait(1)
  expect(await sendMail(jobContextOf(portal), MailId.parse(waiting?.id))).toBeNull()
  expect(await newsTo(portal, user.email)).toEqual([])
})

test('nothing is mailed of what was rolled back', async () => {
  const { user } = await portal.client()
  const broken = stage(async (ctx) => {
    await notify(ctx, user.id, notice)
    throw new Error('too late')
  })
  await expect(broken).rejects.toThrow('too late')
  expect(await newsTo(portal, user.email)).toEqual([])
})

test('of one event, one mail goes out to one person, however often and at once it is published', async () => {
  const [ana, ben] = [await portal.client(), await portal.client()]
  const publish = (to: Mail['to']) => stage((ctx) => ctx.publish('mailDue', due({ to })))
  await Promise.all(Array.from({ length: 8 }, () => publish(ana.user.id)))
  await publish(ben.user.id)
  expect(await newsTo(portal, ana.user.email)).toHaveLength(1)
  expect(await newsTo(portal, ben.user.email)).toHaveLength(1)
})

test('bank details that somebody typed do not go by mail', async () => {
  const { user } = await portal.client()
  const typed = {
    subject: 'Pay 12-34-56',
    paragraphs: ['Hello.', 'Use account number 12345678.'],
    event: 'typed',
  }
  await stage((ctx) => ctx.publish('mailDue', due({ to: user.id, ...typed })))
  expect(await newsTo(portal, user.email)).toMatchObject([
    {
      subject: 'Something new in your portal',
      paragraphs: ['Hello.', "You'll find the details in the portal."],
    },
  ])
})

test('a demo account that starts over has no mails, and only that account', async () => {
  const [testuser, ana] = [await portal.client({ username: testUsername }), await portal.client()]
  for (const { user } of [testuser, ana]) await stage((ctx) => notify(ctx, user.id, notice))
  await testuser.ask(dashboard.resetTestUser, {})
  expect(await newsTo(portal, testuser.user.email)).toEqual([])
  expect(await newsTo(portal, ana.user.email)).toHaveLength(1)
})

test('mails to an address of a person are theirs: they are in the export, and forgotten on a reset', async () => {
  const own = await openPortal()
  const testuser = await own.client({ username: testUsername })
  const { firstName, lastName, email } = testuser.user
  const moved = { firstName, lastName, email: `new-${email}`, currentPassword: own.password }
  await testuser.ask(accounts.saveProfile, moved)
  await own.visitor().send('POST', '/api/forgotten-password', { email: moved.email }, {})
  const subjects = async () => (await own.db.select().from(mails)).map(({ subject }) => subject).toSorted()
  const written = [
    'Choose a new password',
    'Please confirm your email address',
    'Please confirm your email address',
    'Your email address was changed',
    'Your email address was changed',
  ]
  await expect.poll(subjects).toEqual(written)
  const held = await personalDataOf(own.db, personalData, testuser.user.id)
  expect(held.map(({ row }) => String(row['subject'])).toSorted()).toEqual(written)

  await testuser.ask(dashboard.resetTestUser, {})
  expect(await subjects()).toEqual([])
})

test('somebody without an account gets a mail at their address', async () => {
  const to = { address: 'Sam@Example.com', firstName: 'Sam', userId: null }
  await stage((ctx) => ctx.publish('mailDue', due({ to })))
  await stage((ctx) => ctx.publish('mailDue', due({ to: { ...to, address: 'sam@example.com' } })))
  const found = (await list()).filter((candidate) => candidate.to.toLowerCase() === 'sam@example.com')
  expect(found).toMatchObject([{ subject: 'Confirm your email address' }])
})

test('who has switched a topic off gets no mail of it, and of the account all the same', async () => {
  const client = await portal.client()
  const email = { ...everythingOn.email, documentUpdates: false }
  await client.ask(notifications.saveChoices, { ...everythingOn, email })
  await stage((ctx) => notify(ctx, client.user.id, notice))
  expect(await newsTo(portal, client.user.email)).toEqual([])
  expect(await client.ask(notifications.list, {})).toHaveLength(1)

  await stage((ctx) => notify(ctx, client.user.id, { ...notice, topic: 'account' }))
  expect(await newsTo(portal, client.user.email)).toHaveLength(1)
})

test('a mail of the night waits for the morning, unless it is about the account', async () => {
  const night = await openPortal()
  const nightly = onStage(night)
  night.wait(hours(12))
  const [held, urgent] = [await night.client(), await night.client()]
  await nightly((ctx) => notify(ctx, held.user.id, notice))
  await nightly((ctx) => notify(ctx, urgent.user.id, { ...notice, topic: 'account' }))
  expect(await newsTo(night, held.user.email)).toMatchObject([{ dueAt: new Date('2026-11-10T08:00:00Z') }])
  expect(await newsTo(night, urgent.user.email)).toMatchObject([{ dueAt: night.now() }])
})

test('without a mail server mails are kept, and administrators read them', async () => {
  const { user } = await portal.client()
  await stage((ctx) => ctx.publish('mailDue', due({ to: user.id, event: 'kept:1' })))
  const kept = async () => (await list()).find(({ to }) => to === user.email)
  await expect.poll(async () => (await kept())?.state).toBe('kept')
  expect(await administrator.ask(mail.transport, {})).toMatchObject({
    kind: 'outbox',
    from: null,
    failure: null,
  })

  const found = await kept()
  if (!found) throw new Error('it was not kept')
  const { text } = await administrator.ask(mail.one, { id: found.id })
  expect(text).toContain('Dear Amara,')
  expect(text).toContain('https://portal.example/settings')
  expect(text).toContain('We never send bank details by email.')
  expect(text).not.toContain('Okafor')
})

test('a payment is confirmed by a mail, unless that is switched off, and not under the bell', async () => {
  const [notified, silent] = [await portal.client(), await portal.client()]
  let path = ''
  const email = { ...everythingOn.email, paymentConfirmations: false }
  await silent.ask(notifications.saveChoices, { ...everythingOn, email })
  for (const client of [notified, silent]) {
    const fees = (await client.ask(tasks.list, {})).find(({ kind }) => kind === 'payment')
    if (!fees) throw new Error('the template asks for no payment')
    const input = {
      taskId: fees.id,
      amount: fees.amount ?? 0,
      currency: 'GBP',
      paymentMethod: 'card',
    } as const
    const { id } = await client.ask(payments.pay, input)
    if (client === notified) path = `/payments?payment=${id}`
    expect(await client.ask(notifications.list, {})).toEqual([])
  }
  expect(await newsTo(portal, notified.user.email)).toMatchObject([
    { subject: 'We have received your payment', action: { path } },
  ])
  expect(await newsTo(portal, silent.user.email)).toEqual([])
})

test('mails are for administrators alone', async () => {
  for (const person of [await portal.client(), await portal.staff('fee_earner')])
    await expect(person.ask(mail.list, {})).rejects.toMatchObject({ code: 'forbidden' })
})

test('what a client wrote as their first name carries nothing into a mail', async () => {
  const firstName = 'sort code 12-34-56 at evil.example'
  const to = { address: 'stranger@example.com', firstName, userId: null }
  await stage((ctx) => ctx.publish('mailDue', due({ to })))
  expect(await newsTo(portal, to.address)).toMatchObject([{ firstName: '' }])
})
