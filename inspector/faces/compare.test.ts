import { afterAll, expect, test } from 'vitest'
import { openInspector } from '../inspector.ts'
import { drawSelfie } from '../testing/faces.ts'
import { drawScan } from '../testing/paper.ts'

const inspector = openInspector()
afterAll(() => inspector.close())

const selfie = await drawSelfie({ width: 800, height: 600 }).encode('jpeg')
const card = await drawSelfie({ width: 900, height: 560, faces: [{ x: 0.25, size: 0.45 }] }).encode('jpeg')

test('a photographed or scanned document is compared in the process that may read no other file', async () => {
  for (const document of [card, await drawScan(card)]) {
    const comparison = await inspector.compareFaces(document, selfie)
    expect(Object.keys(comparison ?? {}).sort()).toEqual(['model', 'outcome', 'score'])
    expect(comparison?.score).toBeGreaterThan(0.5)
  }
})

test('a truncated file has no comparison, and the next one is compared as usual', async () => {
  const broken = card.subarray(0, card.length / 2)
  expect(await inspector.compareFaces(broken, selfie)).toBeNull()
  expect(await inspector.compareFaces(Buffer.from('%PDF-1.7 broken'), selfie)).toMatchObject({
    outcome: 'no_portrait',
  })
  expect(await inspector.compareFaces(card, selfie)).toMatchObject({ outcome: 'compared' })
})
