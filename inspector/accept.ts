import { activeContentOf } from './read/active-content.ts'
import { type AllowedKind, mimeTypeOf } from './read/kind.ts'
import { isFault, openPdf, type Pdf } from './read/pdf.ts'
import { endOfPdf } from './read/pdf-syntax.ts'
import { decodePicture } from './read/picture.ts'
import { hasNotesBomb, isWholePng } from './read/picture-size.ts'
import * as refuse from './refusals.ts'
import { screenUpload, type UploadFacts } from './screen.ts'

export interface AcceptedPicture {
  kind: 'jpeg' | 'png'
  mimeType: string
  /** Pixels of the picture as displayed, its EXIF orientation applied. */
  width: number
  height: number
  /** Perceptual hash of the picture: see `fingerprintOf`. */
  fingerprint: string | null
  pages: 1
  hasActiveContent: false
}

export interface AcceptedPdf {
  kind: 'pdf'
  mimeType: string
  width: null
  height: null
  fingerprint: null
  pages: number
  /** Scripts, launch actions or embedded files: serve it only as an attachment. */
  hasActiveContent: boolean
}

export type Accepted = AcceptedPicture | AcceptedPdf

/** More pages than any document that a client is asked for. */
const pageLimit = 1000

/** Decides whether an upload is accepted. Throws `Problem` 415 or 422 with a reason and a sentence. */
export const acceptUpload = async (bytes: Uint8Array, facts: UploadFacts): Promise<Accepted> =>
  openUpload(bytes, screenUpload(bytes, facts))

/**
 * Opens a file that passed the screen, and reads all of it. Hostile files can make this endless or huge, so the server
 * calls it through `openInspector`. Throws `Problem` 422.
 */
export const openUpload = async (bytes: Uint8Array, kind: AllowedKind): Promise<Accepted> => {
  if (kind === 'pdf') return openedPdf(bytes)
  if (kind === 'png') screenChunks(bytes)
  try {
    const seen = await decodePicture(bytes)
    return { kind, mimeType: mimeTypeOf[kind], ...seen, pages: 1, hasActiveContent: false }
  } catch {
    throw refuse.fileDamaged(kind)
  }
}

const screenChunks = (bytes: Uint8Array) => {
  if (!isWholePng(bytes)) throw refuse.fileDamaged('png')
  if (hasNotesBomb(bytes)) throw refuse.unpacksTooFar()
}

const openedPdf = async (bytes: Uint8Array): Promise<AcceptedPdf> => {
  const pdf = await openPdf(bytes)
  if (pdf === 'oversized') throw refuse.tooHardToOpen()
  if (pdf === 'password') throw refuse.pdfPassword()
  if (isFault(pdf)) throw refuse.fileDamaged('pdf')
  try {
    if (pdf.pages > pageLimit) throw refuse.tooManyPages(pdf.pages, pageLimit)
    // If the index is damaged, pdf.js had to search for the pages, so several of them must load.
    const most = endOfPdf(bytes) === 'whole' ? 1 : Math.min(pdf.pages, soughtPages)
    if (!(await hasPages(pdf, most))) throw refuse.fileDamaged('pdf')
    const { isActive, isHarmful } = await activeContentOf(bytes, pdf)
    if (isHarmful) throw refuse.malwareFound()
    const { pages } = pdf
    return {
      kind: 'pdf',
      mimeType: mimeTypeOf.pdf,
      width: null,
      height: null,
      fingerprint: null,
      pages,
      hasActiveContent: isActive,
    }
  } finally {
    await pdf.close()
  }
}

const soughtPages = 20

const hasPages = (pdf: Pdf, most: number) =>
  Promise.all(Array.from({ length: most }, (_, at) => pdf.page(at + 1))).then(
    () => true,
    () => false,
  )
