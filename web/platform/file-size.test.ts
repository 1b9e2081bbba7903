import { expect, test } from 'vitest'
import { fileSizeText } from './file-size.ts'

test.each([
  [0, '1 KB'],
  [300, '1 KB'],
  [217_088, '212 KB'],
  [1_310_720, '1.25 MB'],
])('%i bytes are %s', (bytes, words) => {
  expect(fileSizeText(bytes)).toBe(words)
})

test.each([
  [217_088, 'MB', '0.21 MB'],
  [4_000, 'MB', '4 KB'],
  [5_300, 'MB', '0.01 MB'],
  [10_485_760, 'KB', '10,240 KB'],
] as const)('%i bytes in %s are %s, and no file is shown as none', (bytes, unit, words) => {
  expect(fileSizeText(bytes, unit)).toBe(words)
})
