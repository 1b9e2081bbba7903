import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { KeptFile } from '../ctx.ts'
import { type Block, type Layout, type PdfContent, type TextBlock, withLayout } from './layout.ts'
import { ink, loadCanvas, type Style, styles } from './typography.ts'

/**
 * Draws an A4 PDF with the firm's letterhead, in black and grey for any printer. Long content continues on further
 * pages, each numbered. Accepts any Unicode text: Latin in the portal's own typefaces, Greek, Cyrillic and Hebrew in
 * Liberation Sans, other scripts in typefaces of the machine. A character that no typeface has becomes an empty box.
 * The same content always gives the same bytes.
 */
export async function drawPdf(content: PdfContent): Promise<Buffer> {
  const { name: author, regulator: foot } = content.letterhead
  const blocks = await Promise.all(content.blocks.map(prepared))
  const { title, pageName = 'Page' } = content
  return withLayout({ title, author, foot, pageName }, (layout) => {
    drawHead(layout, content)
    for (const drawBlock of blocks) drawBlock(layout)
  })
}

/** Loads the picture of a block before the drawing begins. */
const prepared = async (block: Block) => {
  if (block.kind !== 'mark') return (layout: Layout) => drawBlock(layout, block)
  const { loadImage } = await loadCanvas()
  const picture = block.picture && (await loadImage(Buffer.from(block.picture)))
  return (layout: Layout) => {
    layout.space(4)
    if (picture) layout.framePicture(picture)
    else layout.frame(block.text, 'name')
    layout.space(10)
  }
}

/** Returns a drawn PDF as a file to send. */
export const pdfResponse = (bytes: Buffer, { filename }: { filename: string }): KeptFile => ({
  open: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
  size: bytes.length,
  type: 'application/pdf',
  filename,
  isAttachment: true,
  tag: createHash('sha256').update(bytes).digest('hex').slice(0, 32),
})

const drawHead = (layout: Layout, { letterhead, title, lead }: PdfContent) => {
  const { name, postalAddress, telephone, email, vatNumber } = letterhead
  layout.text(name, { style: 'name' })
  layout.space(3)
  layout.text([postalAddress, telephone, email].filter(Boolean).join(' · '), { style: 'small' })
  if (vatNumber) layout.text(`VAT number ${vatNumber}`, { style: 'small' })
  layout.space(12)
  layout.line(ink)
  layout.space(26)
  layout.text(title, { style: 'title' })
  if (lead) {
    layout.space(2)
    layout.text(lead, { style: 'lead' })
  }
  layout.space(14)
}

/** Text with the space around it. */
interface Spaced {
  text: string
  style: Style
  above: number
  below: number
  keepWithNext?: boolean
}

const spaced = ({ text, ...block }: TextBlock): Spaced =>
  block.kind === 'heading'
    ? { text, above: 12, below: 4, style: 'heading', keepWithNext: true }
    : { text, above: 5, below: 5, style: block.look === 'soft' ? 'small' : 'plain' }

const drawText = (layout: Layout, { text, above, below, ...look }: Spaced) => {
  layout.space(above)
  layout.text(text, look)
  layout.space(below)
}

/** A signature alone on a page could be a signature of anything, so the last words stay with it. */
const drawSigning = (layout: Layout, { blocks, room }: Extract<Block, { kind: 'signing' }>) => {
  const texts = blocks.map(spaced)
  const fits = heightOf(layout, texts) + room <= layout.pageHeight
  const kept = fits ? texts : drawAllButLast(layout, texts)
  layout.reserve(heightOf(layout, kept) + room)
  for (const text of kept) drawText(layout, text)
  layout.reserve(room)
  layout.space(room)
}

const heightOf = (layout: Layout, texts: readonly Spaced[]) =>
  texts.reduce(
    (sum, { text, style, above, below }) =>
      sum + above + layout.linesOf(text, style).length * styles[style].height + below,
    0,
  )

/** How many lines of a paragraph that is too long for one page stay with the signature. */
const lastLines = 6

/** Draws everything up to the last lines of the longest paragraph. Returns these and what follows them. */
const drawAllButLast = (layout: Layout, texts: readonly Spaced[]): Spaced[] => {
  const lengths = texts.map((text) => heightOf(layout, [text]))
  const index = lengths.indexOf(Math.max(...lengths))
  const longest = texts.at(index)
  if (!longest) return []
  const lines = layout.linesOf(longest.text, longest.style)
  for (const text of texts.slice(0, index)) drawText(layout, text)
  drawText(layout, { ...longest, text: lines.slice(0, -lastLines).join('\n'), below: 0 })
  return [{ ...longest, text: lines.slice(-lastLines).join('\n'), above: 0 }, ...texts.slice(index + 1)]
}

const drawBlock = (layout: Layout, block: Exclude<Block, { kind: 'mark' }>) => {
  if (block.kind === 'heading' || block.kind === 'paragraph') drawText(layout, spaced(block))
  else if (block.kind === 'signing') drawSigning(layout, block)
  else if (block.kind === 'notice') {
    layout.space(6)
    layout.frame(block.text)
    layout.space(10)
  } else {
    for (const { name, value, strong } of block.rows) drawRow(layout, [name, value], strong)
    layout.space(6)
  }
}

const nameWidth = 165
const drawRow = (layout: Layout, [name, value]: [string, string], strong = false) => {
  layout.space(6)
  layout.columns([
    { text: name, style: 'small', x: 0, width: nameWidth - 12 },
    { text: value, style: strong ? 'strong' : 'plain', x: nameWidth, width: layout.width - nameWidth },
  ])
  layout.space(5)
  layout.line(strong ? ink : undefined)
}
