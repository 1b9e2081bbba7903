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
  const { isPicture } = await operators()
  // The list of operators is complete: pdf.js joins pictures to groups only where it draws them.
  const { fnArray } = await page.getOperatorList()
  return fnArray.some(isPicture)
}

/** Pixels of a picture as a PDF holds it, row by row. */
export interface RawPicture {
  pixels: Uint8Array
  width: number
  height: number
  channels: 3 | 4
}

/**
 * The picture of a page that shows one and no words, at the size at which it was saved. Null for any other page, and
 * for a picture in black and white.
 */
export const onlyPictureOn = async (page: PDFPageProxy): Promise<RawPicture | null> => {
  const { OPS, isPicture, isText } = await operators()
  const { fnArray, argsArray } = await page.getOperatorList()
  const [at, ...others] = [...fnArray.keys()].filter((place) => isPicture(fnArray[place] ?? 0))
  if (at === undefined || others.length > 0 || fnArray.some(isText)) return null
  if (fnArray[at] !== OPS.paintImageXObject) return null
  const [name] = argsArray[at]
  // A picture of several pages is kept with the document.
  const objects = String(name).startsWith('g_') ? page.commonObjs : page.objs
  const shown: unknown = await new Promise((resolve) => objects.get(name, resolve))
  if (!holdsPixels(shown)) return null
  const { width, height, data } = shown
  const pixels = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  const channels = pixels.length / (width * height)
  return channels === 3 || channels === 4 ? { pixels, width, height, channels } : null
}

const holdsPixels = (shown: unknown): shown is { width: number; height: number; data: ArrayBufferView } =>
  typeof shown === 'object' &&
  shown !== null &&
  'width' in shown &&
  'height' in shown &&
  'data' in shown &&
  ArrayBuffer.isView(shown.data)

const operators = async () => {
  const { OPS, Util } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const pictures = new Set([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject])
  const texts = new Set([
    OPS.showText,
    OPS.showSpacedText,
    OPS.nextLineShowText,
    OPS.nextLineSetSpacingShowText,
  ])
  return {
    OPS,
    Util,
    isPicture: (operator: number) => pictures.has(operator),
    isText: (operator: number) => texts.has(operator),
  }
}

/** Share of the page above which its pictures are the page. */
const mostPictured = 0.5

/**
 * Whether the words of a page lie over a picture of it, as scanning software does. Then the visible and the readable
 * text may differ. Pictures over most of the page, which may be one or many strips, or invisible letters give it away.
 */
export const isLaidOverPicture = async (page: PDFPageProxy) => {
  const { OPS, Util, isPicture } = await operators()
  const { fnArray, argsArray } = await page.getOperatorList()
  const pictured = coverageOf(page.view)
  let now: number[] = [1, 0, 0, 1, 0, 0]
  const saved: number[][] = []
  for (const [at, operator] of fnArray.entries()) {
    const args = argsArray[at]
    if (operator === OPS.setTextRenderingMode && args[0] === 3) return true
    if (isPicture(operator)) pictured.add(now)
    if (operator === OPS.save) saved.push(now)
    if (operator === OPS.restore) now = saved.pop() ?? now
    if (operator === OPS.transform) now = Util.transform(now, args)
    if (operator === OPS.paintFormXObjectBegin) {
      saved.push(now)
      if (args[0]) now = Util.transform(now, [...args[0]])
    }
    if (operator === OPS.paintFormXObjectEnd) now = saved.pop() ?? now
  }
  return pictured.share() > mostPictured
}

/** Cells along each side of the page: finer than any strip that a scanner writes. */
const cells = 200

/** Adds up which share of a page is covered by pictures, each painted on a transformed unit square. */
const coverageOf = ([left = 0, bottom = 0, right = 1, top = 1]: number[]) => {
  const isCovered = new Uint8Array(cells ** 2)
  // A cell counts where its middle is covered.
  const first = (share: number) => Math.max(0, Math.ceil(share * cells - 0.5))
  const end = (share: number) => Math.min(cells, Math.ceil(share * cells - 0.5))
  const add = ([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: number[]) => {
    const across = [e, e + a, e + c, e + a + c].map((x) => (x - left) / (right - left))
    const up = [f, f + b, f + d, f + b + d].map((y) => (y - bottom) / (top - bottom))
    const [from, to] = [first(Math.min(...across)), end(Math.max(...across))]
    for (let row = first(Math.min(...up)); row < end(Math.max(...up)); row++)
      if (from < to) isCovered.fill(1, row * cells + from, row * cells + to)
  }
  return { add, share: () => isCovered.reduce((sum, cell) => sum + cell, 0) / isCovered.length }
}
