import { beforeAll, expect, test } from 'vitest'
import { type ClientDocument, documents, type PageText } from '#contract/documents/documents.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { activePdfs } from '#inspector/testing/hostile.ts'
import { drawPhoto } from '#inspector/testing/pictures.ts'
import { openPortal } from '#server/testing/portal.ts'
import { auditOf, goodBill, unread, upload } from './testing/documents.ts'

const portal = await openPortal()
const ana = await portal.client()
const photo = await drawPhoto({ width: 1200, height: 900, lines: 1 })
let bill: ClientDocument
let picture: ClientDocument

beforeAll(async () => {
  bill = (await upload(ana, goodBill, { filename: 'Rechnung März – فاتورة.pdf' })).document
  picture = (await upload(ana, photo, { ...unread, filename: 'photo.jpg' })).document
})

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  portal.app.inject({ method, url, headers, cookies: Object.fromEntries(ana.jar) })
const fileOf = ({ id }: ClientDocument) => urlOf(documents.file, { id })

test('the original comes back byte for byte, in a sandbox, and its name with it', async () => {
  const { statusCode, headers, rawPayload } = await get(fileOf(bill))

  expect(statusCode).toBe(200)
  expect(rawPayload.equals(goodBill)).toBe(true)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
  })
  const disposition = String(headers['content-disposition'])
  expect(disposition).toMatch(/^inline; filename="[^"]+"; filename\*=UTF-8''\S+$/)
  const [, name = ''] = disposition.split("UTF-8''")
  expect(decodeURIComponent(name)).toBe('Rechnung März – فاتورة.pdf')
})

test('a download is an attachment, and the audit trail knows of it', async () => {
  const { headers, rawPayload } = await get(urlOf(documents.download, { id: bill.id }))
  expect(headers['content-disposition']).toMatch(/^attachment;/)
  expect(rawPayload.equals(goodBill)).toBe(true)
  expect(await auditOf(portal, ana.user.id, 'document.downloaded')).toEqual([{ documentId: bill.id }])
})

test.each([
  ['statement.bat', 'statement.bat.pdf'],
  ['afdp.exe', 'afdp.exe.pdf'],
  ['November', 'November.pdf'],
  ['SCAN.PDF', 'SCAN.PDF'],
])('a PDF called %j is saved as %j, so that it never runs as a program', async (filename, saved) => {
  const bytes = Buffer.concat([goodBill, Buffer.from(`\n% ${filename}`)])
  const { document } = await upload(ana, bytes, { filename })
  expect(document.filename).toBe(filename)
  const { headers } = await get(urlOf(documents.download, { id: document.id }))
  expect(headers['content-disposition']).toBe(`attachment; filename="${saved}"; filename*=UTF-8''${saved}`)
})

test('only what leaves the portal is noted as a download, and one that goes on is one', async () => {
  const { id } = (await upload(ana, photo, { ...unread, filename: 'noted.jpg' })).document
  const url = urlOf(documents.download, { id })
  const noted = async () =>
    (await auditOf(portal, ana.user.id, 'document.downloaded')).filter(({ documentId }) => documentId === id)
  const etag = String((await get(url, {}, 'HEAD')).headers.etag)
  expect((await get(url, { 'if-none-match': etag })).statusCode).toBe(304)
  expect((await get(url, { range: 'bytes=99999999-' })).statusCode).toBe(416)
  expect(await noted()).toEqual([])
  expect((await get(url, { range: 'bytes=0-99' })).statusCode).toBe(206)
  expect((await get(url, { range: 'bytes=100-' })).statusCode).toBe(206)
  expect(await noted()).toHaveLength(1)
})

test('a PDF in which something could run is never shown inline', async () => {
  const bytes = activePdfs['JavaScript in plain sight'] ?? Buffer.alloc(0)
  const { document, validation } = await upload(ana, bytes, { filename: 'form.pdf' })
  expect(document.hasActiveContent).toBe(true)
  expect(validation.valid).toBe(false)
  expect((await get(fileOf(document))).headers['content-disposition']).toMatch(/^attachment;/)
})

