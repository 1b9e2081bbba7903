import { expect, test } from 'vitest'
import { segmentsOf } from '../read/lines.ts'
import { readPageText } from '../read/page-text.ts'
import { isFault, openPdf } from '../read/pdf.ts'
import * as papers from '../testing/documents.ts'
import { type Draw, drawPdf } from '../testing/paper.ts'
import { proofOfAddress, proofOfFunds } from '../testing/read-drawn.ts'
import { segmentsOfRows } from '../testing/rows.ts'
import { sumsOn } from './funds.ts'
import { judgePaper } from './paper.ts'
import { paySumsRule } from './pay-sums.ts'

const { okafor } = papers

const judged = async (draw: Draw, expectation = proofOfFunds) => {
  const pdf = await openPdf(await drawPdf(draw))
  if (isFault(pdf)) throw new Error(pdf)
  try {
    const segments = segmentsOf(await readPageText(await pdf.page(1)), 1)
    return judgePaper({ segments, pages: 1, hasActiveContent: false, isLaidOverPicture: false }, expectation)
  } finally {
    await pdf.close()
  }
}
const financialOf = async (draw: Draw) => (await judged(draw)).metadata.extractedData.financialDetails

test('a statement gives its account and last balance, with only the end of the account number', async () => {
  expect(await financialOf(papers.bankStatement(okafor))).toEqual({
    AccountName: 'Mrs Adaeze Okafor',
    SortCode: '20-11-26',
    AccountNumber: '5678',
    StatementDate: '2026-11-03',
    Balance: 354741,
    Currency: 'GBP',
  })
  expect(await financialOf(papers.phoneBankStatement(okafor))).toMatchObject({
    SortCode: '04-00-04',
    PeriodFrom: '2026-10-01',
    PeriodTo: '2026-10-31',
    Balance: 354741,
  })
})

test('a labelled closing balance counts before the last line of the table', async () => {
  const closing: Draw = (pen) => {
    papers.bankStatement(okafor)(pen)
    pen.pair('Closing balance', '£3,600.00', { x: 330, y: 200 })
  }
  expect(await financialOf(closing)).toMatchObject({ Balance: 360000 })
})

test('a payslip gives the pay, a completion statement price and proceeds, a gift letter the gift', async () => {
  expect(await financialOf(papers.payslip(okafor))).toMatchObject({ NetPay: 263340, GrossPay: 325000 })
  expect(await financialOf(papers.completionStatement(okafor))).toMatchObject({
    Amount: 41500000,
    Balance: 23148590,
  })
  expect(await financialOf(papers.giftLetter(okafor))).toMatchObject({ Amount: 3000000 })
})

test('a gift is read even if the pound sign was not', () => {
  const line = { page: 1, x: 0, right: 900, baseline: 100, height: 20, depth: 0.3 }
  const text = 'I confirm that I am giving 30,000 as an outright gift'
  expect(sumsOn([{ ...line, text }], 'gift_letter')).toMatchObject([{ money: { pence: 3000000 } }])
})

test('amounts are shown as printed only if funds must be proved', async () => {
  const sums = async (expectation = proofOfFunds) =>
    (await judged(papers.bankStatement(okafor), expectation)).checks.find(({ rule }) => rule === 'sums_shown')
  expect(await sums()).toMatchObject({ outcome: 'passed', read: 'Last balance 3,547.41' })
  expect(await sums(proofOfAddress)).toBeUndefined()
})

test('name, address and issuer are sorted as they are kept', async () => {
  const { metadata } = await judged(papers.utilityBill(okafor), proofOfAddress)
  expect(metadata.extractedData).toMatchObject({
    personalDetails: { FirstName: 'Adaeze', LastName: 'Okafor' },
    addressDetails: {
      AddressFull: 'Flat 2, 12 Garden Street, London, W1U 4PL',
      AddressCity: 'London',
      AddressPostCode: 'W1U 4PL',
    },
    documentDetails: { DocumentType: 'utility bill', Issuer: 'Octopus Energy', IssueDate: '2026-11-03' },
  })
  expect(metadata.regions.map(({ what: label }) => label)).toEqual(
    expect.arrayContaining(['Name', 'Address', 'Date']),
  )
})

test('the gross pay of the year so far is not that of the month', () => {
  const rows = [
    ['Total Gross Pay TD', '26,104.19'],
    ['Total payments', '3,729.17'],
    ['Total deductions', '890.36'],
    ['Net Pay', '2,838.81'],
  ]
  expect(paySumsRule(segmentsOfRows(rows))).toMatchObject([{ check: { outcome: 'passed' } }])
})

test('the firm reads why a person must look, also where every rule holds', async () => {
  const { metadata, checks } = await judged(papers.bankStatement({ ...okafor, name: ['MRS A OKAFOR'] }))
  expect(checks.find(({ rule }) => rule === 'name_matches')?.outcome).toBe('passed')
  expect(metadata.flagEvidence.requiresManualReview).toEqual([
    'The name matches yours: probably (read: MRS A OKAFOR; expected: Adaeze Okafor).',
  ])
})
