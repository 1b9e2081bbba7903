import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp, { type Sharp } from 'sharp'
import { drawPage } from '../read/draw.ts'
import { pixelLimit } from '../read/picture-size.ts'

/** Colours of a picture, row by row from its top left corner: three bytes a pixel, red, green, blue. */
export interface Picture {
  pixels: Uint8Array
  width: number
  height: number
}

/** More pixels than this along the long side tell nothing more about print that a camera caught. */
const longest = 2400
/** Print in small pictures is read better from an enlarged copy, up to four times. */
const shortest = 1280
/** 200 dots an inch: a page on A4 comes to 1654 × 2339. */
const pixelsPerPoint = 200 / 72

/** A JPEG or PNG, upright as its camera meant it, on white, its long side 1280 to 2400 pixels. */
export const openPicture = async (bytes: Uint8Array): Promise<Picture> => {
  const file = () => sharp(bytes, { failOn: 'error', limitInputPixels: pixelLimit })
  const { autoOrient } = await file().metadata()
  return raw(
    file().autoOrient().flatten({ background: 'white' }),
    sizeFor(autoOrient.width, autoOrient.height),
  )
}

/** A PDF page as it would be printed at about 200 dots an inch. */
export const pictureOfPage = async (page: PDFPageProxy): Promise<Picture> => {
  const { width, height } = page.getViewport({ scale: 1 })
  const canvas = await drawPage(page, Math.min(pixelsPerPoint, longest / Math.max(width, height)))
  const drawn = sharp(canvas.data(), { raw: { width: canvas.width, height: canvas.height, channels: 4 } })
  return raw(drawn.flatten({ background: 'white' }), { width: canvas.width, height: canvas.height })
}

/** The same picture at another size; its proportions may change. */
export const resized = ({ pixels, width, height }: Picture, size: Size): Promise<Picture> =>
  raw(sharp(pixels, { raw: { width, height, channels: 3 } }), size)

/** The colours one behind the other, as networks want them; `values` says what stands for each step of each. */
export const planesOf = ({ pixels, width, height }: Picture, values: Float32Array[]) => {
  const size = width * height
  const planes = new Float32Array(size * 3)
  for (const [colour, steps] of values.entries())
    for (let at = 0, from = colour; at < size; at++, from += 3)
      planes[colour * size + at] = steps[pixels[from] ?? 0] ?? 0
  return planes
}

interface Size {
  width: number
  height: number
}

const raw = async (image: Sharp, size: Size): Promise<Picture> => {
  const { data, info } = await image
    .resize({ ...size, fit: 'fill', kernel: 'cubic' })
    .toColourspace('srgb')
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

const sizeFor = (width: number, height: number): Size => {
  const long = Math.max(width, height)
  const scale = long > longest ? longest / long : long < shortest ? Math.min(4, shortest / long) : 1
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
