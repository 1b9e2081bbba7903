import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { KeptFile } from '../ctx.ts'
import { type Block, type Pen, type Sheet, withPen } from './layout.ts'
import { ink, loadCanvas } from './typography.ts'

/**
 * Draws A4 paper with the firm's letterhead as a PDF, in black and grey so that any printer does. Long
 * content runs on to further pages, each numbered. Any Unicode text may be given: Latin is set in the
 * portal's own typefaces, Greek, Cyrillic and Hebrew in Liberation Sans, other scripts in what the machine
 * has; a sign that no typeface has becomes an empty box. The same sheet always gives the same bytes.
 */
export async function drawPaper(sheet: Sheet): Promise<Buffer> {
  const { name: author, regulator: foot } = sheet.letterhead
  const blocks = await Promise.all(sheet.blocks.map(prepared))
  return withPen({ title: sheet.title, author, foot }, (pen) => {
    drawHead(pen, sheet)
    for (const drawBlock of blocks) drawBlock(pen)
  })
}

/** A picture is read before the drawing begins. */
const prepared = async (block: Block) => {
  if (block.kind !== 'mark') return (pen: Pen) => drawBlock(pen, block)
  const { loadImage } = await loadCanvas()
  const picture = block.picture && (await loadImage(Buffer.from(block.picture)))
  return (pen: Pen) => {
    pen.space(4)
    if (picture) pen.framePicture(picture)
    else pen.frame(block.text, 'name')
    pen.space(10)
  }
}

/** Hands a drawn paper out as a file. */
export const paperAnswer = (bytes: Buffer, { filename }: { filename: string }): KeptFile => ({
  open: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
  size: bytes.length,
  type: 'application/pdf',
  filename,
  isAttachment: true,
  tag: createHash('sha256').update(bytes).digest('hex').slice(0, 32),
})

const drawHead = (pen: Pen, { letterhead, title, lead }: Sheet) => {
  const { name, postalAddress, telephone, email, vatNumber } = letterhead
  pen.text(name, { style: 'name' })
  pen.space(3)
  pen.text([postalAddress, telephone, email].filter(Boolean).join(' · '), { style: 'small' })
  if (vatNumber) pen.text(`VAT number ${vatNumber}`, { style: 'small' })
  pen.space(12)
  pen.line(ink)
  pen.space(26)
  pen.text(title, { style: 'title' })
  if (lead) {
    pen.space(2)
    pen.text(lead, { style: 'lead' })
  }
  pen.space(14)
}

const drawBlock = (pen: Pen, block: Exclude<Block, { kind: 'mark' }>) => {
  if (block.kind === 'heading') {
    pen.space(12)
    pen.text(block.text, { style: 'heading', keepWithNext: true })
    pen.space(4)
  } else if (block.kind === 'paragraph') {
    pen.space(5)
    pen.text(block.text, { style: block.look === 'soft' ? 'small' : 'plain' })
    pen.space(5)
  } else if (block.kind === 'notice') {
    pen.space(6)
    pen.frame(block.text)
    pen.space(10)
  } else {
    for (const { name, value, strong } of block.rows) drawRow(pen, [name, value], strong)
    pen.space(6)
  }
}

const nameWidth = 165
const drawRow = (pen: Pen, [name, value]: [string, string], strong = false) => {
  pen.space(6)
  pen.columns([
    { text: name, style: 'small', x: 0, width: nameWidth - 12 },
    { text: value, style: strong ? 'strong' : 'plain', x: nameWidth, width: pen.width - nameWidth },
  ])
  pen.space(5)
  pen.line(strong ? ink : undefined)
}
