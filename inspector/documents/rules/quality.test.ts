import { expect, test } from 'vitest'
import { goodQuality } from '../../testing/identity.ts'
import { qualityRules } from './quality.ts'

const sizeOf = (width: number, height: number, letters: number | null) =>
  qualityRules({ ...goodQuality, taken: { width, height }, letters }, { isRead: false })
    .map(({ check }) => check)
    .find(({ rule }) => rule === 'image_size')

test('a picture is called too small if its letters are, whatever its own size', () => {
  expect(sizeOf(500, 400, 20)).toMatchObject({ outcome: 'passed', read: '500 × 400 pixels, print 20 high' })
  expect(sizeOf(4000, 3000, 5)).toMatchObject({ outcome: 'failed', expected: 'print at least 6 pixels high' })
})

test("if no print was found, the picture's size says whether it is too small", () => {
  expect(sizeOf(500, 400, null)?.outcome).toBe('failed')
  expect(sizeOf(4000, 3000, null)?.outcome).toBe('passed')
})
