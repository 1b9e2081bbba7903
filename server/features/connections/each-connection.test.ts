import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { type ConnectionSettings, connections } from '#contract/connections.ts'
import { documents } from '#contract/documents/documents.ts'
import { openModelServer } from '#server/features/assistant/testing/model-server.ts'
import { plainPage, send } from '#server/features/documents/testing/documents.ts'
import { update } from '#server/platform/connections/store.ts'
import { newFolder } from '#server/platform/files/testing.ts'
import { listWarnings } from '#server/platform/ports/ports.ts'
import { openClamdStandIn } from '#server/providers/antivirus/testing.ts'
import { openMailServer } from '#server/providers/mail/testing.ts'
import { credentials, openBucketStandIn } from '#server/providers/storage/testing/stand-in.ts'
import { openTestAuthority } from '#server/providers/time-stamps/testing/authority.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { openPortal } from '#server/testing/portal.ts'
import { administratorOf } from './testing/administrator.ts'

const connection = await freshDatabase()
const portal = await openPortal({ connection })
const { ask, save, tested, standing, disconnect } = await administratorOf(portal)
const ca = await openTestAuthority()

test('a scanner has to find the test virus, scans uploads once connected, and is reported when it stops responding', async () => {
  const clamd = await openClamdStandIn()
  const { host, port } = clamd.address
  const settings: ConnectionSettings = { name: 'scanner', address: `${host}:${port}` }
  expect((await tested(settings)).map(({ state, words }) => [state, words])).toEqual([
    ['good', 'It answers: ClamAV 1.4.6/stand-in.'],
    ['good', 'It found nothing in a harmless file.'],
    ['good', 'It found the test virus, and calls it Eicar-Test-Signature.'],
  ])
  await save(settings)
  const ana = await portal.client()
  clamd.state.instead = 'stream: Win.Trojan.Agent-1 FOUND\0'
  expect(await send(ana, plainPage)).toMatchObject({ status: 422, body: { reason: 'malware_found' } })
  clamd.state.instead = ''
  expect(await send(ana, plainPage)).toMatchObject({ status: 201 })
  expect(await ana.ask(documents.list, {})).toMatchObject([{ awaitsScan: true }])
  await expect
    .poll(() => standing('scanner'))
    .toMatchObject({ state: 'failing', failingSince: expect.any(Date) })
  expect(await tested(settings)).toMatchObject([{ step: 'version', state: 'bad' }])
  delete clamd.state.instead
  await portal.ports.connections.probe()
  await expect.poll(() => standing('scanner')).toMatchObject({ state: 'connected', failingSince: null })
  await disconnect('scanner')
  expect(portal.ports.antivirus).toBe(null)
})

test('card and health say whether a mail server is not reached, refuses the login, or has a certificate that nobody trusts', async () => {
  ca.issue('localhost', 'servers', { days: 20 })
  const [cert, key] = ['localhost.pem', 'localhost.key'].map((file) =>
    readFileSync(join(ca.folder, file), 'utf8'),
  )
  const refusing = await openMailServer({
    allowInsecureAuth: true,
    onAuth: (_, __, done) => done(new Error('Invalid username or password')),
  })
  const untrusted = await openMailServer({ secure: true, ...(cert && key ? { cert, key } : {}) })
  const plain = await openMailServer()
  const settings = (port: number, more: object = {}): ConnectionSettings => ({
    name: 'mail',
    host: '127.0.0.1',
    port: String(port),
    security: 'optional',
    user: 'portal',
    password: 'secret',
    from: 'portal@hartley-rowe.example',
    ...more,
  })
  const states: [ConnectionSettings, string, string][] = [
    [settings(1), 'nothing answers on this port', "can't be reached"],
    [settings(refusing.port), 'doesn’t accept this user name', "refuses the portal's user name and password"],
    [
      settings(untrusted.port, { security: 'tls' }),
      'certificate isn’t trusted',
      "certificate that isn't trusted",
    ],
    [settings(plain.port, { security: 'tls' }), 'doesn’t speak TLS', "can't be used"],
  ]
  for (const [wrong, onCard, inHealth] of states) {
    await save(wrong)
    const found = { state: 'failing', failure: expect.stringContaining(onCard) }
    await expect.poll(() => standing('mail')).toMatchObject(found)
    const warnings = await portal.ports.connections.warnings()
    expect(warnings).toEqual([expect.stringContaining(inHealth)])
    expect(warnings[0]).not.toContain('127.0.0.1')
  }
  await save(settings(plain.port, { user: '', password: '' }))
  await expect
    .poll(() => standing('mail'))
    .toMatchObject({ state: 'connected', answeredAt: expect.any(Date) })
  expect(await portal.ports.connections.warnings()).toEqual([])
  await disconnect('mail')
})

