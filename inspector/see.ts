import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { SeenPage } from './documents/identity/facts.ts'
import { kindOfPages } from './documents/identity/recognise.ts'
import { readOtherZone } from './mrz/other.ts'
import { type MrzRead, readMrz } from './mrz/read.ts'
import { readLines } from './ocr/lines.ts'
import { openPicture, type Picture, pictureOfPage } from './ocr/picture.ts'
import { emptinessOf } from './read/emptiness.ts'
import { jpegSize, type Size } from './read/jpeg.ts'
import type { Pdf } from './read/pdf.ts'
import { pngSize } from './read/png.ts'
import { qualityOf } from './read/quality.ts'
import { tonesOf } from './read/tones.ts'
import { weaveOf } from './read/weave.ts'

/** A page as a picture, and all print that was found on it. */
export interface Sight {
  page: SeenPage
  picture: Picture
}

/** Reads a photo: its print, its zone for machines, and how good the photo is. */
export const seePhoto = async (
  bytes: Uint8Array,
  { kind, today }: { kind: 'jpeg' | 'png'; today: string },
): Promise<Sight> => {
  const taken = (kind === 'jpeg' ? jpegSize(bytes) : pngSize(bytes)) ?? { width: 0, height: 0 }
  return see(await openPicture(bytes), { number: 1, taken, today })
}

/** What a page of a scan is about; later pages are read only while there is time. */
const patience = 12_000

/** Reads pages that show pictures, the first few of a file; fewer when they take long. */
export const seePages = async (
  pdf: Pdf,
  { most, today }: { most: number; today: string },
): Promise<Sight[]> => {
  const began = performance.now()
  const sights: Sight[] = []
  for (let number = 1; number <= Math.min(most, pdf.pages); number++) {
    if (performance.now() - began > patience) break
    sights.push(await seePage(await pdf.page(number), { number, today }))
  }
  return sights
}

const seePage = async (page: PDFPageProxy, facts: { number: number; today: string }) => {
  const picture = await pictureOfPage(page)
  return see(picture, { ...facts, taken: picture })
}

const see = async (
  picture: Picture,
  { number, taken, today }: { number: number; taken: Size; today: string },
): Promise<Sight> => {
  const { lines, turned } = await readLines(picture)
  const { mrz, partial } = believable(await readMrz(picture, { lines, turned, today }))
  const otherMrz = mrz && (await readOtherZone(picture, { lines, turned, today, mrz }))
  const quality = {
    ...(await qualityOf(picture)),
    taken: { width: taken.width, height: taken.height },
    emptiness: await emptinessOf(picture, lines),
  }
  const tones = tonesOf(picture, { lines, turned })
  const { width, height } = picture
  const page = { number, width, height, lines, turned, mrz, otherMrz, partial, quality, tones, weave: 0 }
  const isIdentity = kindOfPages([page]) !== null
  return { picture, page: { ...page, weave: isIdentity ? weaveOf(picture) : 0 } }
}

// Any line of small print can be forced into the columns of a zone; digits that fit by chance are rare.
const believable = ({ mrz, partial }: MrzRead): MrzRead => {
  if (mrz === null) return { mrz, partial }
  const held = [mrz.documentNumber, mrz.birthDate, mrz.expiryDate].filter(
    ({ isChecked }) => isChecked === true,
  )
  return held.length >= 2 ? { mrz, partial } : { mrz: null, partial: 'unclear' }
}
