import { PDFDocument } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import type { DocumentType } from '#contract/documents/validation.ts'
import { bankStatement, okafor, payslip, recipe, utilityBill } from './testing/documents.ts'
import { activePdfs } from './testing/hostile.ts'
import { drawPdf, drawScan } from './testing/paper.ts'
import { drawFlatPicture, drawPhoto, drawPng } from './testing/pictures.ts'
import { onePage, stream } from './testing/raw-pdf.ts'
import { proofOfAddress, proofOfFunds, read, readDrawn } from './testing/read-drawn.ts'

const wanting = (...expectedTypes: DocumentType[]) => ({ ...proofOfAddress, expectedTypes })
const noVerdict = { valid: false, confidence: 0, issues: [], flags: { requiresManualReview: true } }

const blank = async () => drawFlatPicture(1600, 1200, 'jpeg')

const unreadable: [string, () => Promise<Uint8Array>, DocumentType, RegExp][] = [
  ['a blank picture for a bill', blank, 'address_proof', /nothing on this page/],
  ['a blank scan for a bill', async () => drawScan(await blank()), 'address_proof', /nothing on this page/],
  ['a blank picture for a passport', blank, 'passport', /nothing on this page/],
  ['a picture of noise for a selfie', drawPng, 'selfie', /couldn't find a face/],
  ['a recipe for a passport', () => drawPdf(recipe), 'passport', /couldn't tell what kind of document/],
  ['a PDF for a selfie', () => drawPdf(recipe), 'selfie', /photo \(JPEG or PNG\) of your face/],
  ['a photo for a contract', drawPhoto, 'legal', /as a PDF file with all its pages/],
]

test.each(unreadable)('%s gets no made-up verdict, and words that help', async (_, make, type, issue) => {
  const verdict = await read(await make(), wanting(type))
  expect(verdict).toMatchObject({ valid: false, flags: { requiresManualReview: true } })
  expect(verdict.confidence).toBeLessThan(0.3)
  expect(verdict.issues[0]).toMatch(issue)
})

test('a contract goes to a person', async () => {
  expect(await readDrawn(recipe, wanting('legal'))).toMatchObject(noVerdict)
})

test('a file that cannot be opened is not read, and no error', async () => {
  for (const bytes of [
    new Uint8Array(),
    Buffer.from('%PDF-1.7 broken'),
    Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0]),
  ])
    expect(await read(bytes, proofOfAddress)).toMatchObject(noVerdict)
})

test('a bill instead of a passport is reported at once', async () => {
  const verdict = await readDrawn(utilityBill(okafor), wanting('passport', 'identity'))
  expect(verdict).toMatchObject({ valid: false, confidence: 0 })
  expect(verdict.issues).toEqual([
    'This looks like a utility bill. Please upload your passport, driving licence or identity card.',
  ])
})

test('a PDF that only carries other files, or a form of its own kind, says what to upload instead', async () => {
  const envelope = await PDFDocument.load(await drawPdf(recipe))
  await envelope.attach(await drawPdf(utilityBill(okafor)), 'bill.pdf', { mimeType: 'application/pdf' })
  expect((await read(await envelope.save(), proofOfAddress)).issues).toEqual([
    'This PDF is an envelope with other files in it, which we do not open. Please upload the document itself.',
  ])
  const wait = stream(
    '',
    'BT /F1 12 Tf 60 780 Td (Please wait... your viewer may not show this document) Tj ET',
  )
  const form = onePage(wait, '/AcroForm << /Fields [] /XFA 6 0 R >>', [stream('', '<xdp></xdp>')])
  expect((await read(form, proofOfAddress)).issues[0]).toContain('print it to a new PDF')
})

