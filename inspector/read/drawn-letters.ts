import sharp from 'sharp'
import { pixelLimit } from './picture-size.ts'

/**
 * Share of letters that have an equal, to the last pixel, above which a computer drew them. Screenshots of a browser have
 * two thirds and more; 157 scanned receipts, saved without loss in colour, in greys and in black and white, at most 0.11.
 */
const mostEqual = 0.4
/** With fewer letters nothing can be told. */
const leastLetters = 60
/** Searches no more than this many pixels, from the top, and compares no more than this many letters. */
const [mostPixels, mostLetters] = [4_000_000, 3000]
/**
 * Pixels along each side and in all of what may be a letter, and its contrast. Smaller specks, and the faint squares of a
 * coarse JPEG, are equal by chance.
 */
const letter = { least: 5, most: 80, ink: 24, contrast: 100 }
/** A screen's ground has one exact shade. Paper has one only where a scanner wiped it clean. */
const leastGround = 0.3

/**
 * Whether the print of a picture was drawn on a screen: the same letter then has the same pixels again and again, which
 * no scanner and no camera achieves. Only a picture that was saved without loss, and never resized, shows it.
 */
export const hasDrawnLetters = async (bytes: Uint8Array): Promise<boolean> => {
  const { data, info } = await sharp(bytes, { limitInputPixels: pixelLimit })
    .flatten({ background: 'white' })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const height = Math.min(info.height, Math.floor(mostPixels / info.width))
  const ground = groundOf(data)
  if (ground === null) return false
  return equalShare(lettersOf({ pixels: data, width: info.width, height, ground })) > mostEqual
}

/** The most frequent shade, if it covers much of the picture. */
const groundOf = (pixels: Uint8Array) => {
  const counts = new Float64Array(256)
  for (let at = 0; at < pixels.length; at++) counts[pixels[at] ?? 0] = (counts[pixels[at] ?? 0] ?? 0) + 1
  const most = Math.max(...counts)
  return most > pixels.length * leastGround ? counts.indexOf(most) : null
}

const equalShare = (letters: string[]) => {
  if (letters.length < leastLetters) return 0
  const groups = [...Map.groupBy(letters, (pixels) => pixels).values()]
  return groups.reduce((sum, { length }) => (length > 1 ? sum + length : sum), 0) / letters.length
}

interface Print {
  pixels: Uint8Array
  width: number
  height: number
  ground: number
}

/** The pixels of each connected shape of the size of a letter, with its width in front. */
const lettersOf = (print: Print): string[] => {
  const isTaken = new Uint8Array(print.width * print.height)
  const letters: string[] = []
  for (let at = 0; at < isTaken.length && letters.length < mostLetters; at++) {
    if (isTaken[at] || print.pixels[at] === print.ground) continue
    const { left, right, top, bottom, ink, contrast } = shapeFrom(at, print, isTaken)
    const [wide, high] = [right - left + 1, bottom - top + 1]
    if (Math.min(wide, high) < letter.least || Math.max(wide, high) > letter.most) continue
    if (ink < letter.ink || contrast < letter.contrast) continue
    const rows = Array.from({ length: high }, (_, row) => {
      const begin = (top + row) * print.width + left
      return Buffer.from(print.pixels.subarray(begin, begin + wide)).toString('latin1')
    })
    letters.push(`${wide}:${rows.join('')}`)
  }
  return letters
}

const shapeFrom = (start: number, { pixels, width, height, ground }: Print, isTaken: Uint8Array) => {
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
        if (isTaken[next] || pixels[next] === ground) continue
        isTaken[next] = 1
        open.push(next)
      }
  }
  return { left, right, top, bottom, ink, contrast }
}
