import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { EditingSign } from './editing-sign.ts'

/** A run of text on the page: points from the top left corner, with the page upright. */
export interface TextItem {
  text: string
  x: number
  /** The y position of the baseline. */
  baseline: number
  width: number
  height: number
  isLevel: boolean
}

/** An annotation or form field of a page, as the PDF reader reports it. */
interface Annotation {
  subtype: string
  /** Left, bottom, right and top, in PDF points. */
  rect: number[]
  annotationFlags: number
  /** Lines of its text as displayed. */
  textContent?: string[]
  /** Type of a form field: Tx holds typed text, Ch a choice. */
  fieldType?: string | null
}

/** Bits of `annotationFlags` that hide an annotation on screen (ISO 32000-1 table 165: hidden, no view). */
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

/** Returns the text typed into form fields, which people see on the page like any other text. */
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

// The reader reports neither indent nor font size of a field, so its text is assumed to fill it from the left.
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

/** Text, stamps and shapes that hide or change what is below them. Links, comments and highlights do not. */
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

/** Reports annotations laid over a page and form fields filled in after it was made. */
export const addedSigns = async (page: PDFPageProxy, number: number): Promise<EditingSign[]> => {
  const added = (await shownOn(page)).filter(
    (candidate) => covering.has(candidate.subtype) || isFilled(candidate),
  )
  if (added.length === 0) return []
  const words = added.flatMap(wordsIn).join(' ').slice(0, 80)
  const addition = words === '' ? 'something' : `“${words}”`
  return [{ sign: 'added', evidence: `On page ${number}, ${addition} was added on top of the page.` }]
}
