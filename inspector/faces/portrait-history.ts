import sharp from 'sharp'
import type { Picture } from '../ocr/picture.ts'
import {
  type CompressionHistory,
  compressionHistoryOf,
  isSavedBefore,
  type Light,
  stepsOf,
} from '../read/compression-history.ts'
import { pixelLimit } from '../read/picture-size.ts'
import { faceDetector } from './faces.ts'
import { type Area, atMost } from './square.ts'

/** A larger picture only takes longer. */
const longestSide = 1000
/** A face that fills more of the height is not a portrait on a page. */
const mostOfHeight = 0.6
/**
 * A small printed face gets low confidence, so the threshold is low. A false detection does no harm: it was compressed
 * with its page.
 */
const leastSure = 0.15
/** A face with fewer pixels across is too small to examine. */
const leastAcross = 40

/**
 * Compares the JPEG compression of a document's portrait with that of the page around it (see `compressionHistoryOf`).
 * Null if no portrait was found, or it cannot be told. `picture` is the file as displayed, `turned` the clockwise
 * rotation of its page in radians.
 */
export const portraitHistoryOf = async (
  bytes: Uint8Array,
  { picture, turned }: { picture: Picture; turned: number },
): Promise<CompressionHistory | null> => {
  const steps = stepsOf(bytes)
  const { width, height, orientation = 1 } = await sharp(bytes, { limitInputPixels: pixelLimit }).metadata()
  if (!steps || !isSavedBefore(await lightOf(bytes, middleOf({ width, height })), steps)) return null
  const face = await faceOn(picture, turned)
  const place = face && onFile(face, { width, height, orientation })
  if (!place || place.width < leastAcross) return null
  const window = windowAround(place, { width, height })
  const here = { ...place, x: place.x - window.x, y: place.y - window.y }
  return compressionHistoryOf(await lightOf(bytes, window), {
    steps,
    part: grown(here, { side: 0.1, above: 0.2, below: 0.2 }),
    excluded: grown(here, { side: 0.6, above: 0.6, below: 0.6 }),
  })
}

/**
 * The most certain face on a page, in fractions of the picture. The detector finds only upright faces, so a page on its
 * side is rotated first.
 */
const faceOn = async (picture: Picture, turned: number): Promise<Area | null> => {
  const small = await atMost(picture, longestSide)
  const quarters = (((Math.round(turned / (Math.PI / 2)) % 4) + 4) % 4) as Quarters
  const upright = await turnedBack(small, quarters)
  const detect = await faceDetector()
  const found = await detect(upright, leastSure)
  const face = found.find(({ box }) => box.height < upright.height * mostOfHeight)
  if (!face) return null
  const { x, y, width, height } = face.box
  const share = {
    x: x / upright.width,
    y: y / upright.height,
    width: width / upright.width,
    height: height / upright.height,
  }
  return turnedBy(share, quarters)
}

type Quarters = 0 | 1 | 2 | 3

/** Rotates an area in fractions clockwise by quarter turns, together with its page. */
const turnedBy = ({ x, y, width, height }: Area, quarters: Quarters): Area => {
  if (quarters === 1) return { x: 1 - y - height, y: x, width: height, height: width }
  if (quarters === 2) return { x: 1 - x - width, y: 1 - y - height, width, height }
  if (quarters === 3) return { x: y, y: 1 - x - width, width: height, height: width }
  return { x, y, width, height }
}

const turnedBack = async (picture: Picture, quarters: Quarters): Promise<Picture> => {
  if (quarters === 0) return picture
  const { width, height } = picture
  const { data, info } = await sharp(picture.pixels, { raw: { width, height, channels: 3 } })
    .rotate(-90 * quarters)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

/**
 * Quarter turns by which a viewer rotates the picture (Exif 2.32 §4.6.4). Cameras do not write mirrored orientations.
 */
const quartersShown = new Map<number, Quarters>([
  [1, 0],
  [6, 1],
  [3, 2],
  [8, 3],
])

/** Converts the face's position to pixels of the file, which is stored as the camera was held. */
const onFile = (
  face: Area,
  { width, height, orientation }: { width: number; height: number; orientation: number },
): Area | null => {
  const shown = quartersShown.get(orientation)
  if (shown === undefined) return null
  const { x, y, ...size } = turnedBy(face, ((4 - shown) % 4) as Quarters)
  return { x: x * width, y: y * height, width: size.width * width, height: size.height * height }
}

/** Side in pixels of the part of a large picture that is examined. */
const enough = 2048

const middleOf = ({ width, height }: { width: number; height: number }): Area => ({
  x: Math.floor(Math.max(0, width - enough) / 16) * 8,
  y: Math.floor(Math.max(0, height - enough) / 16) * 8,
  width: Math.min(enough, width),
  height: Math.min(enough, height),
})

/** Margin to examine on each side of the face, in multiples of its size. */
const reach = 1.5

// JPEG blocks are aligned to the picture's corner, so the window must begin at the corner of a block.
const windowAround = (
  { x, y, width, height }: Area,
  { width: wide, height: high }: { width: number; height: number },
) => {
  const far = Math.max(width, height) * reach
  const left = Math.max(0, Math.floor((x - far) / 8) * 8)
  const top = Math.max(0, Math.floor((y - far) / 8) * 8)
  return {
    x: left,
    y: top,
    width: Math.min(wide, Math.ceil(x + width + far)) - left,
    height: Math.min(high, Math.ceil(y + height + far)) - top,
  }
}

const grown = ({ x, y, width, height }: Area, by: { side: number; above: number; below: number }): Area => ({
  x: x - width * by.side,
  y: y - height * by.above,
  width: width * (1 + 2 * by.side),
  height: height * (1 + by.above + by.below),
})

const lightOf = async (bytes: Uint8Array, { x, y, width, height }: Area): Promise<Light> => {
  const { data, info } = await sharp(bytes, { limitInputPixels: pixelLimit, sequentialRead: true })
    .flatten({ background: 'white' })
    .extract({ left: x, top: y, width, height })
    .toColourspace('srgb')
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const values = new Float32Array(info.width * info.height)
  const [red, green, blue] = info.channels < 3 ? [0, 0, 0] : [0, 1, 2]
  for (let at = 0; at < values.length; at++) {
    const from = at * info.channels
    values[at] =
      (data[from + red] ?? 0) * 0.299 + (data[from + green] ?? 0) * 0.587 + (data[from + blue] ?? 0) * 0.114
  }
  return { values, width: info.width, height: info.height }
}
