import { expect, test } from 'vitest'
import { acceptUpload } from './accept.ts'
import { inspect } from './inspect.ts'
import { screenUpload } from './screen.ts'
import { bankStatement, okafor, utilityBill } from './testing/documents.ts'
import {
  activePdfs,
  annotated,
  eicar,
  emptyZip,
  manyNotes,
  notesBomb,
  pixelBomb,
  pngChunk,
} from './testing/hostile.ts'
import { drawLockedPdf, drawPdf } from './testing/paper.ts'
import { drawFlatPicture, drawPhonePhoto, drawPhoto, drawPng } from './testing/pictures.ts'
import { onePage, stream } from './testing/raw-pdf.ts'
import { proofOfAddress } from './testing/read-drawn.ts'
import { refusalOf } from './testing/refusal.ts'

const jpeg = await drawPhoto()
const png = await drawPng()
const pdf = await drawPdf(utilityBill(okafor))

const text = (content: string) => Buffer.from(content, 'latin1')
const refused = (bytes: Uint8Array, filename = 'scan') => refusalOf(acceptUpload(bytes, { filename }))

test('a photo, a screenshot and a PDF are accepted, whatever type the browser sends', async () => {
  const declaredType = 'application/x-unknown'
  const photo = { kind: 'jpeg', mimeType: 'image/jpeg', width: 1600, height: 1200, pages: 1 }
  expect(await acceptUpload(jpeg, { filename: 'IMG 1.JPG', declaredType })).toMatchObject(photo)
  expect(await acceptUpload(png, { filename: 'a.png' })).toMatchObject({
    kind: 'png',
    width: 640,
    height: 480,
  })
  expect(await acceptUpload(pdf, { filename: 'bill.pdf' })).toMatchObject({
    kind: 'pdf',
    pages: 1,
    hasActiveContent: false,
  })
})

test.each(['scan', 'scan.tmp', 'SCAN.JPEG', '../../x.jpe', ''])(
  'a JPEG called "%s" is nobody’s mistake',
  async (filename) => {
    expect(await acceptUpload(jpeg, { filename })).toMatchObject({ kind: 'jpeg' })
  },
)

test('an empty file is refused as empty', async () => {
  expect(await refused(new Uint8Array(), 'a.pdf')).toEqual({
    code: 'unprocessable',
    reason: 'file_empty',
    message: 'This file is empty.',
  })
})

test.each([
  ['passport.pdf', jpeg, '“passport.pdf” is a JPEG; rename or choose a PDF.'],
  ['bill.jpg', pdf, '“bill.jpg” is a PDF; rename or choose a JPEG.'],
  ['bill.png', jpeg, '“bill.png” is a JPEG; rename or choose a PNG.'],
  ['C:\\docs\\a\u202efdp.jpg', png, '“afdp.jpg” is a PNG; rename or choose a JPEG.'],
])('a file named %s with other contents is refused with its real kind', async (filename, bytes, message) => {
  expect(await refused(bytes, filename)).toEqual({ code: 'unsupported', reason: 'type_mismatch', message })
})

test.each([
  ['a Word document', Buffer.from('PK\x03\x04word/document.xml'), 'save it as a PDF'],
  ['a ZIP archive named .pdf', Buffer.from('PK\x03\x04photo.jpg'), 'upload the document inside'],
  ['a PDF behind an empty line', Buffer.concat([Buffer.from('\n\n'), pdf]), 'print it to a new PDF'],
])('%s is refused with what to do', async (_, bytes, advice) => {
  const { message } = await refused(bytes, 'bill.pdf')
  expect(message).toMatch(new RegExp(`^This is an?.*${advice}.*Please upload a JPG, PNG, or PDF file`))
})

const ftyp = (brand: string) => text(`\0\0\0\x18ftyp${brand}\0\0\0\0mif1heic`)
const zipOf = (name: string) => text(`PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0${name}`)

