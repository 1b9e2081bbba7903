import { expect, test } from 'vitest'
import { segmentsOf } from './lines.ts'

const item = (text: string, x: number, right: number, baseline: number) => ({
  text,
  x,
  baseline,
  width: right - x,
  height: 12,
  isLevel: true,
})
const textsOf = (...items: ReturnType<typeof item>[]) =>
  segmentsOf({ width: 595, height: 842, items }, 1).map(({ text }) => text)

test('a long cell and the next column of its table are two lines of text, however close', () => {
  expect(
    textsOf(
      item('Mr Callum Fraser and Ms Eilidh MacGregor', 46, 267, 107),
      item('Account number: 20/4471882', 276, 466, 107),
      item('48 Byres Road', 46, 117, 121),
      item('Statement date: 31 October 2026', 276, 434, 121),
      item('G12 8QT', 46, 91, 134),
      item('Page 1 of 2', 276, 334, 134),
    ),
  ).toEqual([
    'Mr Callum Fraser and Ms Eilidh MacGregor',
    'Account number: 20/4471882',
    '48 Byres Road',
    'Statement date: 31 October 2026',
    'G12 8QT',
    'Page 1 of 2',
  ])
})

test('a wide space where only one other line begins a column is no new column', () => {
  expect(
    textsOf(
      item('Your bill', 46, 90, 107),
      item('of last month', 97, 170, 107),
      item('48 Byres Road', 46, 60, 121),
      item('31 October 2026', 97, 234, 121),
    ),
  ).toEqual(['Your bill of last month', '48 Byres Road', '31 October 2026'])
})
