import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { type Drawable, drawPage } from './draw.ts'
import type { Segment } from './lines.ts'

/** The longest side of the drawing, in pixels. A page of letter size gets one pixel per point. */
const drawn = 1000
/** Grey difference between ink and paper, of 255, below which nobody can read a word. */
const leastContrast = 24

/**
 * Leaves out words that are in the file but not visible on the page: white on white, under a picture or a patch, or
 * transparent. Otherwise a hidden text could contradict what people see.
 */
export const visibleSegments = async (page: Drawable, segments: Segment[]): Promise<Segment[]> => {
  // A page without words may hold a picture that takes long to draw.
  if (segments.length === 0) return []
  const { width, height } = page.getViewport({ scale: 1 })
  const scale = Math.min(1, drawn / Math.max(width, height))
  const canvas = await drawPage(page, scale)
  const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
  const picture = { data, width: canvas.width, height: canvas.height }
  return segments.filter((segment) => contrastOf(picture, boxOf(segment, scale)) >= leastContrast)
}

interface Picture {
  /** RGBA bytes of each pixel. */
  data: Uint8ClampedArray
  width: number
  height: number
}

const boxOf = ({ x, right, baseline, height }: Segment, scale: number) => ({
  left: Math.floor(x * scale),
  right: Math.ceil(right * scale),
  top: Math.floor((baseline - height * 0.75) * scale),
  bottom: Math.ceil(baseline * scale),
})

const contrastOf = ({ data, width, height }: Picture, box: ReturnType<typeof boxOf>) => {
  let [darkest, lightest] = [255, 0]
  for (let y = Math.max(0, box.top); y < Math.min(height, box.bottom); y++) {
    for (let x = Math.max(0, box.left); x < Math.min(width, box.right); x++) {
      const at = (y * width + x) * 4
      const grey = ((data[at] ?? 0) * 3 + (data[at + 1] ?? 0) * 6 + (data[at + 2] ?? 0)) / 10
      darkest = Math.min(darkest, grey)
      lightest = Math.max(lightest, grey)
    }
  }
  return lightest - darkest
}

/** Whether a page shows any picture, so that it may be a photo or scan. */
export const showsPicture = async (page: PDFPageProxy) => {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const pictures = new Set([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject])
  const { fnArray } = await page.getOperatorList()
  return fnArray.some((operator) => pictures.has(operator))
}

/**
 * Whether the words of a page lie over a picture of it, as scanning software does. Then the visible and the readable
 * text may differ. A page-wide picture or invisible letters give it away.
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