test('words in the fields of a form are read, and a person looks at who typed them', async () => {
  const document = await PDFDocument.load(await drawPdf(utilityBill({ ...okafor, name: [], address: [] })))
  const lines = [...okafor.name, ...okafor.address]
  const form = document.getForm()
  for (const [at, line] of lines.entries()) {
    const field = form.createTextField(`line${at}`)
    field.setText(line)
    field.addToPage(document.getPage(0), { x: 60, y: 700 - at * 16, width: 200, height: 15, borderWidth: 0 })
  }
  const verdict = await read(await document.save(), proofOfAddress)
  expect(verdict).toMatchObject({
    valid: false,
    metadata: { fullName: 'Mrs Adaeze Okafor' },
    outcomes: { name_matches: 'passed', address_matches: 'passed', not_edited: 'failed' },
    flags: { isTampered: true, requiresManualReview: true },
  })
})

test('if nothing is known about the client, a bill is read and not judged', async () => {
  const verdict = await readDrawn(bankStatement(okafor), { ...proofOfAddress, client: null })
  expect(verdict).toMatchObject({ valid: false, issues: [], flags: { requiresManualReview: true } })
  expect(verdict.metadata).toMatchObject({ fullName: 'Mrs Adaeze Okafor', issuer: 'Barclays' })
  expect(verdict.confidence).toBeLessThan(0.9)
})

test('a statement that runs a script as it is opened goes to a person', async () => {
  const bytes = await drawPdf(bankStatement(okafor))
  expect(await read(bytes, proofOfAddress)).toMatchObject({ valid: true })
  const document = await PDFDocument.load(bytes, { updateMetadata: false })
  document.addJavaScript('first', 'this.getField("balance").value = "93,547.41"')
  const verdict = await read(await document.save(), proofOfAddress)
  expect(verdict).toMatchObject({ valid: false, outcomes: { not_edited: 'failed' } })
  expect(verdict.flags).toMatchObject({ requiresManualReview: true, isTampered: true })
})

test('a payslip that prints itself goes to a person, and is not called edited', async () => {
  const document = await PDFDocument.load(await drawPdf(payslip(okafor)), { updateMetadata: false })
  document.addJavaScript('print', 'this.print(true);')
  const verdict = await read(await document.save(), proofOfFunds)
  expect(verdict).toMatchObject({ valid: false, issues: ["We'll check this."] })
  expect(verdict.flags).toMatchObject({ requiresManualReview: true, isTampered: false })
  expect(verdict.checks.find(({ rule }) => rule === 'not_edited')).toMatchObject({
    outcome: 'not_checked',
    read: 'It runs a script by itself, which does nothing but print it.',
  })
})

const measures = ['image_size', 'sharpness', 'brightness', 'glare']

const outcomesOf = async (facts: Parameters<typeof drawPhoto>[0]) =>
  (await read(await drawPhoto({ lines: 4, ...facts }), proofOfAddress)).outcomes

test('a good photo has size, focus and light', async () => {
  expect(await outcomesOf({})).toMatchObject({
    image_size: 'passed',
    sharpness: 'passed',
    brightness: 'passed',
    glare: 'passed',
  })
})

test.each([
  ['too small', { width: 500, height: 400 }, 'image_size'],
  ['out of focus', { blur: 3 }, 'sharpness'],
  ['out of focus, from a better camera', { blur: 3, width: 2400, height: 1800 }, 'sharpness'],
  ['too dark', { light: 0.2 }, 'brightness'],
  ['hit by the flash', { glare: 0.2 }, 'glare'],
])('a photo that is %s is measured as such', async (_, facts, rule) => {
  const failed = Object.entries(await outcomesOf(facts)).filter(([, outcome]) => outcome === 'failed')
  expect(failed.map(([name]) => name).filter((name) => measures.includes(name))).toEqual([rule])
})

test("the verdict reports a file's active content", async () => {
  const script = activePdfs['JavaScript in an object stream'] ?? Buffer.alloc(0)
  expect((await read(script, wanting('legal'))).metadata.hasActiveContent).toBe(true)
  expect((await readDrawn(utilityBill(okafor))).metadata.hasActiveContent).toBe(false)
})
