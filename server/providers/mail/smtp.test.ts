import { createServer } from 'node:net'
import forge from 'node-forge'
import { afterAll, expect, test } from 'vitest'
import type { Email } from '#server/platform/ports/providers.ts'
import { openSmtp } from './smtp.ts'
import { openMailServer, openRelay, type Received } from './testing.ts'

const from = 'portal@hartley-rowe.example'
const letter: Email = {
  messageId: '<0197a4a0-0000-7000-8000-000000000001@hartley-rowe.example>',
  to: 'amara@example.com',
  fromName: 'Hartley & Rowe',
  replyTo: 'hello@hartley-rowe.example',
  subject: 'Your appointment – confirmed',
  text: 'Dear Amara,\n\nWe meet at £0.',
  html: '<p>Dear Amara,</p>',
  attachments: [],
}
const invitation = {
  filename: 'appointment.ics',
  type: 'text/calendar; method=REQUEST; charset=utf-8',
  content: 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nSUMMARY:Meeting – Zoë\r\nEND:VCALENDAR\r\n',
}

test('a mail arrives with its headers and both of its parts', async () => {
  const server = await openMailServer()
  const address = await openRelay(server)
  expect(await openSmtp({ url: `smtp://${address}`, from }).send(letter)).toEqual({ status: 'sent' })

  await expect.poll(() => server.mails).toHaveLength(1)
  const [mail] = server.mails
  expect(mail).toMatchObject({ from, to: ['amara@example.com'] })
  expect(mail?.headers.get('message-id')).toBe(letter.messageId)
  expect(mail?.headers.get('from')).toBe(`"Hartley & Rowe" <${from}>`)
  expect(mail?.headers.get('to')).toBe('amara@example.com')
  expect(mail?.headers.get('reply-to')).toBe('hello@hartley-rowe.example')
  expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
  expect(mail?.headers.get('content-type')).toMatch(/^multipart\/alternative/)
  expect(mail?.parts.map(({ type }) => type.split(';')[0])).toEqual(['text/plain', 'text/html'])
  expect(mail?.parts[0]?.content).toBe(letter.text.replaceAll('\n', '\r\n'))
  expect(mail?.parts[1]?.content).toBe(letter.html)
})

test('an invitation is a part that calendars read, with its method, and a file for those that do not', async () => {
  const server = await openMailServer()
  const { send } = openSmtp({ url: `smtp://${await openRelay(server)}`, from })
  await send({
    ...letter,
    attachments: [invitation, { filename: 'a.txt', type: 'text/plain', content: 'A' }],
  })

  await expect.poll(() => server.mails).toHaveLength(1)
  const parts = server.mails[0]?.parts ?? []
  const calendar = parts.find(({ type }) => type.startsWith('text/calendar'))
  expect(calendar?.type).toMatch(/method=REQUEST/)
  expect(calendar?.content).toBe(invitation.content)
  const attached = parts.filter(({ headers }) => headers.get('content-disposition')?.startsWith('attachment'))
  const names = attached.map(({ headers }) => headers.get('content-disposition'))
  expect(new Set(names)).toEqual(
    new Set(['attachment; filename=a.txt', 'attachment; filename=appointment.ics']),
  )
})

test('nothing that stands in a mail becomes a header or another recipient', async () => {
  const server = await openMailServer()
  const evil = 'x\r\nBcc: thief@example.com\r\n\r\nbody'
  const { send } = openSmtp({ url: `smtp://${await openRelay(server)}`, from })
  const sent = [
    await send({ ...letter, subject: evil, fromName: evil, replyTo: evil }),
    await send({ ...letter, to: 'amara@example.com\r\nRCPT TO:<thief@example.com>' }),
    await send({ ...letter, to: 'amara@example.com, thief@example.com' }),
  ].filter(({ status }) => status === 'sent')

  await expect.poll(() => server.mails.length).toBeGreaterThanOrEqual(sent.length)
  for (const mail of server.mails) {
    expect(mail.headers.has('bcc')).toBe(false)
    expect(mail.to).not.toContain('thief@example.com')
  }
  expect(server.mails[0]?.parts).toHaveLength(2)
})

test('what the server refuses for good is told from what it may take later', async () => {
  const failure = (code: number) => Object.assign(new Error('No'), { responseCode: code })
  const answers = async (code: number) => {
    const server = await openMailServer({ onRcptTo: (_, __, done) => done(failure(code)) })
    return (await openSmtp({ url: `smtp://${server.address}`, from }).send(letter)).status
  }
  expect(await answers(550)).toBe('refused')
  expect(await answers(451)).toBe('unreached')
})

test.each([
  ['wants a login that it was not given', 530, 'onMailFrom'],
  ['wants a login, and says so late', 530, 'onRcptTo'],
  ['lets nobody send from this address', 553, 'onMailFrom'],
  ['takes nothing from the network', 521, 'onMailFrom'],
] as const)('a server that %s refuses the portal, and no mail for good', async (_, responseCode, at) => {
  const server = await openMailServer({
    [at]: (_: unknown, __: unknown, done: (error: Error) => void) =>
      done(Object.assign(new Error('5.7.0 No'), { responseCode })),
  })
  const notes: string[] = []
  const note = { answered: () => notes.push('answered'), failed: () => notes.push('failed') }
  const { send } = openSmtp({ url: `smtp://${server.address}`, from, note })
  expect(await send(letter)).toMatchObject({ status: 'unreached', reason: expect.stringContaining('5.7.0') })
  expect(notes).toEqual(['failed'])
})

