import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPounds, penceOf, poundsIn, splitAtPounds } from './money.ts'

test('a formatted amount is read back as the same amount', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_99 }), (pence) => {
      expect(poundsIn(`Search fees · ${formatPounds(pence)}, due now`)).toBe(pence)
    }),
  )
})

test('a comma parts thousands, and an amount with any other is none: 342,50 is not £34,250', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_99 }), (pence) => {
      expect(penceOf(formatPounds(pence))).toBe(pence)
    }),
  )
  for (const [typed, pence] of [
    ['1450', 145_000],
    [' £1,450.5 ', 145_050],
    ['1 450.05', 145_005],
    ['999,999,999,999', 99_999_999_999_900],
    ['5.', 500],
  ] as const)
    expect(penceOf(typed)).toBe(pence)
  for (const typed of [
    '342,50',
    '10,00',
    '1,2,3',
    '1,0000',
    '1000,000',
    ',500',
    '1,00,000',
    '1.234,56',
    '1e3',
    '-5',
  ])
    expect(penceOf(typed)).toBeNaN()
  expect(penceOf(' ')).toBeNull()
})

test('decimals are optional, and without a pound figure the amount is 0', () => {
  expect(poundsIn('Please pay £120 today')).toBe(12_000)
  expect(poundsIn('£123.45')).toBe(12_345)
  expect(poundsIn('£1,250.5 on account')).toBe(125_050)
  expect(poundsIn('Pay £5. Thank you')).toBe(500)
  for (const none of ['', 'Pay 120 today', '€120', '£ please']) expect(poundsIn(none)).toBe(0)
})

test('the pieces of a text join up to that text, and each amount is a piece of its own', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constantFrom('£342.50', '£', '£5,', '£1,250'))),
      (pieces) => {
        const text = pieces.join(' ')
        expect(
          splitAtPounds(text)
            .map(({ words }) => words)
            .join(''),
        ).toBe(text)
      },
    ),
  )
  expect(splitAtPounds('Searches · £342.50 in all')).toEqual([
    { words: 'Searches · ', isAmount: false },
    { words: '£342.50', isAmount: true },
    { words: ' in all', isAmount: false },
  ])
})
