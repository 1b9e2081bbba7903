import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp, { type Sharp } from 'sharp'
import { drawPage } from '../read/draw.ts'
import { pixelLimit } from '../read/picture-size.ts'

/** RGB pixels, row by row from the top left corner, three bytes each. */
export interface Picture {
  pixels: Uint8Array
  width: number
  height: number
}

/** A longer side adds nothing to the legibility of photographed print. */
const longest = 2400
/** A smaller picture is enlarged up to four times, which improves text recognition. */
const shortest = 1280
/** 200 dpi: an A4 page is 1654 × 2339. */
const pixelsPerPoint = 200 / 72

/** Decodes a JPEG or PNG, upright by its EXIF orientation, on white, its long side 1280 to 2400 pixels. */
export const openPicture = async (bytes: Uint8Array): Promise<Picture> => {
  const file = () => sharp(bytes, { failOn: 'error', limitInputPixels: pixelLimit })
  const { autoOrient } = await file().metadata()
  return raw(
    file().autoOrient().flatten({ background: 'white' }),
    sizeFor(autoOrient.width, autoOrient.height),
  )
}

/** Renders a PDF page at about 200 dpi. */
export const pictureOfPage = async (page: PDFPageProxy): Promise<Picture> => {
  const { width, height } = page.getViewport({ scale: 1 })
  const canvas = await drawPage(page, Math.min(pixelsPerPoint, longest / Math.max(width, height)))
  const drawn = sharp(canvas.data(), { raw: { width: canvas.width, height: canvas.height, channels: 4 } })
  return raw(drawn.flatten({ background: 'white' }), { width: canvas.width, height: canvas.height })
}

/** Resizes a picture. Its proportions may change. */
export const resized = ({ pixels, width, height }: Picture, size: Size): Promise<Picture> =>
  raw(sharp(pixels, { raw: { width, height, channels: 3 } }), size)

/** Splits the picture into one plane per colour, as networks need. `values` maps each byte of each colour. */
export const planesOf = ({ pixels, width, height }: Picture, values: Float32Array[]) => {
  const size = width * height
  const planes = new Float32Array(size * 3)
  const [red = none, green = none, blue = none] = values
  for (let at = 0, from = 0; at < size; at++, from += 3) {
    planes[at] = red[pixels[from] ?? 0] ?? 0
    planes[size + at] = green[pixels[from + 1] ?? 0] ?? 0
    planes[size * 2 + at] = blue[pixels[from + 2] ?? 0] ?? 0
  }
  return planes
}

const none = new Float32Array(0)

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