test.each([
  ['onMailFrom', '5.2.3 Longer than is allowed', 'refused', 'answered'],
  ['onMailFrom', '5.1.8 The sender’s domain is unknown', 'unreached', 'failed'],
  ['onRcptTo', '5.1.8 The sender’s domain is unknown', 'unreached', 'failed'],
  ['onRcptTo', '5.1.1 No such person', 'refused', 'answered'],
] as const)('the enhanced code says whom a server refuses: %s %s', async (at, words, status, noted) => {
  const server = await openMailServer({
    [at]: (_: unknown, __: unknown, done: (error: Error) => void) =>
      done(Object.assign(new Error(words), { responseCode: 550 })),
  })
  const notes: string[] = []
  const note = { answered: () => notes.push('answered'), failed: () => notes.push('failed') }
  const { send } = openSmtp({ url: `smtp://${server.address}`, from, note })
  expect((await send(letter)).status).toBe(status)
  expect(notes).toEqual([noted])
})

test('a mail that is too large is refused for good, wherever the server says so', async () => {
  const server = await openMailServer({
    onMailFrom: (_, __, done) => done(Object.assign(new Error('Too large'), { responseCode: 552 })),
  })
  expect(await openSmtp({ url: `smtp://${server.address}`, from }).send(letter)).toMatchObject({
    status: 'refused',
  })
})

test('a mail that nobody takes is refused at once, or comes back to the firm with the reason', async () => {
  const noSuchPerson = Object.assign(new Error('No such person'), { responseCode: 550 })
  const server = await openMailServer({
    onRcptTo: ({ address }, _, done) => done(address === letter.to ? noSuchPerson : null),
  })
  const { send } = openSmtp({ url: `smtp://${await openRelay(server)}`, from })
  const delivery = await send(letter)
  const reason = delivery.status === 'refused' ? delivery.reason : await reasonReturned(server.mails)
  expect(reason).toContain('No such person')
})

/** The bounce report that came back to the sender (RFC 3464). */
const reasonReturned = async (mails: Received[]) => {
  await expect.poll(() => mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ from: '', to: [from], raw: expect.stringContaining(letter.messageId) })
  return mails[0]?.raw ?? ''
}

test('a wrong password of the portal is no fault of the mail', async () => {
  const onAuth = (_: unknown, __: unknown, done: (error: Error) => void) => done(new Error('Invalid login'))
  const server = await openMailServer({ authOptional: false, allowInsecureAuth: true, onAuth })
  const { send } = openSmtp({ url: `smtp://portal:wr%40ng@${server.address}`, from })
  expect(await send(letter)).toMatchObject({ status: 'unreached', reason: expect.stringMatching(/login/i) })
  expect(server.mails).toEqual([])
})

test('nobody there, and somebody who never says a word, are waited for briefly', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  afterAll(() => silent.close())
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : 0
  const started = performance.now()
  const waiting = openSmtp({ url: `smtp://127.0.0.1:${port}`, from, timeout: 200 })
  expect(await waiting.send(letter)).toMatchObject({ status: 'unreached' })
  expect(await openSmtp({ url: 'smtp://127.0.0.1:1', from }).send(letter)).toMatchObject({
    status: 'unreached',
  })
  expect(performance.now() - started).toBeLessThan(9_000)
})

// 127/8 is this machine, but only 127.0.0.1 is treated as such, so this address stands for another machine.
const elsewhere = '127.0.0.2'

test('mail does not leave this machine in the clear, unless the firm says so', async () => {
  const server = await openMailServer({ host: elsewhere })
  const url = `smtp://${server.address}`
  expect(await openSmtp({ url, from }).send(letter)).toMatchObject({ status: 'unreached' })
  expect(server.mails).toEqual([])
  expect(await openSmtp({ url: `${url}?tls=optional`, from }).send(letter)).toEqual({ status: 'sent' })
})

test('a mail server must prove who it is, by TLS from the start or begun later', async () => {
  const { key, cert } = certificate()
  for (const [protocol, secure] of [
    ['smtps', true],
    ['smtp', false],
  ] as const) {
    const server = await openMailServer({ host: elsewhere, secure, key, cert })
    const url = `${protocol}://${server.address}`
    expect(await openSmtp({ url, from }).send(letter)).toMatchObject({ status: 'unreached' })
    expect(await openSmtp({ url, from, ca: cert }).send(letter)).toEqual({ status: 'sent' })
  }
})

/** A self-signed certificate of a mail server at `elsewhere`. */
function certificate() {
  const { publicKey, privateKey } = forge.pki.rsa.generateKeyPair(2048)
  const made = forge.pki.createCertificate()
  made.publicKey = publicKey
  made.serialNumber = '01'
  made.validity.notBefore = new Date('2020-01-01')
  made.validity.notAfter = new Date('2099-01-01')
  made.setSubject([{ name: 'commonName', value: 'mail' }])
  made.setIssuer([{ name: 'commonName', value: 'mail' }])
  made.setExtensions([
    { name: 'basicConstraints', cA: true },
    { name: 'subjectAltName', altNames: [{ type: 7, ip: elsewhere }] },
  ])
  made.sign(privateKey, forge.md.sha256.create())
  return { key: forge.pki.privateKeyToPem(privateKey), cert: forge.pki.certificateToPem(made) }
}
