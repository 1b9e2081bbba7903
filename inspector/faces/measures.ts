import sharp from 'sharp'
import type { Picture } from '../ocr/picture.ts'
import { type Area, inside } from './square.ts'

export interface Point {
  x: number
  y: number
}

export interface FaceMeasures {
  /** Mean brightness of the face, 0 black to 255 white. */
  light: number
  /** Variance of the Laplacian of the face at a width of 200 pixels. Below about 5 it is blurred. */
  sharpness: number
  /** Height of the less open eye divided by its width: about 0.3 open, below 0.15 closed. */
  eyeOpening: number
  /** Standard deviation of brightness around the eyes, divided by the face's brightness. Low behind sunglasses. */
  eyeContrast: number
}

const measuredWidth = 200

export const measureFace = async (
  picture: Picture,
  { area, points }: { area: Area; points: Point[] },
): Promise<FaceMeasures> => {
  const eyes = [pointsOf(points, 'leftEye'), pointsOf(points, 'rightEye')]
  const face = await greyOf(picture, area, measuredWidth)
  const light = meanOf(face.pixels)
  const contrasts = await Promise.all(eyes.map((eye) => contrastOf(picture, eye)))
  return {
    light,
    sharpness: laplacianVariance(face),
    eyeOpening: Math.min(...eyes.map(openingOf)),
    eyeContrast: Math.min(...contrasts) / Math.max(1, light),
  }
}

/** The eye aspect ratio of Soukupová and Čech (2016): the sum of two heights divided by twice the width. */
const openingOf = (eye: Point[]) => {
  const [outer, upper1, upper2, inner, lower2, lower1] = eye
  if (!outer || !upper1 || !upper2 || !inner || !lower2 || !lower1) return 0
  const width = between(outer, inner)
  return width === 0 ? 0 : (between(upper1, lower1) + between(upper2, lower2)) / (2 * width)
}

const between = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

// In a visible open eye, white, iris and lashes are close together, which gives high contrast.
const contrastOf = async (picture: Picture, eye: Point[]) => {
  const xs = eye.map(({ x }) => x)
  const ys = eye.map(({ y }) => y)
  const [x, y, width] = [Math.min(...xs), Math.min(...ys), Math.max(...xs) - Math.min(...xs)]
  const height = Math.max(Math.max(...ys) - y, width / 3)
  const area = inside({ x, y, width, height }, picture)
  if (!area) return 0
  const { pixels } = await greyOf(picture, area, 40)
  const mean = meanOf(pixels)
  return Math.sqrt(pixels.reduce((sum, value) => sum + (value - mean) ** 2, 0) / pixels.length)
}

interface Grey {
  pixels: Uint8Array
  width: number
  height: number
}

const greyOf = async ({ pixels, width, height }: Picture, area: Area, wide: number): Promise<Grey> => {
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .extract({ left: area.x, top: area.y, width: area.width, height: area.height })
    .resize({ width: wide })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { pixels: data, width: info.width, height: info.height }
}

const laplacianVariance = ({ pixels, width, height }: Grey) => {
  const at = (x: number, y: number) => pixels[y * width + x] ?? 0
  let sum = 0
  let squares = 0
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const value = 4 * at(x, y) - at(x - 1, y) - at(x + 1, y) - at(x, y - 1) - at(x, y + 1)
      sum += value
      squares += value * value
    }
  }
  const count = Math.max(1, (width - 2) * (height - 2))
  return squares / count - (sum / count) ** 2
}

const meanOf = (pixels: Uint8Array) => pixels.reduce((sum, value) => sum + value, 0) / pixels.length

/** Index ranges of each part among the 68 landmarks. */
const parts = { leftEye: [36, 42], rightEye: [42, 48], mouth: [48, 68] } as const

const pointsOf = (points: Point[], part: keyof typeof parts) => points.slice(...parts[part])

/**
 * The square around a face as in the descriptor network's training (dlib's alignment without rotation): its size
 * depends on the distance from eyes to mouth, and it is placed around them.
 */
export const aligned = (points: Point[]): Area => {
  const eyes = [middleOf(pointsOf(points, 'leftEye')), middleOf(pointsOf(points, 'rightEye'))]
  const mouth = middleOf(pointsOf(points, 'mouth'))
  const distances = eyes.map(({ x, y }) => Math.hypot(x - mouth.x, y - mouth.y))
  const side = Math.floor(distances.reduce((sum, distance) => sum + distance, 0) / distances.length / 0.45)
  const middle = middleOf([...eyes, mouth])
  return {
    x: Math.floor(Math.max(0, middle.x - 0.5 * side)),
    y: Math.floor(Math.max(0, middle.y - 0.43 * side)),
    width: side,
    height: side,
  }
}

const middleOf = (points: Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})
