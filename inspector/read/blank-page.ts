import type { TextLine } from '../ocr/lines.ts'
import { type Picture, resized } from '../ocr/picture.ts'

/**
 * Why nothing was read: `blank`, an empty sheet · `dark`, nothing can be seen · `wordless`, a picture of something
 * without print.
 */
export type BlankPage = 'blank' | 'dark' | 'wordless'

/** Specks can be read as a letter or two, so fewer letters than this count as none. */
const leastLetters = 4
/** Mean brightness, of 255, below which a picture shows nothing. */
const leastLight = 24
/** Cells along each side, and the greatest grey difference (of 255) between neighbouring cells of a plain sheet. */
const [fields, evenStep] = [12, 20]

/** A smaller difference in brightness, of 255, is not ink. */
const leastInk = 8

/** Whether the whole picture has one colour, as an empty PDF page has. Then text recognition can be skipped. */
export const isPlain = ({ pixels }: Picture) => {
  let [darkest, lightest] = [255, 0]
  for (const value of pixels) {
    if (value < darkest) darkest = value
    if (value > lightest) lightest = value
    if (lightest - darkest > leastInk) return false
  }
  return true
}

/** Returns why nothing was read, or null if there is print. */
export const blankPageOf = async (picture: Picture, lines: TextLine[]): Promise<BlankPage | null> => {
  const letters = lines.map(({ text }) => text.replace(/[^\p{L}\d]/gu, '')).join('')
  if (letters.length >= leastLetters) return null
  const { pixels } = await resized(picture, { width: fields, height: fields })
  const greys = Array.from({ length: fields ** 2 }, (_, at) =>
    Math.round(((pixels[at * 3] ?? 0) + (pixels[at * 3 + 1] ?? 0) + (pixels[at * 3 + 2] ?? 0)) / 3),
  )
  if (greys.reduce((sum, grey) => sum + grey, 0) / greys.length < leastLight) return 'dark'
  return greatestStep(greys) <= evenStep ? 'blank' : 'wordless'
}

const greatestStep = (greys: number[]) =>
  Math.max(
    ...greys.map((grey, at) => {
      const right = at % fields === fields - 1 ? grey : (greys[at + 1] ?? grey)
      const below = greys[at + fields] ?? grey
      return Math.max(Math.abs(grey - right), Math.abs(grey - below))
    }),
  )
