import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { drawPage } from './draw.ts'
import type { Segment } from './lines.ts'

/** The longest side of the drawing, in pixels: one pixel a point for a page of letter size. */
const drawn = 1000
/** Steps of grey between ink and paper, of 255, below which nobody reads a word. */
const leastContrast = 24

/**
 * Leaves out words that are in the file but not on the page as people see it: white on white, under a
 * picture or a patch, or transparent. What is believed must be what is seen.
 */
export const seenOn = async (page: PDFPageProxy, segments: Segment[]): Promise<Segment[]> => {
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
  /** Red, green, blue and opacity of each pixel. */
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
