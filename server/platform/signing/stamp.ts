import type { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import {
  asCanvas,
  type Context,
  drawText,
  linesOf,
  loadCanvas,
  type Style,
  styles,
} from '../pdf/typography.ts'

export interface Stamp {
  /** The drawn signature as PNG. Null if the name was typed. */
  picture: Uint8Array | null
  /** Shown if there is no picture. */
  typedName: string | null
  /** Who signed, when, under which number. */
  lines: string[]
}

/** In points. Each stamp has the name or picture, and its lines below. */
const width = 216
const heightOf = ({ lines }: Stamp) => 71 + lines.length * lineHeight
const sizeOf = (stamps: readonly Stamp[]) => ({
  width,
  height: stamps.reduce((total, stamp) => total + heightOf(stamp), 0),
})
const lineHeight = 11
const nameHeight = 54
/** Size and margin of a page added for the stamps, in points, as in the portal's own PDFs. */
const ownPage = { width: 595, height: 842 }
const ownMargin = 56
/** In points. On a longer page, a stamp would be a speck. */
const longest = 5000

export interface StampOptions {
  stamps: readonly Stamp[]
  /** The last page as PNG, to find room on it. Null if it could not be drawn. */
  lastPage: Uint8Array | null
  /** Name of the document, for a page of its own. */
  title: string
}

/**
 * Puts a stamp for each signer, one below the other, at the bottom right of the last page, or elsewhere on it if there
 * is room. If there is none, adds a page that names the document, so that nothing is hidden and a signature page that
 * comes apart from its document isn't taken for another's.
 */
export async function stampLastPage(
  document: PDFDocument,
  { stamps, lastPage: picture, title }: StampOptions,
) {
  const last = document.getPage(document.getPageCount() - 1)
  const [drawn] = await document.embedPdf(await drawStamps(stamps))
  if (!drawn) throw new Error('The stamp has no page.')
  const { x, y, ...page } = last.getCropBox()
  const size = sizeOf(stamps)
  const room = { page, size }
  const isUpright = last.getRotation().angle === 0
  const isOrdinary = Math.max(page.width, page.height) <= longest
  const place = picture && isUpright && isOrdinary ? await findPlace(picture, room) : null
  if (place !== null) {
    const bottom = y + page.height * (1 - place.top) - size.height
    last.drawPage(drawn, { x: x + page.width * place.left, y: bottom, ...size })
    return
  }
  const [heading] = await document.embedPdf(await drawHeading(title))
  if (!heading) throw new Error('The heading has no page.')
  const own = document.addPage([ownPage.width, ownPage.height])
  own.drawPage(heading, { x: 0, y: 0, ...ownPage })
  own.drawPage(drawn, { x: ownPage.width - ownMargin - size.width, y: ownMargin, ...size })
}

/** Draws the words at the top of a page that was added for the stamps. */
async function drawHeading(title: string) {
  const { PDFDocument: Paper, createCanvas } = await loadCanvas()
  const paper = new Paper({ title: 'Signature page', compressionLevel: 6 })
  const context = asCanvas(paper.beginPage(ownPage.width, ownPage.height))
  const ruler = createCanvas(1, 1).getContext('2d')
  const column = { x: ownMargin, width: ownPage.width - 2 * ownMargin }
  let y = ownMargin
  for (const [style, text] of [
    ['title', 'Signature page'],
    ['strong', title],
    ['small', 'This page was added to the document when it was signed.'],
  ] as const)
    for (const line of linesOf(ruler, { text, style, ...column })) {
      y += styles[style].height
      drawText(context, { text: line, style, x: ownMargin, y })
    }
  paper.endPage()
  return paper.close()
}

async function drawStamps(stamps: readonly Stamp[]) {
  const { PDFDocument: Paper, createCanvas } = await loadCanvas()
  const { height } = sizeOf(stamps)
  const paper = new Paper({ title: 'Signature', compressionLevel: 6 })
  const context = asCanvas(paper.beginPage(width, height))
  const ruler = createCanvas(1, 1).getContext('2d')
  for (const stamp of stamps) {
    await drawStamp(context, ruler, stamp)
    context.translate(0, heightOf(stamp))
  }
  paper.endPage()
  return paper.close()
}

async function drawStamp(context: ReturnType<typeof asCanvas>, ruler: Context, stamp: Stamp) {
  const { loadImage } = await loadCanvas()
  const { picture, typedName, lines } = stamp
  context.strokeStyle = '#161616'
  context.lineWidth = 0.75
  context.strokeRect(0.5, 0.5, width - 1, heightOf(stamp) - 1)
  if (picture) context.drawImage(await loadImage(Buffer.from(picture)), (width - 112) / 2, 3, 112, 56)
  const inside = { x: 8, width: width - 16 }
  const write = (text: string, { style, y }: { style: Style; y: number }) => {
    const [line = ''] = linesOf(ruler, { text, style, ...inside })
    drawText(context, { text: line === text ? line : `${line}…`, style, x: inside.x, y })
  }
  if (!picture && typedName) writeName(context, ruler, { text: typedName, ...inside })
  context.fillStyle = '#161616'
  context.fillRect(8, 61, width - 16, 0.5)
  for (const [at, text] of lines.entries()) write(text, { style: 'foot', y: 73 + at * lineHeight })
}

/** Writes a name without cutting it: a longer one is smaller and on several lines. */
function writeName(
  context: Context,
  ruler: Context,
  { text, x, width: room }: { text: string; x: number; width: number },
) {
  const sizes = (['name', 'strong', 'small', 'foot'] as const).map((style) => ({
    style,
    height: styles[style].height,
    lines: linesOf(ruler, { text, style, x, width: room }),
  }))
  const fitting = sizes.find(({ lines, height }) => lines.length * height <= nameHeight) ?? sizes.at(-1)
  if (!fitting) return
  const { style, height, lines } = fitting
  const top = 4 + (nameHeight - lines.length * height) / 2
  for (const [at, line] of lines.entries())
    drawText(context, { text: line, style, x, y: top + (at + 0.75) * height })
}

/** Position on a page as fractions of its visible part. The origin is top left. */
interface Place {
  left: number
  top: number
}

interface Room {
  /** Sizes of the page and of the stamps, in points. */
  page: { width: number; height: number }
  size: { width: number; height: number }
}

/** In points: the least distance from the edge of a page, and the usual one on a blank page. */
const least = 36
const usual = 56
/** Distance between print and stamp, in points. */
const clearance = 8

/**
 * Finds a blank place on a page, inside the margins of its print: at the bottom right, else further up, else further
 * left. Searches the picture of the page, so that pictures and scans count as much as text. Returns null if there is
 * none.
 */
export async function findPlace(picture: Uint8Array, { page, size }: Room): Promise<Place | null> {
  const { data, info } = await sharp(picture).flatten({ background: 'white' }).greyscale().raw().toBuffer({
    resolveWithObject: true,
  })
  const { width, height } = info
  const marked = countsOf(data, { width, height })
  const scale = width / page.width
  const pixels = (points: number) => Math.ceil(points * scale)
  const [wide, high, clear] = [pixels(size.width), pixels(size.height), pixels(clearance)]
  const isMarked = (box: Box) => marked(box) > 0
  const { leftmost, rightmost } = marginsOf(printedColumns(isMarked, { width, height }), {
    width,
    least: pixels(least),
    usual: pixels(usual),
  })
  for (let x = Math.max(rightmost - wide, leftmost); x >= leftmost; x -= wide / 2)
    for (let y = height - pixels(least) - high; y >= pixels(least); y -= 8) {
      const [left, top] = [Math.floor(x), Math.floor(y)]
      const around = {
        left: Math.max(0, left - clear),
        top: top - clear,
        right: left + wide + clear,
        bottom: top + high + clear,
      }
      if (left + wide <= width - pixels(least) && !isMarked(around))
        return { left: left / width, top: top / height }
    }
  return null
}

/** Print near an edge shows the margin there. Otherwise the usual margin is used. */
const marginsOf = (
  [first, last]: readonly [number, number],
  { width, least: nearest, usual: ordinary }: { width: number; least: number; usual: number },
) => ({
  leftmost: first < width / 4 ? Math.max(first, nearest) : ordinary,
  rightmost: last > (width * 3) / 4 ? Math.min(last, width - nearest) : width - ordinary,
})

/** Returns the first and last column of pixels with any print. For a blank page, its middle. */
const printedColumns = (
  isMarked: (box: Box) => boolean,
  { width, height }: { width: number; height: number },
): [number, number] => {
  const columns = Array.from({ length: width }, (_, at) => at).filter((at) =>
    isMarked({ left: at, top: 0, right: at + 1, bottom: height }),
  )
  return [columns[0] ?? width / 2, columns.at(-1) ?? width / 2]
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** Grey levels from this on count as blank paper. */
const paper = 225

/** Returns a function that counts the printed pixels of any box in constant time (a summed-area table). */
const countsOf = (pixels: Uint8Array, { width, height }: { width: number; height: number }) => {
  const sums = new Uint32Array((width + 1) * (height + 1))
  const at = (x: number, y: number) => y * (width + 1) + x
  const sum = (x: number, y: number) => sums[at(Math.min(x, width), Math.min(y, height))] ?? 0
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const isMark = (pixels[y * width + x] ?? 255) < paper ? 1 : 0
      sums[at(x + 1, y + 1)] = isMark + sum(x, y + 1) + sum(x + 1, y) - sum(x, y)
    }
  return ({ left, top, right, bottom }: Box) =>
    sum(right, bottom) - sum(left, bottom) - sum(right, top) + sum(left, top)
}
