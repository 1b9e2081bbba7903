import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/**
 * Whether the words of a page were laid over a picture of it, as scanning software does: then what is seen
 * and what is read may differ. A page-wide picture or invisible letters give it away.
 */
export const isLaidOverPicture = async (page: PDFPageProxy) => {
  const { OPS, Util } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const { fnArray, argsArray } = await page.getOperatorList()
  const pictures = new Set([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject])
  const { width, height } = page.getViewport({ scale: 1 })
  let now: number[] = [1, 0, 0, 1, 0, 0]
  const saved: number[][] = []
  for (const [at, operator] of fnArray.entries()) {
    const args = argsArray[at]
    if (operator === OPS.setTextRenderingMode && args[0] === 3) return true
    if (pictures.has(operator) && areaOf(now) > 0.5 * width * height) return true
    if (operator === OPS.save) saved.push(now)
    if (operator === OPS.restore) now = saved.pop() ?? now
    if (operator === OPS.transform) now = Util.transform(now, args)
    if (operator === OPS.paintFormXObjectBegin) {
      saved.push(now)
      if (args[0]) now = Util.transform(now, [...args[0]])
    }
    if (operator === OPS.paintFormXObjectEnd) now = saved.pop() ?? now
  }
  return false
}

const areaOf = ([a = 0, b = 0, c = 0, d = 0]: number[]) => Math.abs(a * d - b * c)
