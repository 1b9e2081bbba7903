import { expect, test } from 'vitest'
import { isVerified, type Validation } from '#contract/documents/validation.ts'
import {
  bankStatement,
  completionStatement,
  giftLetter,
  okafor,
  payslip,
  utilityBill,
} from '../testing/documents.ts'
import { type Draw, drawPdf, drawScan } from '../testing/paper.ts'
import { drawPhoto } from '../testing/pictures.ts'
import { proofOfAddress, proofOfFunds, read, readDrawn } from '../testing/read-drawn.ts'

const good: [string, Draw, string][] = [
  ['bank statement', bankStatement(okafor), 'bank_statement'],
  ['payslip', payslip(okafor), 'funds_proof'],
  ['completion statement', completionStatement(okafor), 'funds_proof'],
]

test.each(good)('a %s proves funds by name and date', async (_, draw, documentType) => {
  const verdict = await readDrawn(draw, proofOfFunds)
  expect(isVerified(verdict)).toBe(true)
  expect(verdict.metadata).toMatchObject({
    documentType,
    fullName: 'Mrs Adaeze Okafor',
    documentDate: '2026-11-03',
  })
  expect(verdict.outcomes.dated_within_90_days).toBe('passed')
})

test('the address on proof of funds is compared with what the client gave, and never required', async () => {
  const addressOn = ({ checks }: Validation) => checks.find(({ rule }) => rule === 'address_matches')
  const own = await readDrawn(bankStatement(okafor), proofOfFunds)
  expect(addressOn(own)?.outcome).toBe('passed')
  const moved = { ...okafor, address: ['5 Mill Lane', 'Ely', 'CB7 4DL'] }
  const other = await readDrawn(bankStatement(moved), proofOfFunds)
  expect(isVerified(other)).toBe(true)
  expect(addressOn(other)).toMatchObject({ outcome: 'not_checked', read: '5 Mill Lane, Ely, CB7 4DL' })
  expect(addressOn(other)?.expected).toContain('12 Garden Street')
})

test('an initial without a matching address goes to a person', async () => {
  const verdict = await readDrawn(payslip({ ...okafor, name: ['A OKAFOR'] }), proofOfFunds)
  expect(verdict).toMatchObject({ valid: true, flags: { requiresManualReview: true } })
})

test('a gift letter is read for its recipient, and always goes to a person', async () => {
  const verdict = await readDrawn(giftLetter(okafor), proofOfFunds)
  expect(verdict.metadata).toMatchObject({
    documentType: 'funds_proof',
    fullName: 'Mrs Adaeze Okafor',
    documentDate: '2026-11-03',
    address: null,
  })
  expect(verdict).toMatchObject({ valid: true, flags: { requiresManualReview: true } })
})

test('a gift to somebody else is not the client’s', async () => {
  const verdict = await readDrawn(
    giftLetter({ ...okafor, name: ['Mr Peter Larkin'] }, 'Adaeze Okafor'),
    proofOfFunds,
  )
  expect(verdict).toMatchObject({ valid: false, outcomes: { name_matches: 'failed' } })
})

test('someone else’s payslip, an old one, or one without a date is doubted', async () => {
  expect(await readDrawn(payslip({ ...okafor, name: ['Peter Larkin'] }), proofOfFunds)).toMatchObject({
    valid: false,
  })
  expect((await readDrawn(payslip({ ...okafor, date: '31/03/2026' }), proofOfFunds)).issues).toEqual([
    'This payslip is dated 31 March 2026, more than 7 months ago. Please upload one from the last 3 months.',
  ])
  expect((await readDrawn(payslip({ ...okafor, date: 'monthly' }), proofOfFunds)).issues).toEqual([
    "We couldn't find the date of this payslip. Please upload one that shows when it was issued.",
  ])
})

test('a statement with missing pages asks for all of them', async () => {
  const counted: Draw = (pen) => {
    bankStatement(okafor)(pen)
    pen.write('Page 1 of 3', { x: 500, y: 780 })
  }
  const single = await read(await drawPdf(counted), proofOfFunds)
  expect(single.issues).toEqual([
    'This bank statement has 3 pages and only 1 is here. Please upload all of them in one file.',
  ])
  const blank: Draw = (pen) => pen.write('Continued', { x: 60, y: 60 })
  expect(isVerified(await read(await drawPdf(counted, blank, blank), proofOfFunds))).toBe(true)
  expect(isVerified(await read(await drawPdf(counted), proofOfAddress))).toBe(true)
  const sheet: Draw = (pen) => {
    bankStatement(okafor)(pen)
    pen.write('Sheet number 2 of 3', { x: 480, y: 780 })
  }
  expect((await read(await drawPdf(sheet), proofOfFunds)).issues[0]).toContain('has 3 pages')
})

test('the United States and the given names on their cards are no promise of a gift', async () => {
  const card: Draw = (pen) => {
    pen.write('UNITED STATES OF AMERICA', { x: 60, y: 60, size: 14 })
    pen.stack(['Surname', 'OKAFOR', 'Given Names', 'ADAEZE'], { x: 60, y: 90 })
  }
  expect((await readDrawn(card, proofOfFunds)).metadata.documentType).toBeNull()
})

test('a utility bill proves no funds', async () => {
  expect((await readDrawn(utilityBill(okafor), proofOfFunds)).issues[0]).toContain(
    'This looks like a utility bill.',
  )
})

test("another person's bill instead of a statement reports both faults, and asks for one new upload", async () => {
  const bill = utilityBill({ ...okafor, name: ['MR GARETH PUGH'] })
  const verdict = await readDrawn(bill, proofOfFunds)
  expect(verdict.outcomes).toMatchObject({ document_kind: 'failed', name_matches: 'failed' })
  expect(verdict.issues).toHaveLength(1)
  expect((await readDrawn(utilityBill(okafor), proofOfFunds)).outcomes).not.toHaveProperty('name_matches')
})

test('words hidden behind a picture of the page are never verified automatically', async () => {
  const verdict = await read(await drawScan(await drawPhoto(), bankStatement(okafor)), proofOfAddress)
  expect(isVerified(verdict)).toBe(false)
  // The hidden words name a bank, the visible picture does not.
  expect(verdict.metadata.issuer).toBeNull()
  expect(verdict.flags.requiresManualReview).toBe(true)
})

test('a statement of an old period printed again yesterday goes to a person', async () => {
  const again: Draw = (pen) => {
    bankStatement({ ...okafor, date: '19 November 2026' })(pen)
    pen.write('Statement period 1 January 2026 to 31 January 2026', { x: 330, y: 200 })
  }
  expect(isVerified(await readDrawn(again, proofOfFunds))).toBe(false)
})
