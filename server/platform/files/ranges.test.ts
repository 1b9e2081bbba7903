import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordSize } from './encryption.ts'
import { newStore, randomFile } from './testing.ts'

const length = 3 * recordSize + 1234

/** Any position in the file, with those around the edges of its records drawn often. */
const places = fc.oneof(
  fc.nat(length + 10),
  fc
    .tuple(fc.nat(4), fc.integer({ min: -2, max: 2 }))
    .map(([record, offset]) => Math.max(0, record * recordSize + offset)),
)

test('any range of a file is what that part of the file is', async () => {
  const store = await newStore()
  const file = randomFile(length)
  const { key } = await store.keepBytes(file)
  const range = fc.record({ start: places, end: places }, { requiredKeys: [] })

  await fc.assert(
    fc.asyncProperty(range, async ({ start, end }) => {
      const expected = file.subarray(start ?? 0, (end ?? length - 1) + 1)
      expect((await store.bytesOf(key, { start, end })).equals(expected)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test.each([0, 1, recordSize, 2 * recordSize])(
  'ranges hold at the edges of a file of %i bytes',
  async (size) => {
    const store = await newStore()
    const file = randomFile(size)
    const { key } = await store.keepBytes(file)
    const edges = [0, 1, size - 1, size, size + 1].filter((place) => place >= 0)
    for (const start of edges)
      for (const end of edges)
        expect((await store.bytesOf(key, { start, end })).equals(file.subarray(start, end + 1))).toBe(true)
  },
)
