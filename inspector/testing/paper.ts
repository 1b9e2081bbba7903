import {
  PDFDocument,
  type PDFFont,
  type PDFPage,
  rgb,
  StandardFonts,
  setCharacterSpacing,
} from '@cantoo/pdf-lib'

/** Writes on an A4 page, in points from its top left corner. */
export interface Pen {
  write: (
    text: string,
    at: { x: number; y: number; size?: number; isBold?: boolean; isWhite?: boolean; grey?: number },
  ) => void
  /** Writes lines below each other. */
  stack: (lines: string[], at: { x: number; y: number; size?: number; step?: number }) => void
  /** Writes a label and its value beside it. */
  pair: (label: string, value: string, at: { x: number; y: number; gap?: number }) => void
  /** Draws a white rectangle over anything below it; `y` is its top. */
  cover: (box: { x: number; y: number; width: number; height: number }) => void
  /** Draws a grey rectangle, 0 black to 1 white; `y` is its top. Used for logos, charts and table heads. */
  fill: (box: { x: number; y: number; width: number; height: number }, grey: number) => void
  /** Sets the letter spacing, in points, for the text that follows. */
  space: (points: number) => void
}

export type Draw = (pen: Pen) => void

const paperHeight = 842
const white = rgb(1, 1, 1)

/** Draws a PDF with one A4 page per drawing. Its words are real text. */
export const drawPdf = async (...drawings: Draw[]): Promise<Uint8Array> => {
  const document = await newPdf(drawings)
  return document.save()
}

/** The same with passwords: `user` is needed to open it, `owner` only to change it. */
export const drawLockedPdf = async (passwords: { user?: string; owner: string }, draw: Draw) => {
  const document = await newPdf([draw])
  document.encrypt({ userPassword: passwords.user ?? '', ownerPassword: passwords.owner })
  return document.save()
}

/** A page with only a picture, as a scanner makes it. `words` draws a hidden text layer behind it. */
export const drawScan = async (jpeg: Uint8Array, words: Draw = () => {}) => {
  const document = await PDFDocument.create()
  const page = document.addPage([595, paperHeight])
  words(penFor(page, await fontsOf(document)))
  page.drawImage(await document.embedJpg(jpeg), { x: 0, y: 0, width: 595, height: paperHeight })
  return document.save()
}

const newPdf = async (drawings: Draw[]) => {
  const document = await PDFDocument.create()
  const fonts = await fontsOf(document)
  for (const draw of drawings) draw(penFor(document.addPage([595, paperHeight]), fonts))
  return document
}

interface Fonts {
  plain: PDFFont
  bold: PDFFont
}
const fontsOf = async (document: PDFDocument): Promise<Fonts> => ({
  plain: await document.embedFont(StandardFonts.Helvetica),
  bold: await document.embedFont(StandardFonts.HelveticaBold),
})

const penFor = (page: PDFPage, { plain, bold }: Fonts): Pen => {
  const write: Pen['write'] = (text, { x, y, size = 10, isBold = false, isWhite = false, grey = 0 }) =>
    page.drawText(text, {
      x,
      y: paperHeight - y,
      size,
      font: isBold ? bold : plain,
      color: isWhite ? white : rgb(grey, grey, grey),
    })
  return {
    write,
    stack: (lines, { x, y, size = 10, step = 14 }) => {
      for (const [at, line] of lines.entries()) write(line, { x, y: y + at * step, size })
    },
    pair: (label, value, { x, y, gap = 110 }) => {
      write(label, { x, y })
      write(value, { x: x + gap, y })
    },
    cover: ({ x, y, width, height }) =>
      page.drawRectangle({ x, y: paperHeight - y - height, width, height, color: white }),
    fill: ({ x, y, width, height }, grey) =>
      page.drawRectangle({ x, y: paperHeight - y - height, width, height, color: rgb(grey, grey, grey) }),
    space: (points) => page.pushOperators(setCharacterSpacing(points)),
  }
}
