import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { hasEndlessList } from './endless-lists.ts'
import { unpacksBeyond } from './unpacked-size.ts'

export interface Pdf {
  pages: number
  document: PDFDocumentProxy
  /** 1-based. Rejects for a page that is not there or whose tree is broken. */
  page: (number: number) => Promise<PDFPageProxy>
  close: () => Promise<void>
}

/** `swollen`: it is made so that opening it would take far more time and memory than any document needs. */
export type PdfFault = 'password' | 'damaged' | 'swollen'

/**
 * Opens a PDF that needs no password (one that only an owner's password restricts opens too).
 * Answers what is wrong where it does not open. Its work can be unbounded: call it where it can be stopped.
 */
export const openPdf = async (bytes: Uint8Array): Promise<Pdf | PdfFault> => {
  if ((await unpacksBeyond(bytes)) || (await hasEndlessList(bytes))) return 'swollen'
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  // The reader takes its bytes away from whoever hands them in, so it gets a copy.
  const task = getDocument({
    data: Uint8Array.from(bytes),
    verbosity: VerbosityLevel.ERRORS,
    maxImageSize: 50_000_000,
    enableXfa: false,
    useSystemFonts: false,
    // Tells the names of fonts, by which a foreign amount is noticed.
    fontExtraProperties: true,
    ...resources(),
  })
  try {
    const document = await task.promise
    return {
      pages: document.numPages,
      document,
      page: (number) => document.getPage(number),
      close: () => task.destroy(),
    }
  } catch (error) {
    await task.destroy()
    return error instanceof Error && error.name === 'PasswordException' ? 'password' : 'damaged'
  }
}

export const isFault = (pdf: Pdf | PdfFault): pdf is PdfFault => typeof pdf === 'string'

const resources = () => {
  const folder = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
  return {
    standardFontDataUrl: join(folder, 'standard_fonts/'),
    cMapUrl: join(folder, 'cmaps/'),
    cMapPacked: true,
    wasmUrl: join(folder, 'wasm/'),
    iccUrl: join(folder, 'iccs/'),
  }
}

/** What stands between a reader and the document: other files inside, or a form that only its maker's program shows. */
export type Wrapping = 'files' | 'form'

/** Tells it of a PDF in which nothing could be recognised. */
export const wrappingOf = async ({ document }: Pdf): Promise<Wrapping | null> => {
  const { info } = await document.getMetadata()
  const told = new Map(Object.entries(info))
  if (told.get('IsXFAPresent') === true) return 'form'
  const attached = (await document.getAttachments())?.size ?? 0
  return told.get('IsCollectionPresent') === true || attached > 0 ? 'files' : null
}
