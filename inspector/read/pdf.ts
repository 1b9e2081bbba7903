import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { objectStreamsOf } from './packed-streams.ts'
import { latin1, spelled } from './pdf-syntax.ts'
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

/** An array may name one object again and again; one with so many more names than objects is made to be long. */
const bounds = { references: 2000, timesEach: 4 }

/** Characters of the list of ranges in an index (PDF 1.7 §7.5.8.2): thousands of ranges, each read in the time of all. */
const longestIndex = 50_000

/**
 * Whether a small PDF makes its reader walk a list without end: annotations of which one is shown a hundred thousand
 * times, or an index of as many ranges. Either holds a reader for a minute.
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

/** What an array that begins here refers to, before anything else stands in it. */
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
