import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatPounds, poundsIn, splitAtPounds } from './money.ts'

test('an amount that is shown is the amount that is read', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_99 }), (pence) => {
      expect(poundsIn(`Search fees · ${formatPounds(pence)}, due now`)).toBe(pence)
    }),
  )
})

test('decimals are optional, and where there is no pound figure the amount is 0', () => {
  expect(poundsIn('Please pay £120 today')).toBe(12_000)
  expect(poundsIn('£123.45')).toBe(12_345)
  expect(poundsIn('£1,250.5 on account')).toBe(125_050)
  expect(poundsIn('Pay £5. Thank you')).toBe(500)
  for (const none of ['', 'Pay 120 today', '€120', '£ please']) expect(poundsIn(none)).toBe(0)
})

test('a text in pieces is still that text, and its amounts stand alone', () => {
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
