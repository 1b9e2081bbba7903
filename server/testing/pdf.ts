import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** Returns the text of a PDF, line by line, and its number of pages. */
export async function textOfPdf(bytes: Uint8Array) {
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  const standardFontDataUrl = join(folder, 'standard_fonts/')
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0, standardFontDataUrl })
  const document = await loading.promise
  const texts: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const { items } = await (await document.getPage(number)).getTextContent()
    texts.push(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join(''))
  }
  const pages = document.numPages
  await loading.destroy()
  return { text: texts.join('\n'), pages }
}
