import type { Image } from '@napi-rs/canvas'
import {
  asCanvas,
  type Column,
  type Context,
  drawText,
  ink,
  linesOf,
  loadCanvas,
  type Style,
  styles,
} from './typography.ts'

/** A4, in points of 1/72 inch. */
const pageSize = { width: 595, height: 842 }
const margin = 56
const hairline = '#bdbdbd'
const bottom = pageSize.height - margin - 12

type Draw = (context: Context) => void

/** Writes from the top of a page to its end, and continues on the next one. */
export type Layout = ReturnType<typeof openLayout>

/** Draws a document with a layout and returns the bytes of the PDF. */
export async function withLayout(
  { foot, pageName, ...about }: { title: string; author: string; foot: string; pageName: string },
  draw: (layout: Layout) => void,
) {
  const { createCanvas, PDFDocument } = await loadCanvas()
  const layout = openLayout(createCanvas(1, 1).getContext('2d'))
  draw(layout)
  const document = new PDFDocument({ ...about, producer: 'Portico', compressionLevel: 6 })
  for (const marks of layout.finish(foot, pageName)) {
    const context = document.beginPage(pageSize.width, pageSize.height)
    for (const mark of marks) mark(context)
    document.endPage()
  }
  return document.close()
}

const width = pageSize.width - 2 * margin

/** The pages so far, and how far down the last one is filled. */
function openPaper() {
  const pages: Draw[][] = [[]]

  const draw = (mark: Draw) => void pages.at(-1)?.push(mark)
  /** Begins a new page if the next content does not fit on this one. */
  const reserve = (height: number) => {
    if (paper.y + height <= bottom || paper.y === margin) return
    pages.push([])
    paper.y = margin
  }
  /** Draws a border of this height around the next content. */
  const outline = (height: number) => {
    const at = paper.y
    draw((context) => {
      context.strokeStyle = ink
      context.lineWidth = 1
      context.strokeRect(margin, at, width, height)
    })
  }
  const paper = { pages, y: margin, draw, reserve, outline }
  return paper
}

type Paper = ReturnType<typeof openPaper>

function drawColumns(paper: Paper, ruler: Context, all: readonly Column[]) {
  const { draw, reserve } = paper
  const wrapped = all.map((column) => ({ ...column, lines: linesOf(ruler, column) }))
  const height = Math.max(...all.map(({ style }) => styles[style].height))
  const count = Math.max(...wrapped.map(({ lines }) => lines.length))
  if (count * height < bottom - margin) reserve(count * height)
  for (let index = 0; index < count; index += 1) {
    reserve(height)
    for (const { lines, style, x } of wrapped) {
      const text = lines[index]
      const mark = { style, x: margin + x, y: paper.y + height * 0.75 }
      if (text) draw((context) => drawText(context, { ...mark, text }))
    }
    paper.y += height
  }
}

interface Foot {
  foot: string
  pageName: string
}

function withFoot(pages: readonly Draw[][], ruler: Context, { foot, pageName }: Foot) {
  const { height } = styles.foot
  const lines = linesOf(ruler, { text: foot, style: 'foot', x: 0, width: width - 80 })
  const mark = { style: 'foot', x: margin, y: pageSize.height - margin + 8 } as const
  return pages.map((marks, index) => [
    ...marks,
    ...lines.map((text, line) => (context: Context) => {
      drawText(context, { ...mark, text, y: mark.y + line * height })
    }),
    (context: Context) => {
      const text = `${pageName} ${index + 1} of ${pages.length}`
      drawText(context, { ...mark, text, x: margin + width, align: 'right' })
    },
  ])
}

function openLayout(ruler: Context) {
  const paper = openPaper()
  const { draw, reserve, outline } = paper
  const columns = (all: readonly Column[]) => drawColumns(paper, ruler, all)
  return {
    width,
    columns,
    reserve,
    /** How much a page holds. */
    pageHeight: bottom - margin,
    linesOf: (text: string, style: Style) => linesOf(ruler, { text, style, x: 0, width }),
    text: (text: string, { style, keepWithNext = false }: { style: Style; keepWithNext?: boolean }) => {
      if (keepWithNext) reserve(styles[style].height * 3)
      columns([{ text, style, x: 0, width }])
    },
    space: (points: number) => {
      if (paper.y > margin) paper.y += points
    },
    line: (color = hairline) => {
      const at = paper.y
      draw((context) => {
        context.fillStyle = color
        context.fillRect(margin, at, width, 0.75)
      })
    },
    /** Text with a border, never split between pages. */
    frame: (text: string, style: Style = 'plain') => {
      const { height } = styles[style]
      const inner = { text, style, x: 12, width: width - 24 }
      const tall = linesOf(ruler, inner).length * height + 18
      reserve(tall)
      outline(tall)
      paper.y += 9
      columns([inner])
      paper.y += 9
    },
    /** A picture twice as wide as high, with a border. */
    framePicture: (picture: Image) => {
      const tall = 72
      reserve(tall)
      const at = paper.y
      outline(tall)
      draw((context) => {
        asCanvas(context).drawImage(picture, margin + 12, at + 4, (tall - 8) * 2, tall - 8)
      })
      paper.y += tall
    },
    /** Returns the pages, each with this text and its number at the foot. */
    finish: (foot: string, pageName: string) => withFoot(paper.pages, ruler, { foot, pageName }),
  }
}

/** The firm's details in the letterhead of a PDF. */
export interface Letterhead {
  name: string
  postalAddress: string
  telephone: string
  email: string
  /** "Authorised and regulated by …", at the foot of each page. */
  regulator: string
  vatNumber: string | null
}

export type TextBlock =
  /** A heading within the document. */
  | { kind: 'heading'; text: string }
  /** Running text with its line breaks. `soft` is small print. */
  | { kind: 'paragraph'; text: string; look?: 'plain' | 'soft' }

export type Block =
  | TextBlock
  /** Names and values, each underlined. `strong` emphasises a total. */
  | { kind: 'rows'; rows: readonly { name: string; value: string; strong?: boolean }[] }
  /** A signature in a frame: its picture as PNG, twice as wide as high, or else the typed name. */
  | { kind: 'mark'; picture: Uint8Array | null; text: string }
  /** Text in a frame that must not be overlooked. */
  | { kind: 'notice'; text: string }
  /** The end of what is signed: on one page, with this much room below it for the signatures. */
  | { kind: 'signing'; blocks: readonly TextBlock[]; room: number }

export interface PdfContent {
  letterhead: Letterhead
  /** The kind of document, such as "Receipt". Also the title of the file. */
  title: string
  /** Text under the title: a number, a date. */
  lead?: string
  /** The word before a page number, if "Page" is used by a document in the same file. */
  pageName?: string
  blocks: readonly Block[]
}