const standIn = await openBucketStandIn({ pageSize: 1000 })
afterAll(standIn.close)
const bucket = (more: object = {}): ConnectionSettings => ({
  name: 'files',
  bucket: 'files',
  endpoint: standIn.settings.endpoint ?? '',
  region: 'us-east-1',
  prefix: '',
  accessKey: credentials.accessKeyId,
  secretKey: credentials.secretAccessKey,
  newFiles: 'bucket',
  ...more,
})

test('the test of a bucket writes, reads and deletes, and one that fails is refused', async () => {
  expect((await tested(bucket())).map(({ state }) => state)).toEqual(['good', 'good', 'good', 'good', 'good'])
  expect(standIn.objects.size).toBe(0)
  expect(await tested(bucket({ bucket: 'others' }))).toMatchObject([
    { step: 'write', state: 'bad', words: 'There is no bucket of this name. Please check the name.' },
  ])
  await expect(save(bucket({ secretKey: 'a wrong one' }))).rejects.toMatchObject({ reason: 'not_working' })
  expect((await standing('files')).state).toBe('built_in')
})

test('every node can read every file while a bucket is connected and disconnected', async () => {
  const node = await openPortal({ connection, folder: portal.folder })
  const put = (text: string) => portal.ports.files.put([Buffer.from(text)], { limit: 100 })
  const read = async (at: typeof portal, { key, sha256 }: { key: string; sha256: string }) =>
    String(await buffer(await at.ports.files.read(key, { sha256 })))
  const inBucket = () => [...standIn.objects.keys()].filter((name) => name.startsWith('files/files/')).length
  const [old, spare] = [await put('from before'), await put('no longer needed')]
  expect(await standing('files')).toMatchObject({ filesLeft: null })
  await save(bucket())
  const { filesLeft } = await standing('files')
  expect(filesLeft).toBeGreaterThan(1)
  await portal.ports.files.remove(spare.key)
  expect(await standing('files')).toMatchObject({ filesLeft: (filesLeft ?? 0) - 1 })
  const fresh = await put('into the bucket')
  expect(inBucket()).toBe(1)
  // The other node may not know about the change yet: it checks again before it reports a missing file.
  expect(await read(node, fresh)).toBe('into the bucket')
  expect(await read(node, old)).toBe('from before')

  await expect(disconnect('files')).rejects.toMatchObject({ reason: 'in_use' })
  await expect(save(bucket({ prefix: 'elsewhere/' }))).rejects.toMatchObject({ reason: 'in_use' })
  await save(bucket({ newFiles: 'folder' }))
  const back = await put('into the folder')
  expect(inBucket()).toBe(1)
  await expect(disconnect('files')).rejects.toMatchObject({
    reason: 'files_there',
    message: expect.stringContaining('npm run files:move -- --to disk'),
  })
  await portal.ports.files.remove(fresh.key)
  await disconnect('files')
  expect(await read(portal, old)).toBe('from before')
  expect(await read(node, back)).toBe('into the folder')
})

test('the card of a bucket that is away says what is wrong, rather than what its client was told', async () => {
  await save(bucket({ prefix: 'away/' }))
  standIn.state.fail = () => ({ status: 503, body: '' })
  await expect(portal.ports.files.put([Buffer.from('lost')], { limit: 100 })).rejects.toMatchObject({
    message: expect.stringContaining('so nothing was saved'),
  })
  await expect.poll(() => standing('files')).toMatchObject({ state: 'failing' })
  expect((await standing('files')).failure).not.toMatch(/nothing was saved|try again/)
  standIn.state.fail = null
  await save(bucket({ prefix: 'away/', newFiles: 'folder' }))
  await disconnect('files')
})