test.each([
  ['a GIF that is a script', text('GIF89a=1;alert(1)'), 'a GIF picture'],
  ['a WebP picture', text('RIFF\x10\0\0\0WEBPVP8 '), 'a WebP picture'],
  ['a TIFF scan', text('II*\0\x08\0\0\0'), 'a TIFF picture'],
  ['an iPhone photo', ftyp('heic'), 'a HEIC photo'],
  ['a film', ftyp('mp42'), 'a video'],
  ['a Word document', zipOf('word/document.xml'), 'a Word document (DOCX)'],
  ['a workbook', zipOf('xl/workbook.xml'), 'an Excel workbook (XLSX)'],
  ['a ZIP archive', zipOf('photo.jpg'), 'a ZIP archive'],
  ['an old Word document', text('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), 'an older Word or Excel document'],
  ['a web page', text('\n<!DOCTYPE html><script>alert(1)</script>'), 'a web page (HTML)'],
  ['a drawing', text('<?xml version="1.0"?><svg onload="alert(1)"/>'), 'an SVG drawing'],
  ['a program', text('MZ\x90\0'), 'a program'],
  ['plain words', text('Dear Sir or Madam'), 'a text file'],
  ['noise', Buffer.from([0, 1, 2, 3, 250, 9]), 'a kind of file we do not know'],
])('%s is refused by name, with the accepted kinds', async (_, bytes, name) => {
  for (const filename of ['scan', 'scan.pdf', 'scan.png']) {
    const { code, reason, message } = await refused(bytes, filename)
    expect({ code, reason }).toEqual({ code: 'unsupported', reason: 'type_not_allowed' })
    expect(message).toContain(`This is ${name}.`)
    expect(message).toContain('Please upload a JPG, PNG, or PDF file')
  }
})

test.each([
  ['an iPhone photo', ftyp('heic'), 'IMG_1.HEIC'],
  ['a picture of the web', ftyp('avif'), 'passport.avif'],
  ['a WebP picture that is called a JPEG', text('RIFF\x10\0\0\0WEBPVP8 '), 'passport.jpg'],
  ['a BMP picture', text('BM\x36\0\0\0'), 'passport.bmp'],
  ['a scan in TIFF that is called a PDF', text('II*\0\x08\0\0\0'), 'scan.pdf'],
  ['a large TIFF', text('MM\0+\0\x08\0\0'), 'scan.tiff'],
])('%s is refused with the advice to save it as JPEG', async (_, bytes, filename) => {
  expect((await refused(bytes, filename)).message).toContain('save as JPEG')
})

test.each([
  ['HTML with a PDF header at byte 26', Buffer.concat([text('<html><script>1</script><!--'), pdf])],
  ['a PDF behind some bytes', Buffer.concat([text('junk\0\x01'), pdf])],
  [
    'a PDF with a web page in its head',
    Buffer.concat([text('%PDF-1.7\n%<html><script>alert(1)</script>\n'), pdf]),
  ],
  ['a PDF that is a ZIP too', Buffer.concat([pdf, emptyZip])],
  ['a JPEG that is a ZIP too', Buffer.concat([jpeg, emptyZip])],
  [
    'a JPEG with a PDF header in its comment',
    Buffer.concat([jpeg.subarray(0, 2), text('\xff\xfe\0\x0a%PDF-1.7'), jpeg.subarray(2)]),
  ],
])('%s is refused as two kinds at once', async (_, bytes) => {
  expect(await refused(bytes)).toMatchObject({ code: 'unsupported', reason: 'type_not_allowed' })
})

const flipped = (bytes: Uint8Array, at: number) =>
  Uint8Array.from(bytes, (byte, index) => (index === at ? byte ^ 0x55 : byte))
const noise = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919 + at * at * 31) % 256))

