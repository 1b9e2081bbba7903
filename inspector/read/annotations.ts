import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { EditingSign } from './editing-sign.ts'

/** A run of text as it lies on the page: points from the top left corner, the page turned upright. */
export interface TextItem {
  text: string
  x: number
  /** The line the letters stand on. */
  baseline: number
  width: number
  height: number
  isLevel: boolean
}

/** What lies on a page beside its own content, as the reader of PDFs tells it. */
interface Annotation {
  subtype: string
  /** Left, bottom, right and top in points of the page. */
  rect: number[]
  annotationFlags: number
  /** Lines of its words as they are shown. */
  textContent?: string[]
  /** Of a field: Tx holds typed words, Ch a choice. */
  fieldType?: string | null
}

/** Bits of `annotationFlags` that keep it from the eye (ISO 32000-1 table 165: hidden, no view). */
const unseen = 2 | 32

const shownOn = async (page: PDFPageProxy): Promise<Annotation[]> => {
  const all: Annotation[] = await page.getAnnotations()
  return all.filter(({ annotationFlags }) => (annotationFlags & unseen) === 0)
}

const wordsIn = ({ textContent = [] }: Annotation) => textContent.filter((line) => line.trim() !== '')

const isFilled = (annotation: Annotation) =>
  annotation.subtype === 'Widget' &&
  /^(?:Tx|Ch)$/.test(annotation.fieldType ?? '') &&
  wordsIn(annotation).length > 0

/** Words that were typed into the fields of a form: people see them on the page like any others. */
export const typedInto = async (page: PDFPageProxy): Promise<TextItem[]> => {
  const fields = (await shownOn(page)).filter(isFilled)
  if (fields.length === 0) return []
  const { Util } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  const { transform } = page.getViewport({ scale: 1 })
  const onPage = (x = 0, y = 0): number[] => Util.transform(transform, [1, 0, 0, 1, x, y]).slice(4)
  return fields.flatMap((field) => {
    const [left, bottom, right, top] = field.rect
    const corners = [onPage(left, bottom), onPage(right, top)]
    return itemsOf(wordsIn(field), corners)
  })
}

// How far in and how large the words stand is told nowhere: they fill their field from the left.
const itemsOf = (lines: string[], corners: number[][]): TextItem[] => {
  const [xs, ys] = [0, 1].map((way) => corners.map((corner) => corner[way] ?? 0))
  const [left, top] = [Math.min(...(xs ?? [])), Math.min(...(ys ?? []))]
  const [width, step] = [Math.max(...(xs ?? [])) - left, (Math.max(...(ys ?? [])) - top) / lines.length]
  const height = Math.min(11, step * 0.75)
  return lines.map((text, at) => ({
    text,
    x: left,
    baseline: top + step * (at + 0.5) + height * 0.35,
    width: Math.min(width, text.length * height * 0.5),
    height,
    isLevel: true,
  }))
}

/** Text, stamps and shapes that hide or change what is below them; links, remarks and coloured lines do not. */
const covering = new Set([
  'FreeText',
  'Stamp',
  'Square',
  'Circle',
  'Polygon',
  'Line',
  'PolyLine',
  'Ink',
  'Caret',
])

/** What somebody laid over a page or typed into it after it was made. */
export const addedSigns = async (page: PDFPageProxy, number: number): Promise<EditingSign[]> => {
  const added = (await shownOn(page)).filter(
    (candidate) => covering.has(candidate.subtype) || isFilled(candidate),
  )
  if (added.length === 0) return []
  const words = added.flatMap(wordsIn).join(' ').slice(0, 80)
  const what = words === '' ? 'something' : `“${words}”`
  return [{ sign: 'added', evidence: `On page ${number}, ${what} was added on top of the page.` }]
}
