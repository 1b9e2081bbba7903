import { expect, test } from 'vitest'
import { isVerified } from '#contract/documents/validation.ts'
import { bankStatement, okafor, phoneBankStatement } from '../testing/documents.ts'
import { statements } from '../testing/layouts/statements.ts'
import type { Draw, Pen } from '../testing/paper.ts'
import { readDrawn } from '../testing/read-drawn.ts'
import { segmentsOfRows } from '../testing/rows.ts'
import { balanceRule } from './running-balance.ts'

/** Redraws a page with each text changed. */
const retyped =
  (draw: Draw, change: (text: string) => string): Draw =>
  (pen) => {
    const write: Pen['write'] = (text, at) => pen.write(change(text), at)
    draw({ ...pen, write })
  }

const said = {
  name: 'Mrs Adaeze Okafor',
  address: okafor.address,
  date: '2026-11-03',
  total: '117.48',
}

test('balances that follow from the payments are reported as correct', async () => {
  const pages = [
    bankStatement(okafor),
    phoneBankStatement(okafor),
    ...Object.values(statements)
      .filter(({ type }) => type === 'bank_statement')
      .map(({ draw }) => draw(said)),
  ]
  const outcomes = await Promise.all(pages.map(async (draw) => (await readDrawn(draw)).outcomes.sums_follow))
  expect(outcomes.slice(0, 2)).toEqual(['passed', 'passed'])
  expect(outcomes).not.toContain('failed')
  expect(outcomes).not.toContain('not_checked')
})

test.each([
  ['a payment that was made larger', '2,633.40', '4,633.40', '5,547.41', '3,547.41'],
  ['a balance in the middle that was changed', '914.01', '9,914.01', '12,547.41', '3,547.41'],
  ['a last balance that was changed', '3,547.41', '93,547.41', '3,547.41', '93,547.41'],
])('%s is reported to the firm and never verified', async (_, from, to, made, printed) => {
  const draw = retyped(bankStatement(okafor), (text) => (text === from ? to : text))
  const verdict = await readDrawn(draw)
  expect(isVerified(verdict)).toBe(false)
  expect(verdict.issues).toEqual(["We'll check this."])
  expect(verdict.flags).toMatchObject({ isFraudulent: true, requiresManualReview: true })
  expect(verdict.metadata.flagEvidence.isFraudulent?.join(' ')).toContain(
    `makes ${made}, and ${printed} is printed.`,
  )
})

test('transactions printed newest first are followed from the bottom', async () => {
  const rows = [
    ['28 Oct 2026', 'ACME WIDGETS SALARY', '', '2,633.40', '3,547.41'],
    ['15 Oct 2026', 'Transfer to Mr Peter Larkin', '50.00', '', '914.01'],
    ['09 Oct 2026', 'Direct debit BRITISH GAS', '92.10', '', '964.01'],
  ]
  const draw = (last: string): Draw => {
    const upside = bankStatement(okafor)
    return (pen) => {
      upside({ ...pen, write: (text, at) => (at.y >= 360 && at.y < 700 ? undefined : pen.write(text, at)) })
      const columns = [60, 140, 320, 400, 480]
      for (const [row, cells] of [
        ['Date', 'Description', 'Money out', 'Money in', 'Balance'],
        ...rows,
      ].entries())
        for (const [column, cell] of cells.entries())
          if (cell !== '')
            pen.write(cell === '914.01' ? last : cell, {
              x: columns[column] ?? 60,
              y: 360 + row * 14,
              size: 9,
            })
    }
  }
  expect((await readDrawn(draw('914.01'))).outcomes.sums_follow).toBe('passed')
  expect((await readDrawn(draw('994.01'))).outcomes.sums_follow).not.toBe('passed')
})

test('a closing balance that does not follow from the totals goes to a person', async () => {
  const summary =
    (closing: string): Draw =>
    (pen) => {
      bankStatement(okafor)(pen)
      for (const [at, [label = '', value = '']] of [
        ['Opening balance', '£1,204.11'],
        ['Total money in', '£2,633.40'],
        ['Total money out', '£290.10'],
        ['Closing balance', closing],
      ].entries())
        pen.pair(label, value, { x: 330, y: 190 + at * 14 })
    }
  expect((await readDrawn(summary('£3,547.41'))).outcomes.sums_follow).toBe('passed')
  const verdict = await readDrawn(summary('£13,547.41'))
  expect(verdict.outcomes.sums_follow).toBe('not_checked')
  expect(isVerified(verdict)).toBe(false)
})

test.each([
  ['1,900.00', '2,250.44', 'passed'],
  ['2,400.00', '2,750.44', 'failed'],
])(
  'heads that name the currency, over payments printed newest first: %s in, then %s',
  (paid, after, outcome) => {
    const rows = [
      ['Date', 'Description', '(GBP) Amount', '(GBP) Balance'],
      ['23/11/2026', 'Bakery', '-30.11', '1,020.33'],
      ['15/11/2026', 'Rent', '-1,200.00', '1,050.44'],
      ['28/10/2026', 'Salary', paid, after],
      ['27/10/2026', 'Gas', '-49.56', '350.44'],
      ['26/10/2026', 'Water', '-100.00', '400.00'],
    ]
    const [found] = balanceRule(segmentsOfRows(rows))
    expect(found?.check.outcome).toBe(outcome)
  },
)
