import { expect, test } from 'vitest'
import { isVerified } from '#contract/documents/validation.ts'
import { addresseesOf } from '../read/addressee.ts'
import { documentDateOf } from '../read/document-date.ts'
import type { Segment } from '../read/lines.ts'
import { totalOf } from '../read/total.ts'
import { proofOfAddress } from '../testing/read-drawn.ts'
import { judgePaper } from './paper.ts'
import { readStatement } from './statement.ts'

/**
 * Lines as found on a photograph, where large print measures hardly larger than small: text, left edge, baseline,
 * height.
 */
const found = (...lines: [text: string, x: number, baseline: number, height?: number][]): Segment[] => {
  const last = Math.max(...lines.map(([, , baseline]) => baseline))
  return lines.map(([text, x, baseline, height = 26]) => ({
    text,
    page: 1,
    x,
    right: x + text.length * 12,
    baseline,
    height,
    depth: 0.04 + (0.92 * baseline) / last,
    confidence: text.startsWith('E1') ? 0.89 : 0.97,
  }))
}

const today = '2026-11-20'

test('a date on its own after the end of a period is not ignored for that end', () => {
  const period = ['01 Sep 2026 - 30 Sep 2026', 320, 420] as const
  const heads = ['Billing period', 320, 390, 21] as const
  expect(documentDateOf(found([...heads], [...period]))?.day).toBe('2026-09-30')
  expect(
    documentDateOf(found(['Date ofbl.', 0, 390], [...heads], ['07 Oct 2026', 0, 420], [...period])),
  ).toBe(undefined)
})

test("a letter's date is found above its salutation, however far down the text begins", () => {
  const letter = found(
    ['Power NI', 0, 0],
    ['12 November 2026', 0, 400],
    ['Dear Mr Bo Nowak', 0, 460],
    ['Bye', 0, 620],
  )
  expect(documentDateOf(letter)?.day).toBe('2026-11-12')
})

const block = (name: string): Parameters<typeof found> => [
  [name, 0, 100],
  ['8 Mill Lane', 0, 126],
  ['Ely', 0, 152],
  ['CB7 4QT', 0, 180],
]

test('the name of a bank two lines above an address is not part of it', () => {
  expect(addresseesOf(found(['Starling Bank', 0, 31, 28], ...block('Mr Bo Li')))).toEqual([
    { names: ['Mr Bo Li'], address: '8 Mill Lane, Ely, CB7 4QT', isCareOf: false },
  ])
})

test('a word that introduces an address is not part of it', () => {
  expect(addresseesOf(found(...block('At.')))).toMatchObject([{ address: '8 Mill Lane, Ely, CB7 4QT' }])
})

test('a total whose pound sign was read as a letter is read', () => {
  expect(totalOf(found(['Total due', 0, 100], ['E151.39', 300, 100]))).toMatchObject({ amount: 15139 })
  expect(totalOf(found(['What you owe us  £177.13', 0, 100]))).toEqual({ amount: 17713, currency: 'GBP' })
})

test('a total in large figures above its label is read', () => {
  expect(totalOf(found(['336.04', 0, 100, 41], ['Amount due', 0, 150, 28]))).toMatchObject({ amount: 33604 })
})

test('a heading far down a photograph still tells the kind of document', () => {
  const card = found(
    ['Barclaycard', 400, 0],
    ['MRS ADAEZE MULLER', 0, 180],
    ['Credit card statement', 0, 420],
    ['Credit limit', 300, 480],
    ['4,000.00', 300, 510],
    ['28 Oct', 0, 700],
  )
  expect(readStatement(card, today).kind).toBe('bank_statement')
})

const billWith = (street: string, town: string) =>
  judgePaper(
    {
      segments: found(
        ['Octopus Energy', 400, 0, 34],
        ['Your electricity bill', 400, 60, 30],
        ['Bill date: 3 November 2026', 400, 100],
        ['Mrs Adaeze Okafor', 0, 100],
        ['Flat 2', 0, 126],
        [street, 0, 152],
        [town, 0, 178],
        ['W1U 4PL', 0, 204],
        ['Standing charge', 0, 500],
        ['410 kWh', 0, 540],
        ['Total due £117.48', 0, 600],
      ),
      pages: 1,
      hasActiveContent: false,
      isLaidOverPicture: false,
      origin: 'picture',
    },
    proofOfAddress,
  )

test('a bill whose letters are sure is not verified if a word of its address looks misread', () => {
  expect(isVerified(billWith('12 Garden Street', 'London'))).toBe(true)
  for (const misread of [billWith('12 Garden Streel', 'London'), billWith('12 Garden Street', 'Londo!')]) {
    expect(misread.confidence).toBeLessThan(0.9)
    expect(isVerified(misread)).toBe(false)
  }
  expect(billWith('12 Garden Streel', 'London').metadata.address).toContain('Streel')
})