test.each([
  ['half a JPEG', jpeg.subarray(0, jpeg.length / 2)],
  ['ten bytes of a JPEG', jpeg.subarray(0, 10)],
  ['noise that begins like a JPEG', Buffer.concat([jpeg.subarray(0, 4), noise])],
  ['half a PNG', png.subarray(0, png.length / 2)],
  ['a PNG with a wrong checksum', flipped(png, png.length - 20)],
  ['a PNG with a wrong checksum in its header', flipped(png, 30)],
  ['noise that begins like a PNG', Buffer.concat([png.subarray(0, 8), noise])],
  ['a PNG whose lines are missing', Buffer.concat([png.subarray(0, 33), pngChunk('IEND', Buffer.alloc(0))])],
])("%s couldn't be read to the end", async (_, bytes) => {
  expect(await refused(bytes)).toEqual({
    code: 'unprocessable',
    reason: 'file_damaged',
    message: "This picture couldn't be read to the end; please take it again.",
  })
})

test.each([
  ['half a PDF', pdf.subarray(0, pdf.length / 2)],
  ['a PDF without its last line', pdf.subarray(0, pdf.length - 1500)],
  ['noise that begins and ends like a PDF', Buffer.concat([text('%PDF-1.7\n'), noise, text('\n%%EOF\n')])],
  [
    'a PDF without pages',
    text('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF'),
  ],
])("%s couldn't be read to the end, and says what to do", async (_, bytes) => {
  const { reason, message } = await refused(bytes)
  expect(reason).toBe('file_damaged')
  expect(message).toContain("couldn't be read to the end; please take it again")
})

const plain = onePage(stream('', 'BT /F1 12 Tf 60 780 Td (Hello) Tj ET')).toString('latin1')
const bill = Buffer.from(pdf).toString('latin1')

test.each([
  ['whose index stands elsewhere', text(plain.replace(/startxref\n\d+/, 'startxref\n7'))],
  ['without its end mark', text(plain.replace(/startxref[^]*$/, ''))],
  [
    'that ends within its index',
    text(plain.slice(0, plain.indexOf('trailer') - 30).concat('trailer << /Root 1 0 R >>')),
  ],
  ['with garbage behind it', Buffer.concat([text(plain), noise])],
  ['with much garbage behind it', Buffer.concat([pdf, Buffer.alloc(400_000, '7')])],
  ['of the newer kind whose index stands elsewhere', text(bill.replace(/startxref\s+\d+/, 'startxref\n7'))],
])('a PDF %s is accepted, and the client is warned', async (_, bytes) => {
  expect(await acceptUpload(bytes, { filename: 'a.pdf' })).toMatchObject({ kind: 'pdf', pages: 1 })
  const { valid, issues, metadata } = await inspect(bytes, proofOfAddress)
  expect(valid).toBe(false)
  expect(issues.join(' ')).toContain('please check that all its pages are there')
  expect(metadata.verificationFlags.requiresManualReview).toBe(true)
})

test('a whole PDF gets no warning', async () => {
  for (const bytes of [pdf, text(plain)])
    expect((await inspect(bytes, proofOfAddress)).issues.join(' ')).not.toContain('damaged')
})

test('a PDF with missing pages is refused', async () => {
  const two = Buffer.from(await drawPdf(utilityBill(okafor), bankStatement(okafor)))
  for (const part of [0.3, 0.5, 0.7, 0.9, 0.97])
    expect(await refused(two.subarray(0, Math.floor(two.length * part)))).toMatchObject({
      reason: 'file_damaged',
    })
  const lost = plain.replace('3 0 obj', '9 9 obj').replace(/startxref[^]*$/, '')
  expect(await refused(text(lost))).toMatchObject({ reason: 'file_damaged' })
})

test('a picture that claims 400 million pixels is refused before it is unpacked', async () => {
  const before = process.memoryUsage().rss
  const { reason, message } = await refused(pixelBomb(), 'a.png')
  expect(reason).toBe('image_too_large')
  expect(message).toContain('400 million pixels')
  for (const notes of [notesBomb(), manyNotes(20_000)])
    expect(await refused(notes)).toMatchObject({ code: 'unprocessable', reason: 'image_too_large' })
  expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000)
})

