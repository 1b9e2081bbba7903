import sharp, { type Sharp } from 'sharp'
import { pixelLimit, type Size } from './picture-size.ts'
import type { RawPicture } from './seen.ts'

/**
 * Share of letters with a twin above which a computer drew them, and the mean difference of two letters, by their
 * contrast, up to which they are twins: none in a PNG, and in a JPEG what saving does to one. Screenshots of a browser
 * have 0.92 and more in a PNG, and 0.86 and more in a JPEG of quality 90; of quality 85 those with few letters have a
 * third. With few letters, on a screen of two to three dots a pixel, a PNG has 0.24 to 0.74 (21). Pages drawn at 600 dots an inch, blurred, turned, scanned at 100 to 400 and wiped have none in a PNG, and at
 * most 0.56 in a JPEG. The paper at hand is till receipts: they had at most 0.09 by a difference of 0.04 (313).
 */
const limits = {
  png: { twins: 0.15, difference: 0 },
  jpeg: { twins: 0.7, difference: 0.02 },
}
/**
 * Share of the ink between a letter's ground and its darkest shade, where a screen smooths its edges: two thirds. A
 * scanner of black and white leaves none, and so few shapes that many are equal by chance (0.2 and more).
 */
const leastSmooth = 0.1
/** With fewer letters nothing can be told. */
const leastLetters = 60
/** Searches no more than this many pixels, from the top, and compares no more than this many letters. */
const [mostPixels, mostLetters] = [2_000_000, 1500]
/**
 * Pixels along each side and in all of what may be a letter, and its contrast. Smaller specks are equal by chance. What
 * differs from the ground by less than `edge` is what JPEG leaves around a letter.
 */
const letter = { least: 5, most: 80, ink: 24, contrast: 100, edge: 60 }
/** A screen's ground has one exact shade. Paper has one only where a scanner wiped it clean. */
const leastGround = 0.3

/**
 * Whether the print of a picture was drawn on a screen: the same letter then looks the same again and again, but for
 * what saving did to it, which no scanner and no camera achieves. Only a picture that was never resized shows it.
 */
export const hasDrawnLetters = async (bytes: Uint8Array): Promise<boolean> => {
  const picture = sharp(bytes, { failOn: 'error', limitInputPixels: pixelLimit })
  const { format, width, height } = await picture.metadata()
  return areDrawn(picture, { width, height, ...limits[format === 'png' ? 'png' : 'jpeg'] })
}

/** The same for the pixels of a picture in a PDF, whose kind is not told: the limits of a JPEG are the stricter ones. */
export const showsDrawnLetters = ({ pixels, width, height, channels }: RawPicture): Promise<boolean> =>
  areDrawn(sharp(pixels, { raw: { width, height, channels } }), { width, height, ...limits.jpeg })

interface Limits extends Size {
  twins: number
  difference: number
}

const areDrawn = async (picture: Sharp, { width, height, twins, difference }: Limits) => {
  const { data, info } = await picture
    .extract({ left: 0, top: 0, width, height: Math.min(height, Math.ceil(mostPixels / width)) })
    .flatten({ background: 'white' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const ground = groundOf(data)
  if (ground === null) return false
  const letters = lettersOf({ pixels: data, width: info.width, height: info.height, ground })
  return smoothShare(letters, ground) > leastSmooth && twinShare(letters, difference) > twins
}

/** The most frequent shade, if it covers much of the picture. */
const groundOf = (pixels: Uint8Array) => {
  const counts = new Float64Array(256)
  for (let at = 0; at < pixels.length; at++) counts[pixels[at] ?? 0] = (counts[pixels[at] ?? 0] ?? 0) + 1
  const most = Math.max(...counts)
  return most > pixels.length * leastGround ? counts.indexOf(most) : null
}

const smoothShare = (letters: Letter[], ground: number) => {
  let [between, ink] = [0, 0]
  for (const { pixels, contrast } of letters)
    for (const shade of pixels) {
      const depth = Math.abs(shade - ground)
      if (depth < letter.edge) continue
      ink++
      if (depth < contrast * 0.75) between++
    }
  return between / Math.max(1, ink)
}

const twinShare = (letters: Letter[], difference: number) => {
  if (letters.length < leastLetters) return 0
  const hasTwin = new Set<Letter>()
  for (const group of Map.groupBy(letters, ({ wide, high }) => wide * letter.most + high).values())
    for (const [at, first] of group.entries())
      for (const other of group.slice(at + 1)) {
        if (hasTwin.has(first) && hasTwin.has(other)) continue
        if (!areTwins([first, other], difference)) continue
        hasTwin.add(first)
        hasTwin.add(other)
      }
  return hasTwin.size / letters.length
}

const areTwins = ([first, other]: [Letter, Letter], mostDifference: number) => {
  const most = mostDifference * first.pixels.length * Math.max(first.contrast, other.contrast)
  let difference = 0
  for (let at = 0; at < first.pixels.length; at++) {
    difference += Math.abs((first.pixels[at] ?? 0) - (other.pixels[at] ?? 0))
    if (difference > most) return false
  }
  return true
}

interface Letter {
  wide: number
  high: number
  pixels: Uint8Array
  contrast: number
}

interface Print {
  pixels: Uint8Array
  width: number
  height: number
  ground: number
}

/** Each connected shape of the size of a letter. */
const lettersOf = (print: Print): Letter[] => {
  const isTaken = new Uint8Array(print.width * print.height)
  const letters: Letter[] = []
  for (let at = 0; at < isTaken.length && letters.length < mostLetters; at++) {
    if (isTaken[at] || !isInk(at, print)) continue
    const { left, right, top, bottom, ink, contrast } = shapeFrom(at, print, isTaken)
    const [wide, high] = [right - left + 1, bottom - top + 1]
    if (Math.min(wide, high) < letter.least || Math.max(wide, high) > letter.most) continue
    if (ink < letter.ink || contrast < letter.contrast) continue
    const pixels = new Uint8Array(wide * high)
    for (let row = 0; row < high; row++) {
      const begin = (top + row) * print.width + left
      pixels.set(print.pixels.subarray(begin, begin + wide), row * wide)
    }
    letters.push({ wide, high, pixels, contrast })
  }
  return letters
}

const isInk = (at: number, { pixels, ground }: Print) => Math.abs((pixels[at] ?? 0) - ground) >= letter.edge

const shapeFrom = (start: number, print: Print, isTaken: Uint8Array) => {
  const { pixels, width, height, ground } = print
  let [left, right, top, bottom, ink, contrast] = [width, 0, height, 0, 0, 0]
  const open = [start]
  isTaken[start] = 1
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % width
    const y = (at - x) / width
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
    ink++
    contrast = Math.max(contrast, Math.abs((pixels[at] ?? 0) - ground))
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
        const next = row * width + column
        if (isTaken[next] || !isInk(next, print)) continue
        isTaken[next] = 1
        open.push(next)
      }
  }
  return { left, right, top, bottom, ink, contrast }
}
