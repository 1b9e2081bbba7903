import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { documents, uploadLimit } from '#contract/documents/documents.ts'
import { notifications } from '#contract/notifications/notifications.ts'
import { openInspector } from '#inspector/inspector.ts'
import { okafor, utilityBill } from '#inspector/testing/documents.ts'
import { activePdfs, eicar, emptyZip, heavyPdfs, notesBomb, pixelBomb } from '#inspector/testing/hostile.ts'
import { drawLockedPdf } from '#inspector/testing/paper.ts'
import { drawFlatPicture, drawPhonePhoto, drawPhoto, drawPng } from '#inspector/testing/pictures.ts'
import { seconds } from '#server/platform/time/durations.ts'
import { openPortal } from '#server/testing/portal.ts'
import { auditOf, filesOf, goodBill, send, unread, upload } from './testing/documents.ts'

// With the limits that clients get, however busy this machine is.
const portal = await openPortal({ ports: { inspector: openInspector() } })
const ana = await portal.client()
const photo = await drawPhoto({ width: 1200, height: 900, lines: 1 })
const png = await drawPng()
const words = (text: string) => Buffer.from(text, 'latin1')
const magic = png.subarray(0, 8)
const brokenPng = Buffer.from(png).fill(7, 60, 64)
const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), words('ftypheic\0\0\0\0mif1heic'), randomBytes(400)])

interface Bad {
  bytes: Uint8Array
  filename?: string
  type?: string
  status: number
  reason: string
  says?: RegExp
}

