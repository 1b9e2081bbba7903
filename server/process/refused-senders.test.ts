import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { urlOf } from '#server/testing/cluster.ts'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { newClientAt } from './testing/browser.ts'
import { startOpened } from './testing/opened.ts'
import { temporaryFolder } from './testing/portal-process.ts'

const portal = await startOpened({
  DATABASE_URL: urlOf(await freshDatabase()),
  PORTICO_DATA: join(temporaryFolder(), 'data'),
  PORTICO_DEMO: '0',
  PORTICO_RATE_LIMIT: 'off',
})
const client = await newClientAt(() => portal.address)

const post = (path: string, ...headers: string[]) =>
  [`POST ${path} HTTP/1.1`, 'host: x', `cookie: ${client.cookie()}`, ...headers, '', ''].join('\r\n')
const json = 'content-type: application/json'
const form = 'content-type: multipart/form-data; boundary=b'
const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7'
const length = (mebibytes: number) => `content-length: ${mebibytes * mebibyte}`
const mebibyte = 1024 * 1024

// Who has not said how much will come hears the answer while sending, the others at the latest once all has come.
const refusals: [what: string, begin: string, more: number, status: number][] = [
  ['headers that are too long', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(17 * 1024)}`, 0, 431],
  [
    'chunks that explain themselves at length',
    `${post('/api/login', json, 'transfer-encoding: chunked')}1;${'a'.repeat(17 * 1024)}`,
    0,
    413,
  ],
  ['a file that hardly arrives', post('/api/documents/upload', form, length(10)) + file, 0, 408],
  ['a body that is too long', post('/api/login', json, length(3)), 3 * mebibyte, 413],
  [
    'a body that is too long, on a connection for one request',
    post('/api/login', json, length(3), 'connection: close'),
    3 * mebibyte,
    413,
  ],
  [
    'a file where none is taken, on a connection for one request',
    post('/api/login', form, length(1), 'connection: close'),
    mebibyte,
    415,
  ],
]

test.each(refusals)('whoever is still sending %s reads why it is refused', async (_, begin, more, status) => {
  const socket = connect({ port: portal.port, host: '127.0.0.1', allowHalfOpen: true }).setEncoding('latin1')
  const errors: Error[] = []
  let heard = ''
  socket.on('error', (error) => errors.push(error))
  socket.on('data', (part) => {
    heard += part
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const answered = new Promise((resolve) => socket.once('data', resolve))
  const send = (text: string) => new Promise((sent) => socket.write(text, sent))
  await send(begin)
  if (more === 0) await answered
  for (let sent = 0; sent < (more || 64 * 1024); sent += 1024) await send('a'.repeat(1024))
  socket.end()
  await closed
  expect(errors).toEqual([])
  const [head = '', body = ''] = heard.split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(JSON.parse(body)).toMatchObject({ message: expect.stringMatching(/\.$/) })
})
