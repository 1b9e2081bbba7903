import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { PDFDocument, SKRSContext2D } from '@napi-rs/canvas'

export type Context = ReturnType<PDFDocument['beginPage']>

/** A page draws pictures like any canvas, although its type does not say so. */
export const asCanvas = (context: Context) => context as SKRSContext2D

export const ink = '#161616'
/** A grey with a contrast of at least 7:1 against white, also on a greyscale printer. */
const soft = '#555555'

/** Font, size and line height, in points. */
export const styles = {
  name: { font: '500 20px', family: 'serif', height: 25, color: ink },
  title: { font: '500 27px', family: 'serif', height: 33, color: ink },
  lead: { font: '400 12px', family: 'sans', height: 16, color: soft },
  heading: { font: '500 15px', family: 'serif', height: 20, color: ink },
  plain: { font: '400 11px', family: 'sans', height: 15.5, color: ink },
  strong: { font: '600 13px', family: 'sans', height: 17, color: ink },
  small: { font: '400 9.5px', family: 'sans', height: 13.5, color: soft },
  foot: { font: '400 8px', family: 'sans', height: 11, color: soft },
} as const
export type Style = keyof typeof styles

/** One line of text at a position. `y` is its baseline. */
interface Mark {
  text: string
  style: Style
  x: number
  y: number
  align?: 'left' | 'right'
}

export interface Column {
  text: string
  style: Style
  /** Distance from the margin. */
  x: number
  width: number
}

export const drawText = (context: Context, { text, style, x, y, align = 'left' }: Mark) => {
  useStyle(context, style)
  context.fillStyle = styles[style].color
  context.textAlign = align
  context.fillText(text, x, y)
}

const families = {
  serif: '"Paper Serif", "Paper Serif Extended", "Paper Wide"',
  sans: '"Paper Sans", "Paper Sans Extended", "Paper Wide"',
}

const useStyle = (context: Context, style: Style) => {
  const { font, family } = styles[style]
  context.font = `${font} ${families[family]}`
  // Letter spacing prevents ligatures, whose letters would be missing when the text is read aloud.
  context.letterSpacing = '0.01px'
}

/** Wraps text into lines no wider than the column. Keeps line breaks, and cuts a word that is too wide. */
export const linesOf = (ruler: Context, { text, style, width }: Column) => {
  useStyle(ruler, style)
  const fits = (line: string) => ruler.measureText(line).width <= width
  return text.split(/\r?\n/).flatMap((paragraph) => wrapParagraph(paragraph, fits))
}

const wrapParagraph = (text: string, fits: (text: string) => boolean) => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/[^\S\u00a0]+/).flatMap((whole) => pieces(whole, fits))) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || fits(longer)) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  return [...lines, line]
}

const pieces = (word: string, fits: (text: string) => boolean) => {
  const parts: string[] = []
  let part = ''
  if (fits(word)) return [word]
  for (const sign of word) {
    if (part !== '' && !fits(part + sign)) {
      parts.push(part)
      part = ''
    }
    part += sign
  }
  return [...parts, part]
}

/** Loads the canvas library with the first PDF, since most runs of the portal draw none. */
export const loadCanvas = async () => {
  const canvas = await import('@napi-rs/canvas')
  if (!canvas.GlobalFonts.has('Paper Wide'))
    for (const { from, file, family } of typefaces)
      canvas.GlobalFonts.registerFromPath(join(folderOf(from), file), family)
  return canvas
}

const folderOf = (name: string) => dirname(createRequire(import.meta.url).resolve(`${name}/package.json`))

const sans = { from: '@fontsource-variable/instrument-sans' }
const serif = { from: '@fontsource-variable/newsreader' }
const wide = { from: 'pdfjs-dist', family: 'Paper Wide' }
const typefaces = [
  { ...sans, family: 'Paper Sans', file: 'files/instrument-sans-latin-wght-normal.woff2' },
  { ...sans, family: 'Paper Sans Extended', file: 'files/instrument-sans-latin-ext-wght-normal.woff2' },
  { ...serif, family: 'Paper Serif', file: 'files/newsreader-latin-wght-normal.woff2' },
  { ...serif, family: 'Paper Serif Extended', file: 'files/newsreader-latin-ext-wght-normal.woff2' },
  { ...wide, file: 'standard_fonts/LiberationSans-Regular.ttf' },
  { ...wide, file: 'standard_fonts/LiberationSans-Bold.ttf' },
]

/** Returns the characters of a text that no typeface of this machine has. On the page each would be an empty box. */
export async function missingCharacters(text: string) {
  const { createCanvas } = await loadCanvas()
  const pictureOf = (letter: string) => {
    const canvas = createCanvas(48, 48)
    const context = canvas.getContext('2d')
    context.font = `400 20px ${families.serif}`
    context.fillText(letter, 10, 34)
    return Buffer.from(context.getImageData(0, 0, 48, 48).data)
  }
  // No typeface has the last code point of Unicode's private use, so this is what a missing character looks like.
  const missing = pictureOf('\u{10fffd}')
  return [...new Set(text)].filter((letter) => pictureOf(letter).equals(missing))
}
