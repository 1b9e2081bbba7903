import { expect, test } from 'vitest'
import { accounts, confirmationDays } from '#contract/accounts/accounts.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { demoInbox, mail } from '#contract/mail.ts'
import { plainPage, readOf, taskOf, upload } from '#server/features/documents/testing/documents.ts'
import type { MailSender } from '#server/platform/ports/providers.ts'
import { days, hours } from '#server/platform/time/durations.ts'
import { type Client, openPortal, type Portal } from '#server/testing/portal.ts'
import { mailsTo } from './testing.ts'

const demo = await openPortal()
const firm = await openPortal({ isDemo: false })

const confirmation = 'Please confirm your email address'
const keyIn = (text: string) => /token=([\w-]{43})/.exec(text)?.[1] ?? ''

/** Creates a client with a confirmation mail, and reads the key in it, as only their mailbox could. */
async function withMail(portal: Portal) {
  const ana = await portal.client()
  const find = async () =>
    (await mailsTo(portal, ana.user.email)).find((candidate) => candidate.subject === confirmation)
  await expect.poll(async () => (await find())?.state).toBe('kept')
  const row = await find()
  if (!row) throw new Error('it was not written')
  return { ana, id: row.id, token: keyIn(row.action?.path ?? '') }
}

const readBy = async (portal: Portal, id: Awaited<ReturnType<typeof withMail>>['id']) => {
  const administrator = await portal.staff('administrator')
  const { text } = await administrator.ask(mail.one, { id })
  const html = await administrator.send('GET', `/api/firm/mails/${id}/html`, undefined, {})
  return { administrator, readText: text + String(html.body) }
}

const readingsOf = async (portal: Portal, id: string) => {
  const { rows } = await portal.pool.query(
    "select actor_id from audit where event = 'mail.key_read' and details->>'mailId' = $1",
    [id],
  )
  return rows.map(({ actor_id }) => actor_id)
}

test('of a link that opens something the table of mails holds no key', async () => {
  const { token } = await withMail(demo)
  expect(token).toHaveLength(43)
  const { rows } = await demo.pool.query('select * from mails')
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('outside the demo no administrator reads the key of a link, and none is kept', async () => {
  const { id, token } = await withMail(firm)
  const { readText } = await readBy(firm, id)
  expect(readText).toContain('/confirm-email?token=(hidden)')
  expect(keyIn(readText)).toBe('')
  expect(token).toBe('')
  expect(await readingsOf(firm, id)).toEqual([])
})

test('in the demo an administrator reads a link until it is used, and the trail says so', async () => {
  const { id, token } = await withMail(demo)
  const { administrator, readText } = await readBy(demo, id)
  expect(keyIn(readText)).toBe(token)
  expect(await readingsOf(demo, id)).toEqual([administrator.user.id, administrator.user.id])
  await demo.visitor().ask(accounts.confirmEmail, { token })
  const { text } = await administrator.ask(mail.one, { id })
  expect(text).not.toContain(token)
  expect(text).toContain('/confirm-email?token=(hidden)')
})

test('a client of the demo reads the mails to their own address, with links that work until they are used', async () => {
  const { ana, token } = await withMail(demo)
  const { ana: ben } = await withMail(demo)
  const found = await ana.ask(demoInbox.list, {})
  expect(found).toMatchObject([
    {
      subject: confirmation,
      firstName: 'Amara',
      action: { path: `/confirm-email?token=${token}` },
      isLinkOver: false,
    },
  ])
  expect(JSON.stringify(await ben.ask(demoInbox.list, {}))).not.toContain(token)
  await ana.ask(accounts.confirmEmail, { token })
  expect(await ana.ask(demoInbox.list, {})).toMatchObject([{ action: null, isLinkOver: true }])
})

test('what is written to a client at night is in their demo inbox at once, with when it will be sent', async () => {
  const own = await openPortal()
  const priya = await own.staff('fee_earner')
  const ana = await own.client()
  const { id } = await taskOf(ana, 'proof_of_funds')
  const { document } = await upload(ana, plainPage, { taskId: id })
  await readOf(ana, document)
  own.wait(hours(12))
  await priya.ask(accounts.login, { username: priya.user.username, password: own.password })
  await priya.ask(reviews.reject, { id: document.id, reason: 'Please send all pages.' })
  await ana.ask(accounts.login, { username: ana.user.username, password: own.password })
  const [newest] = await ana.ask(demoInbox.list, {})
  expect(newest).toMatchObject({
    subject: 'We need another document',
    waitsUntil: new Date('2026-11-10T08:00:00Z'),
  })
})

test('where a mail server sends what the demo writes, a link is in its own mailbox and nowhere else', async () => {
  const mail: MailSender = { kind: 'smtp', from: 'a@example.com', send: async () => ({ status: 'sent' }) }
  const sending = await openPortal({ ports: { mail } })
  const ana = await sending.client()
  await expect.poll(() => ana.ask(demoInbox.list, {})).toMatchObject([{ action: null, isLinkOver: true }])
})

test('a link that has expired is not shown either', async () => {
  const own = await openPortal()
  const { ana } = await withMail(own)
  own.wait(days(confirmationDays))
  await ana.ask(accounts.login, { username: ana.user.username, password: own.password })
  expect(await ana.ask(demoInbox.list, {})).toMatchObject([{ action: null, isLinkOver: true }])
})

test('the demo shows a mailbox to nobody who is not signed in, nor to the firm; outside it there is none', async () => {
  const look = (person: Pick<Client, 'send'>) => person.send('GET', demoInbox.list.path, undefined, {})
  expect(await look(demo.visitor())).toMatchObject({ status: 401 })
  expect(await look(await demo.staff('administrator'))).toMatchObject({ status: 403 })
  for (const person of [firm.visitor(), await firm.client(), await firm.staff('administrator')])
    expect(await look(person)).toMatchObject({ status: 404 })
})

test('an address that a client has left shows them nothing more', async () => {
  const { ana } = await withMail(demo)
  const { firstName, lastName, email } = ana.user
  await ana.ask(accounts.saveProfile, {
    firstName,
    lastName,
    email: `new-${email}`,
    currentPassword: demo.password,
  })
  const old = await mailsTo(demo, email)
  const found = await ana.ask(demoInbox.list, {})
  expect(found.map(({ subject }) => subject)).toContain(confirmation)
  const ids = found.map(({ id }) => id)
  for (const { id } of old) expect(ids).not.toContain(id)
})
