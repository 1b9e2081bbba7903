import process from 'node:process'
import type { ScannedPage } from './documents/identity/print.ts'
import { kindOfPages } from './documents/identity/recognise.ts'
import { qualityOf } from './documents/rules/quality.ts'
import { isState } from './mrz/formats.ts'
import { type MrzRead, readMrz, readOtherZone } from './mrz/read.ts'
import { readLines, readNearer, type TextLine } from './ocr/lines.ts'
import { openPicture, type Picture, pictureOfPage } from './ocr/picture.ts'
import { blankPageOf, isPlain } from './read/blank-page.ts'
import { colourStatisticsOf } from './read/colour-statistics.ts'
import type { EditingSign } from './read/editing-sign.ts'
import { moireOf } from './read/moire-detection.ts'
import { readPageText } from './read/page-text.ts'
import type { Pdf } from './read/pdf.ts'
import { jpegSize, pngSize, type Size } from './read/picture-size.ts'
import { showsPicture } from './read/seen.ts'
import { screenshotSignsOfPage } from './read/tamper-signs.ts'

/** A page as a picture, and all print that was found on it. */
export interface PageScan {
  page: ScannedPage
  picture: Picture
}

/** A page of a PDF, with the sign of a screenshot on it. */
interface PdfPageScan extends PageScan {
  signs: EditingSign[]
}

/** Reads a photo: its print, its machine readable zone, and how good the photo is. */
export const scanPhoto = async (
  bytes: Uint8Array,
  { kind, today }: { kind: 'jpeg' | 'png'; today: string },
): Promise<PageScan> => {
  const taken = (kind === 'jpeg' ? jpegSize(bytes) : pngSize(bytes)) ?? { width: 0, height: 0 }
  return scanPage(await openPicture(bytes), { number: 1, taken, today })
}

/**
 * Milliseconds of CPU time after which no further page is read. Unlike wall-clock time it is the same on a busy
 * machine.
 */
const cpuTimeLimit = 12_000

/** Most pages that are searched for an identity document. */
const mostPages = 40

/**
 * Reads the pages of a PDF as pictures: the first `most`, or fewer if they take long. If an identity document is
 * sought, goes on until it finds one.
 */
export const scanPages = async (
  pdf: Pdf,
  { most, today, isIdentitySought }: { most: number; today: string; isIdentitySought: boolean },
): Promise<PdfPageScan[]> => {
  const began = cpuTimeUsed()
  const scans: PdfPageScan[] = []
  const isLong = isIdentitySought && pdf.pages > most
  for (const number of isLong ? await picturesFirst(pdf) : firstOf(pdf, most)) {
    const isFound = isLong && scans.some(({ page }) => kindOfPages([page]) !== null)
    if (cpuTimeUsed() - began > cpuTimeLimit || isFound) break
    const shown = await pdf.page(number)
    const picture = await pictureOfPage(shown)
    // Further blank pages add nothing to the first.
    if (isPlain(picture) && scans.length > 0) continue
    const { page } = await scanPage(picture, { number, today, taken: picture })
    const quality = { ...page.quality, isDrawn: !(await showsPicture(shown)) }
    const signs = await screenshotSignsOfPage(shown, number)
    const scan = { picture, page: { ...page, quality }, signs }
    // A picture is large, so of the later pages only the identity document is kept.
    if (scans.length < most || kindOfPages([scan.page]) !== null) scans.push(scan)
  }
  return scans
}

const cpuTimeUsed = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const firstOf = (pdf: Pdf, most: number) =>
  Array.from({ length: Math.min(most, pdf.pages) }, (_, place) => place + 1)

// In a PDF with text, a page that is only a picture is most likely the scan of a card or passport.
const picturesFirst = async (pdf: Pdf) => {
  const wordless: number[] = []
  const worded: number[] = []
  for (const number of firstOf(pdf, mostPages)) {
    const { items } = await readPageText(await pdf.page(number))
    if (items.length === 0) wordless.push(number)
    else worded.push(number)
  }
  return [...wordless, ...worded]
}

const scanPage = async (
  picture: Picture,
  { number, taken, today }: { number: number; taken: Size; today: string },
): Promise<PageScan> => {
  // Measured by the second processor while the networks read, which leave it idle between their steps.
  const measured = qualityOf(picture)
  measured.catch(() => {})
  const first = isPlain(picture) ? { lines: [], turned: 0 } : await readLines(picture)
  const { mrz, partial } = believable(await readMrz(picture, { ...first, today }))
  // A bill also has small print; an identity document is printed in one size.
  const isPaper = kindOfPages([{ lines: first.lines, mrz, partial }]) === null
  const { lines, turned } = isPaper ? await readNearer(picture, first) : first
  const otherMrz = mrz && (await readOtherZone(picture, { lines, turned, today, mrz }))
  const quality = {
    ...(await measured),
    taken: { width: taken.width, height: taken.height },
    letters: lettersOf(lines, taken.width / Math.max(1, picture.width)),
    blankPage: await blankPageOf(picture, lines),
  }
  const colours = colourStatisticsOf(picture, { lines, turned })
  const { width, height } = picture
  const page = { number, width, height, lines, turned, mrz, otherMrz, partial, quality, colours, moire: 0 }
  const isIdentity = kindOfPages([page]) !== null
  return { picture, page: { ...page, moire: isIdentity ? moireOf(picture) : 0 } }
}

/** Median height of the print, in pixels of the original photo. Text boxes are higher than their letters. */
const lettersOf = (lines: TextLine[], scale: number) => {
  const heights = lines.map(({ box }) => box.height * letterShare * scale).toSorted((a, b) => a - b)
  return heights[Math.floor(heights.length / 2)] ?? null
}

const letterShare = 0.6

// Any small print can be forced into MRZ columns, but check digits rarely fit by chance. Nor does it hold two dates and
// the same known state twice, so a zone whose digits were printed wrongly is read as well.
const believable = ({ mrz, partial }: MrzRead): MrzRead => {
  if (mrz === null) return { mrz, partial }
  const held = [mrz.documentNumber, mrz.birthDate, mrz.expiryDate].filter(
    ({ isChecked }) => isChecked === true,
  )
  const isFormed =
    mrz.nationality === mrz.issuer &&
    isState(mrz.issuer) &&
    mrz.birthDate.value !== '' &&
    mrz.expiryDate.value !== ''
  return held.length >= 2 || isFormed ? { mrz, partial } : { mrz: null, partial: 'unclear' }
}