test('a picture of fifty million one-pixel rows is refused before it is decoded', async () => {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(1, 0)
  size.writeUInt32BE(49_999_999, 4)
  const thread = Buffer.concat([png.subarray(0, 8), pngChunk('IHDR', size)])
  expect(await refused(thread)).toMatchObject({ code: 'unprocessable', reason: 'too_complex' })
})

test('the screen before the separate process unpacks nothing', () => {
  expect(screenUpload(notesBomb(), { filename: 'a.png' })).toBe('png')
})

test.each(['jpeg', 'png'] as const)('a phone’s 8,000 × 6,000 %s is accepted', async (kind) => {
  const photo = await drawFlatPicture(8000, 6000, kind)
  expect(await acceptUpload(photo, { filename: '' })).toMatchObject({ width: 8000, height: 6000 })
})

test('a photo taken on its side, with a script in its notes, is taken and measured upright', async () => {
  expect(await acceptUpload(await drawPhonePhoto(), { filename: 'a.jpg' })).toMatchObject({
    width: 600,
    height: 800,
  })
})

test('a PDF that needs a password to open is refused, one that is only protected against changes is accepted', async () => {
  const draw = bankStatement(okafor)
  const locked = await drawLockedPdf({ user: 'secret', owner: 'boss' }, draw)
  const { code, reason, message } = await refused(locked)
  expect({ code, reason }).toEqual({ code: 'unprocessable', reason: 'pdf_password' })
  expect(message).toContain('remove the password and upload again')
  expect(await acceptUpload(await drawLockedPdf({ owner: 'boss' }, draw), { filename: '' })).toMatchObject({
    pages: 1,
  })
})

test.each(Object.entries(activePdfs))('a PDF with %s is accepted and flagged', async (_, bytes) => {
  expect(await acceptUpload(bytes, { filename: 'a.pdf' })).toMatchObject({
    kind: 'pdf',
    hasActiveContent: true,
  })
})

test.each([
  'https://gov.uk/',
  'mailto:hello@example.com',
  'tel:+442079460123',
  'www.example.com/a:b',
  '#page=2',
])('a PDF with a link to %s is not flagged', async (address) => {
  const bytes = annotated(`/A << /S /URI /URI (${address}) >>`)
  expect(await acceptUpload(bytes, { filename: 'a.pdf' })).toMatchObject({ hasActiveContent: false })
})

test('a PDF that only says which page to show first is not flagged', async () => {
  const page = stream('', 'BT /F1 12 Tf 60 780 Td (Hello) Tj ET')
  for (const opening of [
    '/OpenAction [3 0 R /Fit]',
    '/OpenAction << /S /GoTo /D [3 0 R /Fit] >>',
    '/OpenAction 6 0 R',
  ]) {
    const bytes = onePage(page, opening, ['[3 0 R /FitH null]'])
    expect(await acceptUpload(bytes, { filename: 'a.pdf' })).toMatchObject({ hasActiveContent: false })
  }
})

test.each([
  ['alone', text(eicar), 'eicar.com'],
  ['as a photo', text(eicar), 'photo.jpg'],
  ['inside a photo', Buffer.concat([jpeg, text(eicar)]), 'photo.jpg'],
  ['inside a PDF', onePage(stream('', eicar)), 'bill.pdf'],
  ['packed into a PDF as an attachment', await withAttachment(), 'bill.pdf'],
])('the virus scanners’ test file is refused %s', async (_, bytes, filename) => {
  const { code, reason, message } = await refused(bytes, filename)
  expect({ code, reason }).toEqual({ code: 'unprocessable', reason: 'malware_found' })
  expect(message).toContain('was refused by the virus scanner')
})

async function withAttachment() {
  const { PDFDocument } = await import('@cantoo/pdf-lib')
  const document = await PDFDocument.load(pdf)
  await document.attach(text(eicar), 'note.txt', { mimeType: 'text/plain' })
  return Buffer.from(await document.save())
}
