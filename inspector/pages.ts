import { notFound, Problem } from '#contract/kit/problem.ts'
import { drawPage } from './read/draw.ts'
import { readPageText } from './read/page-text.ts'
import { isFault, openPdf, type Pdf } from './read/pdf.ts'
import { previewPicture } from './read/picture.ts'
import { noPreview } from './refusals.ts'

/** A run of text for the selectable text layer: fractions of the page's width and height, from its top left. */
export interface PageWord {
  text: string
  x: number
  y: number
  width: number
  height: number
}

/** Longest side of a rendered picture, in pixels. */
const longest = 3000

/** Renders page `number` (1-based) of a PDF as a PNG, `width` pixels wide. Throws `Problem` 404 or 422. */
export const renderPage = (
  bytes: Uint8Array,
  number: number,
  { width }: { width: number },
): Promise<Uint8Array> =>
  onPage(bytes, number, async (pdf) => {
    const page = await pdf.page(number)
    const natural = page.getViewport({ scale: 1 })
    const scale = Math.min(clamped(width) / natural.width, longest / natural.height)
    const canvas = await drawPage(page, scale)
    return canvas.encode('png')
  })

/** Returns the words of page `number` (1-based) with their positions. Throws `Problem` 404 or 422. */
export const pageText = (bytes: Uint8Array, number: number): Promise<PageWord[]> =>
  onPage(bytes, number, async (pdf) => {
    const { width, height, items } = await readPageText(await pdf.page(number))
    return items
      .filter(({ isLevel }) => isLevel)
      .map((item) => ({
        text: item.text,
        x: item.x / width,
        y: (item.baseline - item.height * 0.85) / height,
        width: item.width / width,
        height: item.height / height,
      }))
  })

export interface PreviewOptions {
  /** In pixels. A smaller picture is not enlarged. */
  width: number
  /** Crops to a square of this width. */
  isSquare?: boolean
}

/**
 * Makes a picture to display instead of the original: JPEG, upright, without location or camera metadata. Throws
 * `Problem` 422.
 */
export const imagePreview = async (
  bytes: Uint8Array,
  { width, isSquare = false }: PreviewOptions,
): Promise<Uint8Array> => {
  try {
    return await previewPicture(bytes, { width: clamped(width), isSquare })
  } catch {
    throw noPreview()
  }
}

const clamped = (width: number) => Math.min(longest, Math.max(16, Math.round(width)))

const onPage = async <T>(bytes: Uint8Array, number: number, work: (pdf: Pdf) => Promise<T>): Promise<T> => {
  const pdf = await openPdf(bytes)
  if (isFault(pdf)) throw noPreview()
  try {
    if (!Number.isInteger(number) || number < 1 || number > pdf.pages) return notFound('page')
    return await work(pdf)
  } catch (error) {
    throw error instanceof Problem ? error : noPreview()
  } finally {
    await pdf.close()
  }
}
