import { PDFDocument } from '@cantoo/pdf-lib'
import type { Canvas } from '@napi-rs/canvas'
import sharp from 'sharp'
import type { Change } from './changes.ts'
import { randomFrom } from './random.ts'

export interface Camera {
  changes?: Change[]
  seed?: number
  kind?: 'jpeg' | 'png'
  /** JPEG quality, 1 to 100. */
  quality?: number
}

/** Makes the file that a phone or scanner would make of a drawn document, after all changes. */
export const photograph = async (drawn: Canvas, camera: Camera = {}): Promise<Buffer> => {
  const { changes = [], seed = 1, kind = 'jpeg', quality = 88 } = camera
  const random = randomFrom(seed)
  const seen = changes.reduce((picture, change) => change(picture, random), drawn)
  const { width, height } = seen
  const pixels = Buffer.from(seen.getContext('2d').getImageData(0, 0, width, height).data.buffer)
  const picture = sharp(pixels, { raw: { width, height, channels: 4 } }).flatten({ background: '#8d8377' })
  return kind === 'jpeg' ? picture.jpeg({ quality }).toBuffer() : picture.png().toBuffer()
}

/**
 * A PDF with only a picture, as office scanners make it: a page fills the paper, a card lies on it. `before` puts empty
 * pages first.
 */
export const scanned = async (
  jpeg: Uint8Array,
  { isLandscape = false, before = 0 } = {},
): Promise<Uint8Array> => {
  const document = await PDFDocument.create()
  const [paperWidth, paperHeight] = isLandscape ? [842, 595] : [595, 842]
  for (let page = 0; page < before; page++) document.addPage([paperWidth, paperHeight])
  const page = document.addPage([paperWidth, paperHeight])
  const image = await document.embedJpg(jpeg)
  const isPage = Math.abs(image.height / image.width - paperHeight / paperWidth) < 0.03
  const width = isPage ? paperWidth : Math.min(paperWidth - 80, (image.width * 72) / 300)
  const height = (width * image.height) / image.width
  page.drawImage(image, {
    x: isPage ? 0 : 60,
    y: isPage ? 0 : paperHeight - height - 60,
    width,
    height,
  })
  return document.save()
}
