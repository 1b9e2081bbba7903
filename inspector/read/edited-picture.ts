import sharp from 'sharp'
import type { EditingSign } from './editing-sign.ts'
import { editorIn } from './editors.ts'
import { pixelLimit } from './jpeg.ts'

export const pictureSigns = async (bytes: Uint8Array): Promise<EditingSign[]> => {
  const { width, height, exif, xmp, comments } = await sharp(bytes, {
    limitInputPixels: pixelLimit,
  }).metadata()
  const notes = [exif, xmp].map((note) => note?.toString('latin1') ?? '')
  const spoken = (comments ?? []).map(({ text }) => text)
  const all = [...notes, ...spoken].join('\n')
  const signs: EditingSign[] = []
  const editor = editorIn(all)
  if (editor) signs.push({ sign: 'editor', evidence: `The notes of the picture name ${editor}.` })
  // Apple writes this word into the notes of every screenshot.
  if (/ASCII\0{3}Screenshot|UserComment[^<]*>[^<]*Screenshot/i.test(all))
    signs.push({ sign: 'screenshot', evidence: 'The notes of the picture call it a screenshot.' })
  else if (exif === undefined && isScreen(width, height) && (await isFlat(bytes)))
    signs.push({
      sign: 'screenshot',
      evidence: `It has the size of a screen, ${width} × ${height}, the even colours of one, and no notes of a camera.`,
    })
  return signs
}

// Phones since 2018 are twice as long as wide or more; no paper and hardly any camera's picture is.
const isScreen = (width: number, height: number) => {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return (short >= 640 && long / short > 1.9 && long / short < 2.4) || screens.has(`${long}x${short}`)
}

/** Of older phones, tablets and desks. */
const screens = new Set(
  `1136x640 1334x750 2208x1242 1920x1080 2560x1440 1366x768 1536x864 1440x900 1680x1050 1920x1200 2560x1600
  2880x1800 3024x1964 3456x2234 3840x2160 2732x2048 2388x1668 2360x1640 2160x1620 2048x1536`.split(/\s+/),
)

/** Paper before a camera is nowhere the same shade; on a screen most of the picture is exactly so. */
const isFlat = async (bytes: Uint8Array) => {
  const { data } = await sharp(bytes, { limitInputPixels: pixelLimit })
    .flatten({ background: 'white' })
    .greyscale()
    .resize({ width: 320, kernel: 'nearest' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const counts = Array.from({ length: 256 }, () => 0)
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1
  return Math.max(...counts) > data.length * 0.35
}
