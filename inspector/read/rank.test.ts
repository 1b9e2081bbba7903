import fc from 'fast-check'
import { expect, test } from 'vitest'
import { valueAtRank } from './rank.ts'

test('the value of each rank is the one that sorting puts there', () => {
  const numbers = fc.float64Array({ minLength: 1, maxLength: 60, noNaN: true, noDefaultInfinity: true })
  const few = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 60 })
  fc.assert(
    fc.property(
      fc.oneof(
        numbers,
        few.map((values) => Float64Array.from(values)),
      ),
      fc.nat(59),
      (values, rank) => {
        const sorted = values.toSorted()
        const within = rank % values.length
        expect(valueAtRank(values.slice(), within) + 0).toBe((sorted[within] ?? 0) + 0)
      },
    ),
  )
})

test('of no values there is no rank', () => {
  expect(valueAtRank(new Float64Array(), 0)).toBe(0)
})
