import { expect, test } from 'vitest'
import { type ConnectionSettings, connections } from '#contract/connections.ts'
import { portal as kit } from '#contract/kit/portal.ts'
import { mail as outbox } from '#contract/mail.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { plainPage, send } from '#server/features/documents/testing/documents.ts'
import { closedAddressIn } from '#server/platform/connections/closed-address.ts'
import { openMailServer } from '#server/providers/mail/testing.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { openPortal } from '#server/testing/portal.ts'
import { administratorOf } from './testing/administrator.ts'

const connection = await freshDatabase()
const portal = await openPortal({ connection })
const admin = await administratorOf(portal)
const { save, tested, standing, disconnect } = admin

const auditOf = async (event: string) => {
  const { rows } = await portal.pool.query('select details from audit where event = $1 order by id', [event])
  return rows.map(({ details }) => details)
}

const mail = (port: number, more: object = {}): ConnectionSettings => ({
  name: 'mail',
  host: '127.0.0.1',
  port: String(port),
  security: 'optional',
  user: 'portal',
  password: 'a password of the mail server',
  from: 'portal@hartley-rowe.example',
  ...more,
})
const mailServer = await openMailServer({
  allowInsecureAuth: true,
  onAuth: ({ username, password: typed }, _, done) =>
    typed === 'a password of the mail server'
      ? done(null, { user: username })
      : done(new Error('Invalid username or password')),
})

test('everything is built in until something is connected', async () => {
  const { isClosed, connections: all } = await admin.ask(connections.list, {})
  expect(isClosed).toBe(false)
  expect(all.map(({ name, state }) => [name, state])).toEqual(
    ['mail', 'files', 'scanner', 'timeStamps', 'seal', 'model'].map((name) => [name, 'built_in']),
  )
  await expect(admin.ask(connections.test, { name: 'mail' })).rejects.toMatchObject({
    reason: 'not_connected',
  })
})

test('the mail server is signed in to and sends a test email to the administrator alone', async () => {
  const checks = await tested(mail(mailServer.port), { sendsMail: true })
  expect(checks).toMatchObject([
    { state: 'good', words: expect.stringContaining('accepts the user name and password') },
    { state: 'good', words: expect.stringContaining(`It took an email to ${admin.user.email}`) },
  ])
  await expect.poll(() => mailServer.mails.at(-1)?.to).toEqual([admin.user.email])
  expect((await standing('mail')).state).toBe('built_in')
  expect(await tested(mail(mailServer.port, { password: 'another one' }))).toMatchObject([
    { state: 'bad', words: 'The server doesn’t accept this user name and password. Please check both.' },
  ])
  const closed = await openMailServer({
    onMailFrom: (_, __, done) =>
      done(Object.assign(new Error('5.7.0 Authentication required'), { responseCode: 530 })),
  })
  expect(await tested(mail(closed.port, { user: '', password: '' }), { sendsMail: true })).toMatchObject([
    { state: 'good', words: expect.stringContaining('only a test email shows') },
    { state: 'bad', words: expect.stringContaining('Please check the encryption, and enter a user name') },
  ])
  expect(await tested(mail(1))).toMatchObject([
    { state: 'bad', words: expect.stringContaining('nothing answers on this port') },
  ])
})

test('a mail server on this machine without TLS is not called encrypted, whichever encryption was chosen', async () => {
  const plain = mail(mailServer.port, { host: 'localhost', security: 'starttls' })
  expect(await tested(plain)).toMatchObject([
    { state: 'good', words: expect.stringContaining('TLS was not required') },
  ])
})

test('saved settings are encrypted and never shown again, and other administrators are notified', async () => {
  const other = await portal.staff('administrator')
  const wrong = { settings: mail(mailServer.port), password: 'not mine' }
  await expect(admin.ask(connections.save, wrong)).rejects.toMatchObject({
    code: 'invalid',
    fields: { password: expect.any(String) },
  })
  expect(portal.ports.mail.kind).toBe('outbox')
  const saved = await save(mail(mailServer.port))
  expect(JSON.stringify(saved)).not.toContain('a password of the mail server')
  expect(await standing('mail')).toMatchObject({
    state: 'connected',
    values: { host: '127.0.0.1', user: 'portal' },
    secrets: [{ field: 'password', setAt: portal.now() }],
    facts: [`127.0.0.1, port ${mailServer.port}`, 'From portal@hartley-rowe.example'],
  })
  expect(portal.ports.mail).toMatchObject({ kind: 'smtp', from: 'portal@hartley-rowe.example' })
  const { rows } = await portal.pool.query('select connections::text as text from connections')
  expect(JSON.stringify(rows)).not.toMatch(/a password of|127\.0\.0\.1/)
  expect(await auditOf('connection.changed')).toEqual([
    {
      connection: 'mail',
      to: `127.0.0.1, port ${mailServer.port}; From portal@hartley-rowe.example`,
    },
  ])
  expect((await other.ask(notifications.list, {}))[0]).toMatchObject({
    title: 'The mail server has changed',
    body: expect.stringContaining('If you didn’t expect this'),
  })
  expect(await admin.ask(notifications.list, {})).toEqual([])
})

