import { PDFDocument } from '@cantoo/pdf-lib'
import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { isVerified } from '#contract/documents/validation.ts'
import { readLines } from '../ocr/lines.ts'
import { openPicture } from '../ocr/picture.ts'
import { colourStatisticsOf } from '../read/colour-statistics.ts'
import { moireOf } from '../read/moire-detection.ts'
import { proofOfAddress, read, readDrawn } from '../testing/read-drawn.ts'
import { drawCard } from '../testing/specimens/cards.ts'
import { blurred, type Change, onDesk, turned } from '../testing/specimens/changes.ts'
import { greyed, negated, onScreenDots, together, twoToned } from '../testing/specimens/copies.ts'
import { adaeze } from '../testing/specimens/holders.ts'
import { drawBlank } from '../testing/specimens/others.ts'
import { drawOnPaper } from '../testing/specimens/papers.ts'
import { drawPassport } from '../testing/specimens/passport.ts'
import { photograph, scanned } from '../testing/specimens/photograph.ts'
import type { Expectation } from './expectation.ts'
import { originalRule } from './rules/original.ts'

const proofOfIdentity: Expectation = {
  ...proofOfAddress,
  expectedTypes: ['passport', 'drivers_license', 'identity'],
}
const inForce = { issueDate: '2021-05-04', expiryDate: '2031-05-04' }
const passport = (holder = adaeze, number = '533401286') =>
  drawPassport({ holder, state: 'GBR', number, ...inForce }).canvas
const card = () => drawCard({ holder: adaeze, number: 'D51234567', ...inForce }).canvas

test.each([
  ['a passport', passport, 270],
  ['a card', card, 90],
])('%s that lies sideways on a page that lies sideways is read', async (_, draw, turn) => {
  const jpeg = await photograph(draw(), { changes: [turned(turn)] })
  const verdict = await read(await scanned(jpeg, { isLandscape: true }), proofOfIdentity)
  expect(verdict.issues).toEqual([])
  expect(isVerified(verdict)).toBe(true)
})

test('a card whose check digits are printed wrongly is still read as a card, for a person', async () => {
  const wrong = (line: string, at: number) =>
    line.slice(0, at) + String((Number(line[at]) + 5) % 10) + line.slice(at + 1)
  const zone = ([first = '', second = '', third = '']: string[]) => [
    wrong(first, 14),
    wrong(wrong(wrong(second, 6), 14), 29),
    third,
  ]
  const { canvas } = drawCard({ holder: adaeze, number: 'D51234567', ...inForce, forgery: { zone } })
  const verdict = await read(await photograph(canvas), proofOfIdentity)
  expect(verdict.metadata).toMatchObject({
    documentType: 'identity',
    documentNumber: 'D51234567',
    dateOfBirth: '1985-03-12',
    expiryDate: '2031-05-04',
  })
  expect(verdict.outcomes.document_kind).toBe('passed')
  expect(verdict.outcomes.check_digits).not.toBe('passed')
  expect(verdict.valid).toBe(false)
})

test('a passport on the ninth page is found, and every page is counted', async () => {
  const verdict = await read(await scanned(await photograph(passport()), { before: 8 }), proofOfIdentity)
  expect(verdict.issues).toEqual([])
  expect(isVerified(verdict)).toBe(true)
  expect(verdict.metadata).toMatchObject({ fullName: 'ADAEZE OKAFOR', pages: 9 })
  expect(verdict.metadata.regions.map(({ page }) => page)).toEqual(expect.arrayContaining([9]))
})

const copies: [string, Change, string][] = [
  [
    'a photo of a screen',
    onScreenDots(),
    'This looks like a photo of a screen or a printout. Please photograph the document itself.',
  ],
  [
    'a copy in nothing but black and white',
    twoToned(),
    'This looks like a black-and-white copy. Please photograph the document itself.',
  ],
  [
    'a scan without colour, or of a photocopy,',
    greyed,
    'This picture has no colour, so it may be a copy. Please photograph the document itself in colour.',
  ],
  [
    'a negative',
    negated,
    'The colours of this photo are reversed, as on a negative. Please photograph the document itself.',
  ],
]

