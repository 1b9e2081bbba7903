import fc from 'fast-check'
import { expect, test } from 'vitest'
import { segmentsOfRows } from '../testing/rows.ts'
import { addresseesOf } from './addressee.ts'
import { segmentsOf } from './lines.ts'
import { totalOf } from './total.ts'

const item = (text: string, x: number, baseline: number) => ({
  text,
  x,
  baseline,
  width: 20,
  height: 10,
  isLevel: true,
})
const textsOn = (items: ReturnType<typeof item>[]) =>
  segmentsOf({ width: 4_000_000, height: 842, items }, 1).map(({ text }) => text)

test('an address below a line of countless commas is read at once', () => {
  const commas = `${','.repeat(200_000)}x`
  const rows = [[commas], ['Mr Karl Ames'], ['5 Bell Yard'], ['London SE1 3UF'], [`${commas} London SE1 3UF`]]
  expect(addresseesOf(segmentsOfRows(rows))).toEqual([
    { names: ['Mr Karl Ames'], address: '5 Bell Yard, London SE1 3UF', isCareOf: false },
  ])
})

test('a total beside tax with countless stops behind it is read at once', () => {
  const rows = [['Total', `Tax${'.'.repeat(200_000)}x`, `incl${' tax'.repeat(50_000)} 5`], ['£23.50']]
  expect(totalOf(segmentsOfRows(rows))?.amount).toBe(2350)
})

test('a page on which every word begins a column is read at once', () => {
  const count = 100_000
  const words = [20, 40].flatMap((baseline) =>
    Array.from({ length: count }, (_, at) => item('word', at * 40, baseline)),
  )
  expect(textsOn(words)).toHaveLength(2 * count)
})

test('a column begins at the same place on two lines, in whatever order they are', () => {
  const line = fc.record({ start: fc.integer({ min: 28, max: 34 }), shift: fc.constantFrom(0, 0.3, 0.6) })
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
      const starts = lines.map(({ start, shift }) => start + shift)
      const items = starts.flatMap((x, at) => [item('left', 0, 20 + at * 14), item('right', x, 20 + at * 14)])
      // A gap of 15 begins a cell by itself, and one of 6.5 where another line has a column.
      const wide = starts.filter((x) => x - 20 >= 15)
      const expected = starts.flatMap((x) => {
        const isColumn = wide.filter((other) => Math.abs(other - x) < 0.5).length > (wide.includes(x) ? 1 : 0)
        return x - 20 >= 15 || (isColumn && x - 20 > 6.5) ? ['left', 'right'] : ['left right']
      })
      expect(textsOn(items)).toEqual(expected)
    }),
  )
})
