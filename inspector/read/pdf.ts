import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { objectStreamsOf } from './packed-streams.ts'
import { latin1, spelled } from './pdf-syntax.ts'
import { unpacksBeyond } from './unpacked-size.ts'

export interface Pdf {
  pages: number
  document: PDFDocumentProxy
  /** Loads a page (1-based). Rejects if the page does not exist or the page tree is broken. */
  page: (number: number) => Promise<PDFPageProxy>
  close: () => Promise<void>
}

/** `oversized`: built so that opening it would take far more time and memory than any real document. */
export type PdfFault = 'password' | 'damaged' | 'oversized'

/**
 * Opens a PDF that needs no password to read (an owner's password alone is no obstacle). Returns the fault if it does
 * not open. Its work can be unbounded, so call it only where it can be stopped.
 */
export const openPdf = async (bytes: Uint8Array): Promise<Pdf | PdfFault> => {
  if ((await unpacksBeyond(bytes)) || (await hasEndlessList(bytes))) return 'oversized'
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs')
  // pdf.js takes ownership of the buffer it is given, so it gets a copy.
  const task = getDocument({
    data: Uint8Array.from(bytes),
    verbosity: VerbosityLevel.ERRORS,
    maxImageSize: 50_000_000,
    enableXfa: false,
    useSystemFonts: false,
    // Exposes the names of fonts, by which an inserted amount is noticed.
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

/** What hides the document: embedded files, or an XFA form that only its own software displays. */
export type Wrapping = 'files' | 'form'

/** Finds out why nothing could be recognised in a PDF. Null if nothing hides its content. */
export const hiddenContentOf = async ({ document }: Pdf): Promise<Wrapping | null> => {
  const { info } = await document.getMetadata()
  const entries = new Map(Object.entries(info))
  if (entries.get('IsXFAPresent') === true) return 'form'
  const attached = (await document.getAttachments())?.size ?? 0
  return entries.get('IsCollectionPresent') === true || attached > 0 ? 'files' : null
}

/** An array may repeat an object a few times. One with far more references than distinct objects is an attack. */
const bounds = { references: 2000, timesEach: 4 }

/**
 * Characters of the ranges in a cross-reference index (PDF 1.7 §7.5.8.2). The reader's time grows with the square of
 * their number.
 */
const longestIndex = 50_000

/**
 * Whether a small PDF makes its reader walk an endless list: one annotation repeated a hundred thousand times, or an
 * index with as many ranges. Either blocks a reader for a minute.
 */
export const hasEndlessList = async (bytes: Uint8Array): Promise<boolean> => {
  const text = latin1(bytes)
  if (hasLongIndex(text) || repeatsItself(text)) return true
  return (await objectStreamsOf(bytes)).some((held) => held !== null && repeatsItself(held))
}

const index = new RegExp(`/${spelled('Index')}\\s{0,9}\\[([\\d\\s]*)`, 'g')

const hasLongIndex = (text: string) =>
  [...text.matchAll(index)].some(([, ranges = '']) => ranges.length > longestIndex)

const repeatsItself = (text: string) => {
  let end = 0
  for (let at = text.indexOf('['); at >= 0; at = text.indexOf('[', Math.max(at + 1, end))) {
    const { count, distinct, end: next } = referencesAt(text, at + 1)
    if (count > bounds.references && distinct * bounds.timesEach < count) return true
    end = next
  }
  return false
}

const reference = /\s{0,9}(\d{1,10}\s{1,9}\d{1,5}\s{1,9}R)/y

/** The references of an array that begins at `begin`, up to the first thing that is not a reference. */
const referencesAt = (text: string, begin: number) => {
  const seen = new Set<string>()
  let [count, end] = [0, begin]
  reference.lastIndex = begin
  for (let match = reference.exec(text); match; match = reference.exec(text)) {
    seen.add(match[1] ?? '')
    count += 1
    end = reference.lastIndex
  }
  return { count, distinct: seen.size, end }
}