test('that the mail server has changed is told by the one before, too: a new one could keep the warning to itself', async () => {
  const other = await portal.staff('administrator')
  const [before, after] = [await openMailServer(), await openMailServer()]
  const open = { user: '', password: '' }
  await save(mail(before.port, open))
  const warnings = (server: typeof before) =>
    server.mails.filter(({ to }) => to.includes(other.user.email)).map(({ parts }) => parts[0]?.content ?? '')
  await expect.poll(() => warnings(before)).toHaveLength(1)
  await save(mail(after.port, open))
  // By the new one as every mail, and by the one before.
  await expect.poll(() => warnings(after)).toHaveLength(1)
  await expect.poll(() => warnings(before)).toHaveLength(2)
  expect(warnings(before)[1]).toContain('came by the mail server used before')
  await disconnect('mail')
  await expect.poll(() => warnings(after)).toHaveLength(2)
  // The settings of the server that was left are kept no longer than until it has sent it.
  const kept = async () => (await portal.pool.query('select id from mails where via is not null')).rows
  await expect.poll(kept).toEqual([])
  await save(mail(mailServer.port))
})

test('a stored secret is only sent to the server it was entered for', async () => {
  await save(mail(mailServer.port))
  const { password: _, ...blank } = mail(mailServer.port) as Extract<ConnectionSettings, { name: 'mail' }>
  await save({ ...blank, from: 'hello@hartley-rowe.example' })
  expect(portal.ports.mail.from).toBe('hello@hartley-rowe.example')
  expect(await tested({ ...blank })).toMatchObject([{ state: 'good' }])
  const refusal = {
    fields: { 'settings.password': expect.stringContaining('what it belongs to has changed') },
  }
  for (const change of [{ host: 'mail.elsewhere.example' }, { security: 'tls' }, { user: 'root' }] as const) {
    await expect(tested({ ...blank, ...change })).rejects.toMatchObject(refusal)
    await expect(save({ ...blank, ...change })).rejects.toMatchObject(refusal)
  }
})

test('a mail server that is away is found without an email, and page and outbox say what to do before what it said', async () => {
  await save(mail(1))
  await portal.ports.connections.probe()
  const failure = expect.stringMatching(/nothing answers on this port\. Please check/)
  await expect
    .poll(() => standing('mail'))
    .toMatchObject({ state: 'failing', failure, failureDetail: expect.stringContaining('ECONNREFUSED') })
  expect(await admin.ask(outbox.transport, {})).toMatchObject({
    kind: 'smtp',
    failure: { words: failure, since: expect.any(Date) },
  })
  await save(mail(mailServer.port))
  await portal.ports.connections.probe()
  await expect
    .poll(() => standing('mail'))
    .toMatchObject({ state: 'connected', answeredAt: expect.any(Date) })
  expect(await admin.ask(outbox.transport, {})).toMatchObject({ failure: null })
})

test('another node takes over a change, and its reversal, without a restart', async () => {
  const node = await openPortal({ connection, folder: portal.folder })
  await save(mail(mailServer.port, { from: 'first@hartley-rowe.example' }))
  await expect.poll(() => node.ports.mail.from).toBe('first@hartley-rowe.example')
  await save(mail(mailServer.port, { from: 'second@hartley-rowe.example' }))
  await expect.poll(() => node.ports.mail.from).toBe('second@hartley-rowe.example')
  await disconnect('mail')
  await expect.poll(() => node.ports.mail.kind).toBe('outbox')
  expect(await standing('mail')).toMatchObject({ state: 'built_in', values: {}, secrets: [], facts: [] })
  expect((await auditOf('connection.removed')).at(-1)).toEqual({ connection: 'mail' })
})

