import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type TextItem, typedInto } from './annotations.ts'

export interface PageText {
  width: number
  height: number
  items: TextItem[]
}

/** More runs of text than any printed page has. The rest is not read. */
const itemLimit = 20_000

export const readPageText = async (page: PDFPageProxy): Promise<PageText> => {
  const { Util } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const viewport = page.getViewport({ scale: 1 })
  const items: TextItem[] = []
  const reader = page.streamTextContent().getReader()
  for (
    let chunk = await reader.read();
    !chunk.done && items.length < itemLimit;
    chunk = await reader.read()
  ) {
    for (const item of chunk.value.items) {
      if (!('str' in item) || item.str.trim() === '') continue
      const [a, b, c, d, x, y] = Util.transform(viewport.transform, item.transform)
      const height = Math.hypot(c, d) || item.height
      const isLevel = Math.abs(b) < Math.abs(a) * 0.02 && a > 0
      items.push({ text: item.str, x, baseline: y, width: item.width, height, isLevel })
    }
  }
  await reader.cancel()
  items.push(...(await typedInto(page)))
  return { width: viewport.width, height: viewport.height, items }
}
