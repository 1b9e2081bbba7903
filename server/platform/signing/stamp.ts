import type { PDFDocument } from '@cantoo/pdf-lib'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { type Context, linesOf, loadCanvas, type Style, setText, styles } from '../pdf/typography.ts'
import { findPlace } from './place.ts'

export interface Stamp {
  /** The drawn signature as PNG; null where the name was typed. */
  picture: Uint8Array | null
  /** Stands for the picture where there is none. */
  typedName: string | null
  /** Who, when, under which number. */
  lines: string[]
}

/** In points: the name or picture, and below it a line for each that is written. */
const sizeOf = ({ lines }: Pick<Stamp, 'lines'>) => ({ width: 216, height: 71 + lines.length * lineHeight })
const lineHeight = 11
const nameHeight = 54
/** Of a page of its own, in points: as the portal's own paper has it. */
const ownMargin = 56
/** In points: on a page that is longer, a stamp would be a speck. */
const longest = 5000

/**
 * Puts a stamp at the bottom right of the last page, or where else that page has room. Where it has none, the
 * stamp gets a page of its own, so that nothing is ever hidden. `picture` is the last page as PNG, if known.
 */
export async function stampLastPage(document: PDFDocument, stamp: Stamp, picture: Uint8Array | null) {
  const last = document.getPage(document.getPageCount() - 1)
  const [drawn] = await document.embedPdf(await drawStamp(stamp))
  if (!drawn) throw new Error('The stamp has no page.')
  const { x, y, width, height } = last.getCropBox()
  const size = sizeOf(stamp)
  const room = { page: { width, height }, size }
  const isUpright = last.getRotation().angle === 0
  const isOrdinary = Math.max(width, height) <= longest
  const place = picture && isUpright && isOrdinary ? await findPlace(picture, room) : null
  if (place !== null) {
    const bottom = y + height * (1 - place.top) - size.height
    last.drawPage(drawn, { x: x + width * place.left, y: bottom, ...size })
    return
  }
  const page = document.addPage([595, 842])
  page.drawPage(drawn, { x: 595 - ownMargin - size.width, y: ownMargin, ...size })
}

async function drawStamp({ picture, typedName, lines }: Stamp) {
  const { PDFDocument: Paper, loadImage, createCanvas } = await loadCanvas()
  const { width, height } = sizeOf({ lines })
  const paper = new Paper({ title: 'Signature', compressionLevel: 6 })
  // A page draws pictures as any canvas does; its type does not say so.
  const context = paper.beginPage(width, height) as unknown as SKRSContext2D
  context.strokeStyle = '#161616'
  context.lineWidth = 0.75
  context.strokeRect(0.5, 0.5, width - 1, height - 1)
  if (picture) context.drawImage(await loadImage(Buffer.from(picture)), (width - 112) / 2, 3, 112, 56)
  const ruler = createCanvas(1, 1).getContext('2d')
  const inside = { x: 8, width: width - 16 }
  const write = (text: string, { style, y }: { style: Style; y: number }) => {
    const [line = ''] = linesOf(ruler, { text, style, ...inside })
    setText(context, { text: line === text ? line : `${line}…`, style, x: inside.x, y })
  }
  if (!picture && typedName) writeName(context, ruler, { text: typedName, ...inside })
  context.fillStyle = '#161616'
  context.fillRect(8, 61, width - 16, 0.5)
  for (const [at, text] of lines.entries()) write(text, { style: 'foot', y: 73 + at * lineHeight })
  paper.endPage()
  return paper.close()
}

/** A name is never cut: a longer one is written smaller, and on several lines. */
function writeName(
  context: Context,
  ruler: Context,
  { text, x, width }: { text: string; x: number; width: number },
) {
  const sizes = (['name', 'strong', 'small', 'foot'] as const).map((style) => ({
    style,
    height: styles[style].height,
    lines: linesOf(ruler, { text, style, x, width }),
  }))
  const fitting = sizes.find(({ lines, height }) => lines.length * height <= nameHeight) ?? sizes.at(-1)
  if (!fitting) return
  const { style, height, lines } = fitting
  const top = 4 + (nameHeight - lines.length * height) / 2
  for (const [at, line] of lines.entries())
    setText(context, { text: line, style, x, y: top + (at + 0.75) * height })
}
