import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { visibleSegments } from './seen.ts'

test('a page without words is not drawn, however large its picture', async () => {
  const undrawable = { getViewport: () => expect.unreachable() } as unknown as PDFPageProxy
  expect(await visibleSegments(undrawable, [])).toEqual([])
})