test('a node that has not heard of a change yet puts new files, and removes old ones, where all others look', async () => {
  const folder = await newFolder()
  cpSync(join(portal.folder, 'keys'), join(folder, 'keys'), { recursive: true })
  const node = await openPortal({ connection, folder })
  const changeUnheard = (settings: ConnectionSettings) =>
    update(portal.db, 'files', {
      sealedSettings: portal.ports.connections.sealed(settings),
      secretsSetAt: {},
      changedAt: portal.now(),
      changedById: null,
    })
  const bytes = Buffer.from('by a node that knows of no bucket')
  const textAt = async (at: typeof portal, key: string) =>
    String(await buffer(await at.ports.files.read(key)))
  const held = () => [...standIn.objects.keys()].filter((name) => /files\/(files|staged)\//.test(name))

  const uploading = await node.ports.files.stage([bytes], { limit: 100 })
  await changeUnheard(bucket())
  const kept = await node.ports.files.keep(uploading)
  expect(held()).toEqual([`files/files/${kept.key}`])
  await portal.ports.files.remove(kept.key)
  expect(held()).toEqual([])

  const late = await node.ports.files.stage([bytes], { limit: 100 })
  await changeUnheard(bucket({ newFiles: 'folder' }))
  expect(held()).toHaveLength(1)
  await node.ports.files.keep(late)
  expect(held()).toEqual([])
  expect(await textAt(node, late.key)).toBe(String(bytes))
  await disconnect('files')
  expect(await textAt(node, late.key)).toBe(String(bytes))
})

test('a time-stamp authority stamps a random digest, and is used for the next seal', async () => {
  const settings: ConnectionSettings = {
    name: 'timeStamps',
    url: ca.url,
    user: '',
    certificates: readFileSync(join(ca.folder, 'ca.pem'), 'latin1'),
  }
  expect(await tested(settings)).toMatchObject([
    // The tests' clock stands still, while the authority's does not.
    { step: 'stamp', state: 'unknown', words: expect.stringContaining('stamped a random digest') },
  ])
  await expect(tested({ ...settings, certificates: 'no certificate' })).rejects.toMatchObject({
    fields: { 'settings.certificates': expect.stringContaining('no certificates here') },
  })
  await expect(
    tested({ ...settings, url: 'http://tsa.example/stamp', certificates: '' }),
  ).rejects.toMatchObject({
    fields: { 'settings.certificates': expect.stringContaining('could change the time') },
  })
  expect(portal.ports.sealer.isTimed()).toBe(false)
  await save(settings)
  expect(portal.ports.sealer.isTimed()).toBe(true)
  await disconnect('timeStamps')
})

test('the firm’s certificate is accepted only with its password, and shows its owner and validity', async () => {
  ca.issue('Hartley', 'seals', { days: 20 })
  const files = ['-in', 'Hartley.pem', '-inkey', 'Hartley.key', '-certfile', 'ca.pem']
  ca.openssl('pkcs12', '-export', ...files, '-passout', 'pass:secret', '-out', 'Hartley.p12')
  const certificate = readFileSync(join(ca.folder, 'Hartley.p12'), 'base64')
  const settings = { name: 'seal', certificate, password: 'secret' } as const
  await expect(save({ ...settings, password: 'wrong' })).rejects.toMatchObject({
    fields: { 'settings.password': 'The password is not the one of this file.' },
  })
  await expect(
    save({ name: 'seal', certificate: Buffer.from('Dear Sir').toString('base64') }),
  ).rejects.toMatchObject({
    fields: { 'settings.certificate': 'This is not a PKCS#12 file (.p12 or .pfx).' },
  })
  await save(settings)
  expect(await standing('seal')).toMatchObject({
    facts: ['Issued to Hartley by Test Root', expect.stringMatching(/^Valid until \d{4}-/)],
    secrets: [{ field: 'certificate' }, { field: 'password' }],
  })
  expect(await ask(connections.test, { name: 'seal' })).toMatchObject([{ step: 'key', state: 'good' }, {}])
  expect(await listWarnings(portal.ports)).toEqual([expect.stringContaining('expires on')])
  await disconnect('seal')
})

test('a language model responds to the test, and its key is not sent elsewhere when the address changes', async () => {
  const server = await openModelServer()
  server.state.behaviour = { says: ['I am ready.'] }
  const settings: ConnectionSettings = {
    name: 'model',
    kind: 'openai',
    url: server.url,
    model: 'small',
    key: 'secret-key',
  }
  expect(await tested(settings)).toMatchObject([
    { state: 'good', words: expect.stringContaining('“I am ready.”') },
  ])
  server.state.behaviour = { fails: 401 }
  expect(await tested(settings)).toMatchObject([
    { state: 'bad', words: 'It doesn’t accept the key. Please enter it again.' },
  ])
  await save(settings)
  expect(portal.ports.model?.name).toBe('small')
  const { key: _, ...blank } = settings
  await save({ ...blank, url: 'http://elsewhere.example/v1' })
  expect(await standing('model')).toMatchObject({ secrets: [] })
  await disconnect('model')
  expect(portal.ports.model).toBe(null)
})