// Copying does not move the print, so it is detected only once.
const print = await readLines(await openPicture(await photograph(passport())))

test.each(copies)('%s of a passport is reported as a copy', async (_, change, issue) => {
  const picture = await openPicture(await photograph(passport(), { changes: [change] }))
  const measured = { colours: colourStatisticsOf(picture, print), moire: moireOf(picture) }
  expect(originalRule(measured).issue).toBe(issue)
})

test('a copy of a passport goes to a person, and the client is asked for the passport', async () => {
  const copy = await photograph(passport(), { changes: [turned(0.3), negated] })
  const verdict = await read(copy, proofOfIdentity)
  expect(verdict).toMatchObject({
    valid: false,
    issues: [
      'The colours of this photo are reversed, as on a negative. Please photograph the document itself.',
    ],
  })
  expect(verdict.flags).toMatchObject({ requiresManualReview: true, isFraudulent: false, isTampered: false })
})

test("the client's passport next to another person's is not verified", async () => {
  const other = passport({ ...adaeze, surname: 'Larkin', givenNames: 'Maud', birthDate: '1961-07-30' }, '511')
  const photo = await photograph(together(other, passport()), { changes: [onDesk()] })
  const verdict = await read(photo, proofOfIdentity)
  expect(verdict).toMatchObject({ valid: false, metadata: { fullName: 'ADAEZE OKAFOR' } })
  expect(verdict.issues).toEqual([
    'This file shows the documents of more than one person. Please upload yours alone.',
  ])
  expect(verdict.flags.requiresManualReview).toBe(true)
})

test('of a bill and a passport in one photo, the bill is judged if a bill was requested', async () => {
  const bill = await drawOnPaper('utility bill', { holder: adaeze, date: '2026-11-03' })
  const photo = await photograph(together(bill.canvas, passport()))
  expect(await read(photo, proofOfAddress)).toMatchObject({ metadata: { documentType: 'utility_bill' } })
})

const black = () => {
  const canvas = createCanvas(1600, 1200)
  canvas.getContext('2d').fillRect(0, 0, 1600, 1200)
  return photograph(canvas)
}
const blankPdf = async () => {
  const document = await PDFDocument.create()
  document.addPage([595, 842])
  return document.save()
}
const nothing: [string, () => Promise<Uint8Array>, RegExp][] = [
  ['an empty PDF', blankPdf, /^There is nothing on this page: it is empty\. Please upload [^.]+\.$/],
  [
    'a photo of an empty sheet',
    () => photograph(drawBlank()),
    /^There is nothing on this page[^.]+\. Please[^.]+\.$/,
  ],
  [
    'a black picture',
    black,
    /^Nothing can be seen in this photo\. Please upload [^.]+\. The photo is too dark\./,
  ],
]

test.each(nothing)('%s is reported as such, whatever was requested', async (_, make, issue) => {
  for (const expectation of [proofOfIdentity, proofOfAddress]) {
    const verdict = await read(await make(), expectation)
    expect(verdict.issues.join(' ')).toMatch(issue)
    expect(verdict.issues.join(' ')).not.toContain('focus')
    expect(verdict.valid).toBe(false)
  }
})

test('a page of a PDF that is no photograph is not called out of focus', async () => {
  const drawn = await readDrawn((pen) => pen.write('Hello there', { x: 60, y: 60, size: 14 }))
  expect(drawn.issues).toEqual([
    "We couldn't tell what kind of document this is. Please upload a utility bill, a bank or card statement, a council tax bill or a mortgage statement.",
  ])
  const { canvas } = await drawOnPaper('utility bill', { holder: adaeze, date: '2026-11-03', dots: 4 })
  const scan = await read(await scanned(await photograph(canvas, { changes: [blurred(4)] })), proofOfAddress)
  expect(scan.issues).toContain(
    'The photo is out of focus. Hold the camera still, tap on the document and take it again.',
  )
})
