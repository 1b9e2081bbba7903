import { once } from 'node:events'
import { type AddressInfo, BlockList, createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openClamd } from '#server/providers/antivirus/clamd.ts'
import { openModel } from '#server/providers/assistant/model.ts'
import { openSmtp } from '#server/providers/mail/smtp.ts'
import { openSignOnClient } from '#server/providers/sign-on/oidc.ts'
import { openBucket } from '#server/providers/storage/s3.ts'
import { openTimeStampAuthority } from '#server/providers/time-stamps/authority.ts'
import { openPortal } from '#server/testing/portal.ts'
import { type AddressGuard, guardAgainst } from './address-guard.ts'
import { closedAddresses } from './closed-address.ts'
import { faultWords } from './fault-words.ts'
import * as store from './store.ts'

const portal = await openPortal()

/** Closes this machine, to which the name `localhost` leads, in the place of what is closed to the portal. */
const ownMachine = new BlockList()
ownMachine.addSubnet('127.0.0.0', 8, 'ipv4')
ownMachine.addAddress('::1', 'ipv6')

/** Counts the connections to a port, and closes each at once. */
async function openCounter() {
  let count = 0
  const server = createServer((socket) => {
    count += 1
    socket.on('error', () => {}).destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, count: () => count, close: () => server.close() }
}

type Reach = (place: string, guard: AddressGuard | null) => Promise<unknown>

const login = { credentials: { accessKeyId: 'a', secretAccessKey: 'b' }, region: 'eu', prefix: '' }
const bucketAt = (endpoint: string, guard: AddressGuard | null) =>
  openBucket({ bucket: 'files', endpoint, ...login }, { guard })
const stampAt = (url: string, guard: AddressGuard | null) =>
  openTimeStampAuthority({ url, login: null, certificates: null }, guard)
const connection = (issuer: string) => ({ issuer, clientId: 'portal', clientSecret: null })

async function answerOf(url: string, guard: AddressGuard | null) {
  const model = openModel({ kind: 'openai', url, model: 'm', key: null }, { guard })
  const request = { instructions: '', messages: [{ isUser: true, content: 'Hello' }], tools: [] }
  for await (const _ of model.answer(request, AbortSignal.timeout(5000))) return
}

const reaches: Record<string, Reach> = {
  'a mail server': (place, guard) =>
    openSmtp({ url: `smtp://${place}`, from: 'a@b.example', guard }).verify(),
  'a mail server with TLS': (place, guard) =>
    openSmtp({ url: `smtps://${place}`, from: 'a@b.example', guard }).verify(),
  'a bucket': (place, guard) => bucketAt(`http://${place}`, guard).isEmpty(),
  'a bucket with TLS': (place, guard) => bucketAt(`https://${place}`, guard).isEmpty(),
  'a scanner': (place, guard) => {
    const [host = '', port] = place.split(':')
    return openClamd({ host, port: Number(port) }, guard).version()
  },
  'a time-stamp authority': (place, guard) =>
    stampAt(`http://${place}`, guard).stamp(Buffer.alloc(32), AbortSignal.timeout(5000)),
  'a time-stamp authority with TLS': (place, guard) =>
    stampAt(`https://${place}`, guard).stamp(Buffer.alloc(32), AbortSignal.timeout(5000)),
  'a model': (place, guard) => answerOf(`http://${place}/v1`, guard),
  'a model with TLS': (place, guard) => answerOf(`https://${place}/v1`, guard),
}

test.each(Object.entries(reaches))('%s is not reached by a name of a closed address', async (_, reach) => {
  const counter = await openCounter()
  const guard = guardAgainst(ownMachine)
  for (const host of ['localhost', '127.0.0.1']) {
    const fault = await reach(`${host}:${counter.port}`, guard).catch((error: unknown) => error)
    expect(faultWords(fault)).toMatch(/^This leads to an address that the portal doesn’t connect to/)
  }
  expect(counter.count()).toBe(0)
  await reach(`localhost:${counter.port}`, guardAgainst(new BlockList())).catch(() => {})
  expect(counter.count()).toBeGreaterThan(0)
  counter.close()
})

test.each(['localhost', '127.0.0.1'])(
  'a provider of sign-ins is not reached at a closed address: %s',
  async (host) => {
    const counter = await openCounter()
    const issuer = `http://${host}:${counter.port}`
    const tryWith = (guard: AddressGuard) =>
      openSignOnClient({ fixed: null, guard }).test(
        connection(issuer),
        'https://portal.example/auth/provider',
      )
    expect(await tryWith(guardAgainst(ownMachine))).toMatchObject([
      { step: 'address', failure: 'unreachable' },
    ])
    expect(counter.count()).toBe(0)
    await tryWith(guardAgainst(new BlockList()))
    expect(counter.count()).toBeGreaterThan(0)
    counter.close()
  },
)

test('a name of a closed address and of others is reached by the others', async () => {
  const counter = await openCounter()
  const found = [
    { address: '169.254.169.254', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ]
  const reachWith = (blockList: BlockList) =>
    guardAgainst(blockList, (_, __, done) => done(null, found))
      .fetch(`http://service.example:${counter.port}`)
      .catch((error: unknown) => error)
  const both = new BlockList()
  for (const { address } of found) both.addAddress(address)
  expect(faultWords(await reachWith(both))).toMatch(/^This leads to an address that the portal doesn’t/)
  expect(counter.count()).toBe(0)
  const linkLocal = new BlockList()
  linkLocal.addSubnet('169.254.0.0', 16)
  await reachWith(linkLocal)
  expect(counter.count()).toBe(1)
  counter.close()
})

test('settings that were typed before an address was closed lead nowhere', async () => {
  const { connections } = portal.ports
  const change = { secretsSetAt: {}, changedAt: portal.now(), changedById: null }
  for (const address of ['169.254.169.254:3310', '[64:ff9b::a9fe:a9fe]:3310']) {
    const sealedSettings = connections.sealed({ name: 'scanner', address })
    await store.update(portal.db, 'scanner', { sealedSettings, ...change })
    await connections.refresh()
    await expect(connections.use('scanner')?.version()).rejects.toMatchObject({ code: 'ERR_IP_BLOCKED' })
  }
})

test.each([
  ['169.254.169.254', true],
  ['[::ffff:a9fe:a9fe]', true],
  ['[::a9fe:a9fe]', true],
  ['[64:ff9b::a9fe:a9fe]', true],
  ['[64:ff9b::7f00:1]', false],
  ['[fd00:ec2::254]', true],
  ['[fe80::1]', true],
  ['0.0.0.0', true],
  ['[::]', true],
  ['[::1]', false],
  ['127.0.0.1', false],
  ['10.0.0.7', false],
  ['[fd12:3456::1]', false],
  ['clamav.internal', false],
])('%s is closed: %s', (host, isClosed) => {
  expect(isRefused(host)).toBe(isClosed)
})

const isRefused = (host: string) => {
  try {
    closedAddresses.refuse(host)
    return false
  } catch {
    return true
  }
}
