import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { documents } from '#contract/documents/documents.ts'
import { drawPhoto } from '#inspector/testing/pictures.ts'
import { cookieOf } from '#server/platform/http/inject.ts'
import { openPortal } from '#server/testing/portal.ts'
import { auditOf, filesOf, formOf, goodBill, taskOf, unread } from './testing/documents.ts'

const portal = await openPortal()
const ana = await portal.client()
const photo = await drawPhoto({ width: 800, height: 600, lines: 1 })

const field = (name: string, value: string) =>
  Buffer.from(`--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
const file = (bytes: Uint8Array, { name = 'filename="a.jpg"', type = 'content-type: image/jpeg\r\n' } = {}) =>
  Buffer.concat([
    Buffer.from(`--b\r\ncontent-disposition: form-data; name="file"; ${name}\r\n${type}\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ])
const bodyOf = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from('--b--\r\n')])
const post = (payload: Buffer, type = 'multipart/form-data; boundary=b') =>
  portal.app.inject({
    method: 'POST',
    url: documents.upload.path,
    headers: { 'content-type': type },
    cookies: Object.fromEntries(ana.jar),
    payload,
  })
const said = field('documentType', unread.documentType)

test('the fields may stand before or after the file', async () => {
  const { id } = await taskOf(ana, 'proof_of_funds')
  const before = await post(bodyOf(field('taskId', id), said, file(photo)))
  const after = await post(bodyOf(file(photo), said, field('taskId', id)))
  expect([before.statusCode, after.statusCode]).toEqual([201, 201])
  expect([before.json().document.taskId, after.json().document.taskId]).toEqual([id, id])
})

test.each([
  ['filename="../../etc/passwd"', 'passwd'],
  ['filename="..\\\\..\\\\x"', 'x'],
  ['filename="a\u202efdp.exe"', 'afdp.exe'],
  ['filename="请求书.jpg"', '请求书.jpg'],
  ['filename="a\\".jpg; filename=evil.html"', 'a".jpg; filename=evil.html'],
])('a file sent with %s is called %s', async (name, shown) => {
  const reply = await post(bodyOf(said, file(photo, { name })))
  expect(reply.statusCode).toBe(201)
  expect(reply.json().document.filename).toBe(shown)
  const { headers } = await portal.app.inject({
    url: `/api/documents/${reply.json().document.id}/download`,
    cookies: Object.fromEntries(ana.jar),
  })
  // One name for old browsers and one for all others, with nothing that escapes the quotation marks.
  const disposition = String(headers['content-disposition']).replace(/"[^"]*"/, '""')
  expect(disposition).toMatch(/^attachment; filename=""; filename\*=UTF-8''[\w.%~!#$&+^`|-]+$/)
})

test('the content decides what a file is, whatever the browser calls it', async () => {
  for (const type of ['', 'content-type: text/html\r\n', 'content-type: image/png; charset=utf-8\r\n'])
    expect((await post(bodyOf(said, file(photo, { type })))).json().document.fileType).toBe('image/jpeg')
})

test.each<[string, Buffer, string?]>([
  ['no file', bodyOf(said)],
  ['no document type', bodyOf(file(photo))],
  ['a field that is not known', bodyOf(said, field('status', 'verified'), file(photo))],
  ['a task that cannot be', bodyOf(said, field('taskId', '7'), file(photo))],
  ['a name from the prototype', bodyOf(said, field('__proto__', 'x'), file(photo))],
  [
    'a file under another name',
    bodyOf(
      said,
      Buffer.from(file(photo).toString('latin1').replace('name="file"', 'name="picture"'), 'latin1'),
    ),
  ],
  ['two files', bodyOf(said, file(photo), file(photo))],
  ['a body that ends in the middle', bodyOf(said, file(photo)).subarray(0, 900)],
  ['no boundary', bodyOf(said, file(photo)), 'multipart/form-data'],
  ['JSON', Buffer.from('{}'), 'application/json'],
])('a form with %s is refused and leaves nothing', async (_, body, type) => {
  const before = filesOf(portal)
  const count = (await ana.ask(documents.list, {})).length
  const { statusCode } = await post(body, type)
  expect(statusCode).toBeGreaterThanOrEqual(400)
  expect(statusCode).toBeLessThan(500)
  expect(filesOf(portal)).toEqual(before)
  expect(await ana.ask(documents.list, {})).toHaveLength(count)
})

test('an upload that breaks off leaves nothing', async () => {
  const ben = await portal.client()
  const address = new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' }))
  const before = filesOf(portal)
  const socket = connect(Number(address.port), '127.0.0.1').on('error', () => {})
  const head = { ...cookieOf(ben.jar), host: address.host, 'content-type': 'multipart/form-data; boundary=b' }
  const lines = Object.entries({ ...head, 'content-length': '5000000' }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.write(`POST ${documents.upload.path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`)
  socket.write(Buffer.concat([said, file(photo).subarray(0, -2), Buffer.alloc(2_000_000)]))
  await expect.poll(() => filesOf(portal).length).toBe(before.length + 1)

  socket.destroy()

  await expect.poll(() => filesOf(portal)).toEqual(before)
  expect(await ben.ask(documents.list, {})).toEqual([])
})

test('another site cannot upload in the name of a client', async () => {
  const reply = await ana.send('POST', documents.upload.path, formOf(goodBill), {
    'sec-fetch-site': 'cross-site',
  })
  expect(reply.status).toBe(403)
  expect(await auditOf(portal, ana.user.id, 'document.uploaded')).not.toHaveLength(0)
})
