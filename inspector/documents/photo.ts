import type { Check, Validation } from '#contract/validation.ts'
import { jpegSize, type Size } from '../read/jpeg.ts'
import { pngSize } from '../read/png.ts'
import { measureQuality, type Quality } from '../read/quality.ts'
import { notRead } from './verdict.ts'

/** A page needs about this many pixels along its long and its short side for its print to be read. */
const neededLong = 1000
const neededShort = 600
/** Below this, print runs together. Measured on drawn pages blurred step by step. */
const neededSharpness = 120
const neededLight = 60
const allowedGlare = 0.06

/** What can be said of a picture before its words can be read: measures for the firm, and no verdict. */
export const judgePhoto = async (bytes: Uint8Array, kind: 'jpeg' | 'png'): Promise<Validation> => {
  const size = (kind === 'jpeg' ? jpegSize(bytes) : pngSize(bytes)) ?? { width: 0, height: 0 }
  const quality = await measureQuality(bytes)
  return notRead({ pages: 1 }, [sizeCheck(size), ...qualityChecks(quality), unread])
}

const measured = (rule: string, title: string, { isGood, read, expected }: Measured): Check => ({
  rule,
  title,
  outcome: isGood ? 'passed' : 'failed',
  read,
  expected,
  source: null,
})

interface Measured {
  isGood: boolean
  read: string
  expected: string
}

const sizeCheck = ({ width, height }: Size) =>
  measured('image_size', 'Large enough to read', {
    isGood: Math.max(width, height) >= neededLong && Math.min(width, height) >= neededShort,
    read: `${width} × ${height} pixels`,
    expected: `at least ${neededLong} × ${neededShort} pixels`,
  })

const qualityChecks = ({ sharpness, light, glare }: Quality) => [
  measured('sharpness', 'In focus', {
    isGood: sharpness >= neededSharpness,
    read: String(Math.round(sharpness)),
    expected: `at least ${neededSharpness}`,
  }),
  measured('brightness', 'Bright enough', {
    isGood: light >= neededLight,
    read: `${Math.round(light)} of 255`,
    expected: `at least ${neededLight}`,
  }),
  measured('glare', 'Free of glare', {
    isGood: glare <= allowedGlare,
    read: `${Math.round(glare * 100)}% blown out`,
    expected: `at most ${allowedGlare * 100}%`,
  }),
]

const unread: Check = {
  rule: 'has_text',
  title: 'Its words can be read',
  outcome: 'not_checked',
  read: 'a picture, whose words are not read yet',
  expected: null,
  source: null,
}