test('a part of the file can be asked for, and asked again only when it has changed', async () => {
  const part = await get(fileOf(bill), { range: 'bytes=100-199' })
  expect(part.statusCode).toBe(206)
  expect(part.rawPayload.equals(Buffer.from(goodBill.subarray(100, 200)))).toBe(true)
  expect((await get(fileOf(bill), { range: `bytes=${bill.fileSize}-` })).statusCode).toBe(416)
  const many = await get(fileOf(bill), { range: `bytes=${'0-,5-1,'.repeat(1000)}0-1` })
  expect(many.statusCode).toBe(200)
  const etag = String(part.headers.etag)
  expect((await get(fileOf(bill), { 'if-none-match': etag })).statusCode).toBe(304)
  expect((await get(fileOf(bill), { range: 'bytes=0-9', 'if-range': '"another"' })).statusCode).toBe(200)
  const head = await get(fileOf(bill), {}, 'HEAD')
  expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(bill.fileSize)])
})

test('the preview of a PDF is a picture of its first page, as wide as asked', async () => {
  const { headers, rawPayload } = await get(urlOf(documents.preview, { id: bill.id, width: 300 }))
  expect(headers['content-type']).toBe('image/png')
  expect(rawPayload.readUInt32BE(16)).toBe(300)
})

test('a preview that the browser has already is not made again', async () => {
  const { document } = await upload(ana, photo, { ...unread, filename: 'shown.jpg' })
  const url = urlOf(documents.preview, { id: document.id, width: 300 })
  const { headers } = await get(url)
  // Without its file the preview can't be made, so only "not modified" is left.
  const found = await portal.pool.query('select file_key from documents where id = $1', [document.id])
  await portal.ports.files.remove(found.rows[0].file_key)
  expect((await get(url, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  expect((await get(url)).statusCode).toBe(503)
})

test('many previews at once are all shown, and another client does not wait for them', async () => {
  const large = await drawPhoto({ width: 5000, height: 4000, lines: 1 })
  const { document } = await upload(ana, large, { ...unread, filename: 'large.jpg' })
  const ben = await portal.client()
  const small = (await upload(ben, photo, { ...unread, filename: 'small.jpg' })).document
  const url = urlOf(documents.preview, { id: document.id, width: 300 })
  let shown = 0
  const many = Array.from({ length: 40 }, () =>
    get(url).then(({ statusCode }) => {
      shown += 1
      return statusCode
    }),
  )
  const cookies = Object.fromEntries(ben.jar)
  const preview = await portal.app.inject({ url: urlOf(documents.preview, { id: small.id }), cookies })
  expect(preview.statusCode).toBe(200)
  expect(shown).toBeLessThan(10)
  expect(new Set(await Promise.all(many))).toEqual(new Set([200]))
})

test('a page of a PDF is a picture, with its words in their places', async () => {
  const shown = await get(urlOf(documents.page, { id: bill.id, page: 1 }))
  expect(shown.headers['content-type']).toBe('image/png')
  const { items }: PageText = await ana.ask(documents.pageText, { id: bill.id, page: 1 })
  expect(items.map(({ text }) => text).join(' ')).toContain('Octopus Energy')
  for (const { x, y } of items) {
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x).toBeLessThan(1)
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y).toBeLessThan(1)
  }
})

test('a page that is not there is not found, and a photo has no pages', async () => {
  expect((await get(urlOf(documents.page, { id: bill.id, page: 2 }))).statusCode).toBe(404)
  expect((await get(urlOf(documents.page, { id: picture.id, page: 1 }))).statusCode).toBe(404)
  await expect(ana.ask(documents.pageText, { id: picture.id, page: 1 })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a visitor opens nothing', async () => {
  const visitor = portal.visitor()
  for (const path of ['file', 'download', 'preview', 'pages/1'])
    expect(await visitor.send('GET', `/api/documents/${bill.id}/${path}`, undefined, {})).toMatchObject({
      status: 401,
    })
})
