import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import { drawSelfie } from '../faces.ts'
import { photograph } from './photograph.ts'

export interface Pasting {
  /** JPEG quality of the page before pasting. */
  first?: number
  /** JPEG quality of the resulting file. */
  last?: number | 'png'
  /** Pixels over which the edge of the pasted portrait fades. */
  feather?: number
  /** Blur of the pasted portrait, in pixels. */
  blur?: number
}

/** The portrait's area on a drawn passport (`drawPassport`), as fractions of its page. */
const place = { x: 6 / 125, y: 14 / 88, width: 34 / 125, height: 44 / 88 }

/** Saves a picture twice without changing it. */
export const savedTwice = async (file: Uint8Array, { first = 80, last = 92 }: Pasting = {}) =>
  saved(await opened(await saved(await opened(file), first)), last)

/** The same, with someone else's portrait pasted in between, as with a picture editor. */
export const withPastedPortrait = async (page: Canvas, pasting: Pasting = {}) => {
  const { first = 80, last = 92, ...edge } = pasting
  const canvas = await opened(await saved(page, first))
  const { width, height } = canvas
  const frame = [place.x * width, place.y * height, place.width * width, place.height * height] as const
  const face = await opened(await saved(drawSelfie({ width: 900, height: 1164 }), 85))
  canvas.getContext('2d').drawImage(layerOf(face, { width, height, frame, ...edge }), 0, 0)
  return saved(canvas, last)
}

interface Layer extends Pick<Pasting, 'feather' | 'blur'> {
  width: number
  height: number
  frame: readonly [x: number, y: number, width: number, height: number]
}

const layerOf = (face: Canvas, { width, height, frame, feather = 0, blur = 0 }: Layer) => {
  const layer = createCanvas(width, height)
  const pen = layer.getContext('2d')
  pen.filter = blur === 0 ? 'none' : `blur(${blur}px)`
  pen.drawImage(face, ...frame)
  const [x, y, wide, high] = frame
  pen.globalCompositeOperation = 'destination-in'
  pen.filter = feather === 0 ? 'none' : `blur(${feather}px)`
  pen.fillRect(x + feather * 2, y + feather * 2, wide - feather * 4, high - feather * 4)
  return layer
}

const opened = async (file: Uint8Array) => {
  const image = await loadImage(file)
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  return canvas
}

const saved = (canvas: Canvas, quality: number | 'png') =>
  quality === 'png' ? photograph(canvas, { kind: 'png' }) : photograph(canvas, { quality })