test('unusable settings are refused with a sentence for each field', async () => {
  const refusals: [ConnectionSettings, string, string][] = [
    [mail(25, { host: 'https://mail.example' }), 'settings.host', 'name or IP address only'],
    [mail(0), 'settings.port', '1 to 65535'],
    [mail(25, { from: 'portal' }), 'settings.from', 'email address'],
    [mail(25, { user: '' }), 'settings.user', 'user name this password belongs to'],
    [{ name: 'scanner', address: 'clamd' }, 'settings.address', '127.0.0.1:3310'],
    [{ name: 'seal' }, 'settings.certificate', 'choose the file'],
    [{ name: 'model', kind: 'openai', url: '', model: 'm' }, 'settings.url', 'address the model answers at'],
    [
      { name: 'model', kind: 'openai', url: 'http://a:b@c/', model: 'm' },
      'settings.url',
      'fields of their own',
    ],
    [
      { name: 'model', kind: 'openai', url: 'file:///etc', model: 'm' },
      'settings.url',
      'such as http://127.0.0.1',
    ],
    [
      { name: 'model', kind: 'openai', url: 'http://10.0.0.5/v1', model: 'm', key: 'k' },
      'settings.url',
      'it is sent the key',
    ],
  ]
  for (const [settings, field, words] of refusals)
    await expect(tested(settings), field + words).rejects.toMatchObject({
      code: 'invalid',
      fields: { [field]: expect.stringContaining(words) },
    })
})

test.each<[ConnectionSettings, string]>([
  [mail(25, { host: '169.254.169.254' }), 'settings.host'],
  [mail(25, { host: '2852039166' }), 'settings.host'],
  [mail(25, { host: '[fe80::1]' }), 'settings.host'],
  [{ name: 'scanner', address: '0.0.0.0:3310' }, 'settings.address'],
  [{ name: 'model', kind: 'openai', url: 'https://0xa9fea9fe/latest', model: 'm' }, 'settings.url'],
  [{ name: 'model', kind: 'openai', url: 'http://[::ffff:a9fe:a9fe]/', model: 'm' }, 'settings.url'],
  [mail(25, { host: '[::]' }), 'settings.host'],
  [mail(25, { host: '[::a9fe:a9fe]' }), 'settings.host'],
  [{ name: 'model', kind: 'openai', url: 'http://[64:ff9b::169.254.169.254]/', model: 'm' }, 'settings.url'],
  [mail(25, { host: '[2002:a9fe:a9fe::1]' }), 'settings.host'],
])('an address to which nothing connects is refused: %#', async (settings, field) => {
  await expect(tested(settings)).rejects.toMatchObject({
    code: 'unprocessable',
    reason: 'address_refused',
    fields: { [field]: expect.any(String) },
  })
})

test('this machine itself may be typed as an IPv6 address', () => {
  expect(closedAddressIn(mail(25, { host: '[::1]' }))).toBeNull()
})

test('settings from start-up are shown and tested, and no page can change them', async () => {
  const smtp = { url: `smtp://portal:a%20password%20of%20the%20mail%20server@127.0.0.1:${mailServer.port}` }
  const fixed = await openPortal({ settings: { smtp: { ...smtp, from: 'portal@hartley-rowe.example' } } })
  const boss = await administratorOf(fixed)
  expect(await boss.standing('mail')).toMatchObject({
    isFixed: true,
    state: 'connected',
    values: { host: '127.0.0.1', port: String(mailServer.port) },
    secrets: [{ field: 'password', setAt: null }],
  })
  expect(await boss.ask(connections.test, { name: 'mail' })).toMatchObject([{ state: 'good' }])
  await expect(boss.save(mail(mailServer.port))).rejects.toMatchObject({ reason: 'fixed' })
  await expect(boss.disconnect('mail')).rejects.toMatchObject({
    reason: 'fixed',
  })
})

test('a public demo can neither connect nor test anything', async () => {
  const demo = await openPortal({ settings: { isPublicDemo: true } })
  const boss = await administratorOf(demo)
  expect(await boss.ask(connections.list, {})).toMatchObject({ isClosed: true })
  const settings = mail(mailServer.port)
  const refusal = { code: 'conflict', reason: 'demo' }
  await expect(boss.save(settings)).rejects.toMatchObject(refusal)
  await expect(boss.ask(connections.test, { name: 'mail', settings })).rejects.toMatchObject(refusal)
})

test('settings that cannot be decrypted are reported, and nothing weaker is used instead', async () => {
  const database = await freshDatabase()
  const first = await openPortal({ connection: database })
  await (await administratorOf(first)).save({ name: 'scanner', address: '127.0.0.1:1' })
  const other = await openPortal({ connection: database })
  const boss = await administratorOf(other)
  expect(await boss.standing('scanner')).toMatchObject({ state: 'failing', facts: [] })
  expect(() => other.ports.antivirus).toThrow('can’t be read')
  expect(await other.visitor().ask(kit.health, {})).toMatchObject({
    warnings: [expect.stringContaining('can’t be read with the keys')],
  })
  expect(await send(await other.client(), plainPage)).toMatchObject({ status: 503 })
})
