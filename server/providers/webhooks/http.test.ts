import { createServer, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { openOnLoopback } from '#server/testing/loopback.ts'
import { isPublic } from './addresses.ts'
import { openWebhookSender } from './http.ts'
import { openReceiver } from './testing/receiver.ts'

const receiver = await openReceiver()
afterAll(() => receiver.close())
beforeEach(() => {
  receiver.received.length = 0
})
const { port } = new URL(receiver.url)
const post = (url: string) => ({ url, headers: { 'content-type': 'application/json' }, body: '{}' })
const closed = expect.stringContaining('private network')

test.each([
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '203.0.113.7',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:93.184.216.34',
  '64:ff9b::a00:1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'localhost',
  '',
])('%s is no host of the internet', (address) => expect(isPublic(address)).toBe(false))

test.each(['93.184.216.34', '1.1.1.1', '172.32.0.1', '192.169.0.1', '2606:4700:4700::1111', '2a00:1450::1'])(
  '%s is a host of the internet',
  (address) => expect(isPublic(address)).toBe(true),
)

test.each([
  'https://127.0.0.1/',
  'https://localhost/',
  'https://0x7f000001/',
  'https://2130706433/',
  'https://017700000001/',
  'https://127.1/',
  'https://[::1]/',
  'https://[::ffff:7f00:1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://10.0.0.8:8443/x',
])('%s leads to this machine or its network, and is refused', async (url) => {
  const sender = openWebhookSender()
  expect(await sender.refusalOf(url)).toEqual(closed)
  expect(await sender.send(post(url))).toEqual({ failure: closed })
})

test('a name is judged by every address that it has', async () => {
  const resolve = async () => [
    { address: '93.184.216.34', family: 4 },
    { address: '10.0.0.8', family: 4 },
  ]
  const sender = openWebhookSender({ resolve })
  expect(await sender.refusalOf('https://both.example/')).toEqual(closed)
})

test('a name that leads elsewhere after it was entered is refused when it is sent', async () => {
  const answers = [[{ address: '93.184.216.34', family: 4 }], [{ address: '127.0.0.1', family: 4 }]]
  const sender = openWebhookSender({ resolve: async () => answers.shift() ?? [] })
  expect(await sender.refusalOf('https://rebinding.example/')).toBeNull()
  expect(await sender.send(post('https://rebinding.example/'))).toEqual({ failure: closed })
  expect(receiver.received).toEqual([])
})

test('the connection goes to the very address that was judged: the name is looked up once', async () => {
  let requests = 0
  const resolve = async () => {
    requests += 1
    return [{ address: '127.0.0.1', family: 4 }]
  }
  const sender = openWebhookSender({ isLoopbackAllowed: true, resolve })
  // No DNS resolver of this machine knows the name.
  expect(await sender.send(post(`http://pinned.invalid:${port}/hook`))).toEqual({ status: 200 })
  expect(requests).toBe(1)
  expect(receiver.received.map(({ headers }) => headers.host)).toEqual([`pinned.invalid:${port}`])
})

test('without TLS nothing is sent, but to this machine where that is allowed', async () => {
  const resolve = async () => [{ address: '93.184.216.34', family: 4 }]
  const form = expect.stringContaining('https://')
  expect(await openWebhookSender({ resolve }).refusalOf('http://plain.example/')).toEqual(form)
  expect(await openWebhookSender().refusalOf(receiver.url)).toEqual(form)
  const allowing = openWebhookSender({ resolve, isLoopbackAllowed: true })
  expect(await allowing.refusalOf('http://plain.example/')).toEqual(form)
  expect(await openWebhookSender({ isLoopbackAllowed: true }).refusalOf(receiver.url)).toBeNull()
})

test('a name that does not exist is told so', async () => {
  const sender = openWebhookSender({ resolve: async () => Promise.reject(new Error('ENOTFOUND')) })
  expect(await sender.refusalOf('https://nowhere.example/')).toMatch(/couldn't find/)
})

test('who does not answer is left after a while', async () => {
  const sender = openWebhookSender({
    timeout: 50,
    resolve: () => new Promise(() => {}),
  })
  expect(await sender.send(post('https://slow.example/'))).toEqual({
    failure: 'There was no answer in time.',
  })
})

test('who refuses the connection is named in a sentence', async () => {
  const sender = openWebhookSender({ isLoopbackAllowed: true })
  expect(await sender.send(post('http://127.0.0.1:1/hook'))).toEqual({
    failure: expect.stringMatching(/nothing answers on this port/),
  })
})

test.each([
  ['without end', (response: ServerResponse) => void Readable.from(endless()).pipe(response)],
  ['that hardly comes', (response: ServerResponse) => void response.write('t')],
])('an answer %s counts by its status, and is read no further than a little', async (_, answer) => {
  const over = Promise.withResolvers<void>()
  const server = createServer((_, response) => {
    response.on('close', over.resolve)
    answer(response.writeHead(200))
  })
  const { address, close } = await openOnLoopback(server)
  const sender = openWebhookSender({ isLoopbackAllowed: true, timeout: 500 })
  expect(await sender.send(post(`${address}/hook`))).toEqual({ status: 200 })
  await over.promise
  await close()
})

function* endless() {
  for (;;) yield 'thanks '.repeat(1000)
}
