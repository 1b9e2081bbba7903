import sharp from 'sharp'
import {
  type GreyPicture,
  measuredWidth,
  measurePhoto,
  type PhotoMeasures,
  photoNeeds,
} from '#contract/documents/photo.ts'
import type { Picture } from '#inspector/ocr/picture.ts'
import type { BlankPage } from '#inspector/read/blank-page.ts'
import { type Finding, failed, notChecked, passed } from '../finding.ts'

export interface PictureQuality extends Quality {
  /** Pixels of the original photo. */
  taken: { width: number; height: number }
  /** Median height of the lines of print, in those pixels. Null if none was found. */
  letters: number | null
  /** Null if there is print. */
  blankPage: BlankPage | null
  /** A page of a PDF without a picture: nobody took a photo of it. */
  isDrawn?: boolean
}

/** Measures that mean nothing if the page is blank or dark: neither has any focus. */
const meaningless: Record<BlankPage, string[]> = {
  blank: ['sharpness', 'brightness', 'glare'],
  dark: ['sharpness'],
  wordless: [],
}

const isMeaningless = (rule: string, { isDrawn, blankPage }: PictureQuality) =>
  (isDrawn && ofPhotos.includes(rule)) || (blankPage !== null && meaningless[blankPage].includes(rule))

const ofPhotos = ['sharpness', 'brightness', 'glare']

/** Quality of the first page. Counts as blank only if all pages are. */
export const qualityOfPages = (pages: PictureQuality[]): PictureQuality | undefined => {
  const [first] = pages
  return first && { ...first, blankPage: pages.every(({ blankPage }) => blankPage) ? first.blankPage : null }
}

/** Reports the quality of the photo. Advises the client only if reading failed: otherwise it was good enough. */
export const qualityRules = (
  quality: PictureQuality | undefined,
  { isRead }: { isRead: boolean },
): Finding[] =>
  (quality ? [sizeOf(quality), ...measuresOf(quality)] : []).map(
    ({ isGood, rule, title, read, expected, advice }) => {
      const words = { rule, title, read, expected }
      if (isGood) return passed(words)
      const isFailure = !isRead && !(quality && isMeaningless(rule, quality))
      return isFailure ? failed(words, advice) : notChecked(words)
    },
  )

interface Measure {
  rule: string
  title: string
  isGood: boolean
  read: string
  expected: string
  /** What the client can do about it. */
  advice: string
}

/** Pixels. Two drawn bills were shrunk step by step: name, date and address were read at 6 and above, not at 5. */
const leastLetters = 6

/** Whether the letters are too small to be read reliably. */
export const isTooSmall = ({ letters }: PictureQuality) => letters !== null && letters < leastLetters

// Large print in a small picture is readable. If no print was found, the picture's own size decides.
const sizeOf = (quality: PictureQuality): Measure => {
  const {
    taken: { width, height },
    letters,
  } = quality
  return {
    rule: 'image_size',
    title: 'Large enough to read',
    isGood:
      letters === null
        ? Math.max(width, height) >= photoNeeds.long && Math.min(width, height) >= photoNeeds.short
        : !isTooSmall(quality),
    read: `${width} × ${height} pixels${letters === null ? '' : `, print ${Math.round(letters)} high`}`,
    expected:
      letters === null
        ? `at least ${photoNeeds.long} × ${photoNeeds.short} pixels`
        : `print at least ${leastLetters} pixels high`,
    advice:
      'The picture is too small to be read. Move closer until the document fills the frame, or choose the original instead of a reduced copy.',
  }
}

const measuresOf = ({ sharpness, light, glare }: PictureQuality): Measure[] => [
  {
    rule: 'sharpness',
    title: 'In focus',
    isGood: sharpness >= photoNeeds.sharpness,
    read: String(Math.round(sharpness)),
    expected: `at least ${photoNeeds.sharpness}`,
    advice: 'The photo is out of focus. Hold the camera still, tap on the document and take it again.',
  },
  {
    rule: 'brightness',
    title: 'Bright enough',
    isGood: light >= photoNeeds.light,
    read: `${Math.round(light)} of 255`,
    expected: `at least ${photoNeeds.light}`,
    advice: 'The photo is too dark. Take it again in daylight or with more light on the document.',
  },
  {
    rule: 'glare',
    title: 'Free of glare',
    isGood: glare <= photoNeeds.glare,
    read: `${Math.round(glare * 100)}% blown out`,
    expected: `at most ${photoNeeds.glare * 100}%`,
    advice: 'A reflection covers part of the photo. Turn the document away from the light and take it again.',
  },
]

/** The measures of a photo, as the web page also takes them before it uploads one. */
type Quality = PhotoMeasures

export const qualityOf = async (seen: Picture): Promise<Quality> =>
  measurePhoto(await greyOf(seen, measuredWidth))

/** A page may be a point wide and miles long. Beyond this ratio the length limits the size, not the width. */
const slimmest = 8

const greyOf = async ({ pixels, width, height }: Picture, wide: number): Promise<GreyPicture> => {
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize({ width: wide, height: wide * slimmest, fit: 'inside', kernel: 'cubic' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}
