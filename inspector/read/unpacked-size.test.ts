import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bombs } from '../testing/bombs.ts'
import { okafor, utilityBill } from '../testing/documents.ts'
import { drawPdf } from '../testing/paper.ts'
import { onePage, stream } from '../testing/raw-pdf.ts'
import { unpacksBeyond } from './unpacked-size.ts'

test.each(Object.entries(bombs))('%s is found to expand too far, using little memory', async (_, make) => {
  const bytes = make()
  const before = process.memoryUsage().rss
  expect(await unpacksBeyond(bytes)).toBe(true)
  // Even if nothing of the 128 MB at which it stops is collected meanwhile.
  expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000)
})

test('a bill is not oversized, and all its streams are counted', async () => {
  const bill = await drawPdf(utilityBill(okafor))
  expect(await unpacksBeyond(bill)).toBe(false)
  expect(await unpacksBeyond(bill, 1000)).toBe(true)
})

test('every layer counts, and a damaged stream counts as far as it can be unpacked', async () => {
  const letters = deflateSync(Buffer.alloc(90_000, 'abc'))
  const half = letters.subarray(0, letters.length - 10)
  expect(await unpacksBeyond(onePage(stream('/Filter /FlateDecode', half)), 60_000)).toBe(true)
  expect(await unpacksBeyond(onePage(stream('/Filter /FlateDecode', letters)), 90_000)).toBe(false)
})

test('fifteen screenshots of a phone in one file are no attack', async () => {
  const points = deflateSync(Buffer.alloc(1290 * 2796 * 3, 'pale'))
  const screens = Array(15).fill(
    stream('/Type /XObject /Subtype /Image /Width 1290 /Height 2796 /Filter /FlateDecode', points),
  )
  expect(await unpacksBeyond(onePage(stream('', ''), '', screens))).toBe(false)
})