const bad: Record<string, Bad> = {
  'an empty file': { bytes: words(''), status: 422, reason: 'file_empty', says: /^This file is empty\.$/ },
  'a JPEG named .pdf': {
    bytes: photo,
    status: 415,
    reason: 'type_mismatch',
    says: /is a JPEG; rename or choose a PDF/,
  },
  'HTML as .pdf, said to be a PNG': {
    bytes: words('<!doctype html><script>alert(1)</script>'),
    type: 'image/png',
    status: 415,
    reason: 'type_not_allowed',
  },
  'an SVG named .png': {
    bytes: words('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
    filename: 'a.png',
    status: 415,
    reason: 'type_not_allowed',
  },
  'a ZIP': { bytes: emptyZip, status: 415, reason: 'type_not_allowed', says: /JPG, PNG, or PDF/ },
  'a HEIC photo': {
    bytes: heic,
    filename: 'IMG_1.heic',
    status: 415,
    reason: 'type_not_allowed',
    says: /save as JPEG/,
  },
  'half a JPEG': {
    bytes: photo.subarray(0, photo.length / 2),
    filename: 'a.jpg',
    status: 422,
    reason: 'file_damaged',
    says: /couldn't be read to the end; please take it again/,
  },
  'ten bytes of a JPEG': {
    bytes: photo.subarray(0, 10),
    filename: 'a.jpg',
    status: 422,
    reason: 'file_damaged',
  },
  'a PNG with a wrong checksum': { bytes: brokenPng, filename: 'a.png', status: 422, reason: 'file_damaged' },
  'noise behind a PNG head': {
    bytes: Buffer.concat([magic, randomBytes(5000)]),
    filename: 'a.png',
    status: 422,
    reason: 'file_damaged',
  },
  'a PDF head at byte 26 of HTML': {
    bytes: Buffer.concat([words('<html><script>1</script>  '), goodBill]),
    status: 415,
    reason: 'type_not_allowed',
  },
  'a GIF that is a script': {
    bytes: words('GIF89a=1;alert(1)'),
    filename: 'a.png',
    status: 415,
    reason: 'type_not_allowed',
  },
  'a picture of 400 million pixels': {
    bytes: pixelBomb(),
    filename: 'a.png',
    status: 422,
    reason: 'image_too_large',
  },
  'a PNG whose notes swell': {
    bytes: notesBomb(),
    filename: 'a.png',
    status: 422,
    reason: 'image_too_large',
  },
  'the test virus': {
    bytes: words(eicar),
    status: 422,
    reason: 'malware_found',
    says: /refused by the virus scanner/,
  },
  'the test virus in a PDF': {
    bytes: Buffer.concat([goodBill, words(`\n${eicar}`)]),
    status: 422,
    reason: 'malware_found',
  },
  'a PDF with a password': {
    bytes: await drawLockedPdf({ user: 'secret', owner: 'owner' }, utilityBill(okafor)),
    status: 422,
    reason: 'pdf_password',
    says: /remove the password and upload again/i,
  },
}

test.each(Object.entries(bad))(
  '%s is refused and leaves nothing but a line of the audit trail',
  async (_, refusal) => {
    const before = filesOf(portal)
    const refused = await auditOf(portal, ana.user.id, 'document.refused')

    const { status, body } = await send(ana, refusal.bytes, refusal)

    expect({ status, reason: (body as { reason?: string }).reason }).toEqual({
      status: refusal.status,
      reason: refusal.reason,
    })
    expect((body as { message: string }).message).toMatch(refusal.says ?? /[.!]$/)
    expect(filesOf(portal)).toEqual(before)
    const lines = await auditOf(portal, ana.user.id, 'document.refused')
    expect(lines).toHaveLength(refused.length + 1)
    expect(lines.at(-1)).toMatchObject({ reason: refusal.reason })
  },
)

test('the administrators hear of a file with a virus, and of no other', async () => {
  const alex = await portal.staff('administrator')
  const priya = await portal.staff('fee_earner')
  const { filename: name, bytes } = { filename: '../\u202einvoice.pdf', bytes: words(eicar) }
  await send(ana, words(''), { filename: 'empty.pdf' })
  await send(ana, bytes, { filename: name })
  expect(await alex.ask(notifications.list, {})).toMatchObject([
    {
      title: 'A file was refused by the virus scanner',
      body: "Amara Okafor tried to upload invoice.pdf. It wasn't kept.",
      link: `/firm/clients/${ana.user.id}`,
    },
  ])
  expect(await priya.ask(notifications.list, {})).toEqual([])
  expect(await ana.ask(notifications.list, {})).toEqual([])
})

test('nothing that was refused is among the documents', async () => {
  expect(await ana.ask(documents.list, {})).toEqual([])
})

test('ten megabytes are taken to the last byte, and one byte more is not', async () => {
  const ben = await portal.client()
  const filled = (size: number) => Buffer.concat([photo, Buffer.alloc(size - photo.length)])
  const fits = await upload(ben, filled(uploadLimit), { ...unread, filename: 'large.jpg' })
  expect(fits.document.fileSize).toBe(uploadLimit)

  const before = filesOf(portal)
  const over = await send(ben, filled(uploadLimit + 1), { filename: 'larger.jpg' })
  expect(over).toMatchObject({
    status: 413,
    body: { code: 'too_large', message: 'Please select a file smaller than 10MB' },
  })
  expect(await auditOf(portal, ben.user.id, 'document.refused')).toEqual([{ reason: 'file_too_large' }])
  expect(filesOf(portal)).toEqual(before)
})

test.each(Object.entries(activePdfs))('%s is taken as a download only', async (_, bytes) => {
  const ben = await portal.client()
  const { document } = await upload(ben, bytes, unread)
  expect(document.hasActiveContent).toBe(true)
  const cookies = Object.fromEntries(ben.jar)
  const shown = await portal.app.inject({ url: `/api/documents/${document.id}/file`, cookies })
  expect(shown.headers['content-disposition']).toMatch(/^attachment;/)
})

test('a PDF that only its owner may change is taken', async () => {
  const locked = await drawLockedPdf({ owner: 'owner' }, utilityBill(okafor))
  expect((await upload(ana, locked, unread)).document.pages).toBe(1)
})

test('a photo of 48 million pixels is taken', async () => {
  const large = await drawFlatPicture(8000, 6000, 'jpeg')
  const { document } = await upload(ana, large, { ...unread, filename: 'IMG_2041.JPG' })
  expect(document.filename).toBe('IMG_2041.JPG')
})

test('a photo keeps its original, and its preview tells neither place nor camera', async () => {
  const bytes = await drawPhonePhoto()
  const { document } = await upload(ana, bytes, { ...unread, filename: 'kitchen.jpg' })
  const cookies = Object.fromEntries(ana.jar)
  const original = await portal.app.inject({ url: `/api/documents/${document.id}/file`, cookies })
  const preview = await portal.app.inject({ url: `/api/documents/${document.id}/preview`, cookies })
  expect(original.rawPayload.equals(bytes)).toBe(true)
  expect(preview.headers['content-type']).toBe('image/jpeg')
  expect(preview.rawPayload.includes('alert(1)')).toBe(false)
  expect(preview.rawPayload.includes('Exif')).toBe(false)
})

// The inspector's own tests cover each of their kind. These run together and last in the file, since a document read
// after one of them waits for it.
test.concurrent.each([
  'a page of 875 KB that unpacks to 900 MB',
  'a page tree that bites its tail',
  '50,000 pages',
])('%s is answered within the time of a short wait', async (name) => {
  const ben = await portal.client()
  const bytes = heavyPdfs[name]?.()
  if (bytes === undefined) throw new Error(`There is no file of ${name}`)
  const began = performance.now()
  const { status } = await send(ben, bytes)
  expect([201, 422]).toContain(status)
  expect(performance.now() - began).toBeLessThan(seconds(20))
})
