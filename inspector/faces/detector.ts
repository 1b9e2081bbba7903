import type { Picture } from '../ocr/picture.ts'
import { openNetwork } from './network.ts'
import { type Area, squareOf } from './square.ts'

/** A possible face, with the detector's confidence, 0 to 1. */
export interface Detection {
  box: Area
  confidence: number
}

/** Side of the detector's square input, in pixels. */
const size = 512
const usuallySure = 0.4
/** Two boxes with a larger intersection over union are the same face. */
const sameFace = 0.5
const mostFaces = 10

/** Opens the single shot detector over MobileNet v1 of face-api, which finds faces. */
export const openDetector = async () => {
  const network = await openNetwork('detector', size)
  return async (picture: Picture, least = usuallySure): Promise<Detection[]> => {
    const whole = { x: 0, y: 0, width: picture.width, height: picture.height }
    const input = squareOf(picture, whole, {
      size,
      isCentred: false,
      mean: [127.5, 127.5, 127.5],
      divisor: 127.5,
    })
    const [boxes, scores, anchors] = await network(input)
    const side = Math.max(picture.width, picture.height)
    return boxes && scores && anchors ? pick(candidatesOf({ boxes, scores, anchors }, least), side) : []
  }
}

interface Found {
  boxes: Float32Array
  scores: Float32Array
  /** The default position of each box before it is moved and scaled: top, left, bottom, right, 0 to 1. */
  anchors: Float32Array
}

const candidatesOf = ({ boxes, scores, anchors }: Found, least: number): Detection[] => {
  const found: Detection[] = []
  for (let at = 0; at < boxes.length / 4; at++) {
    const confidence = 1 / (1 + Math.exp(-(scores[at * 3 + 1] ?? 0)))
    if (confidence <= least) continue
    found.push({ confidence, box: decoded(quadruple(anchors, at), quadruple(boxes, at)) })
  }
  return found
}

const quadruple = (values: Float32Array, at: number) => {
  const [first = 0, second = 0, third = 0, fourth = 0] = values.subarray(at * 4, at * 4 + 4)
  return [first, second, third, fourth] as const
}

type Quadruple = ReturnType<typeof quadruple>

const decoded = ([top, left, bottom, right]: Quadruple, [dy, dx, dh, dw]: Quadruple): Area => {
  const height = bottom - top
  const width = right - left
  const middleY = (dy / 10) * height + top + height / 2
  const middleX = (dx / 10) * width + left + width / 2
  const tall = Math.exp(dh / 5) * height
  const wide = Math.exp(dw / 5) * width
  const x = Math.max(0, middleX - wide / 2)
  const y = Math.max(0, middleY - tall / 2)
  return { x, y, width: Math.min(1, middleX + wide / 2) - x, height: Math.min(1, middleY + tall / 2) - y }
}

/** Keeps the most certain of overlapping boxes (non-maximum suppression), in pixels of the picture. */
const pick = (candidates: Detection[], side: number): Detection[] => {
  const picked: Detection[] = []
  for (const candidate of candidates.toSorted((a, b) => b.confidence - a.confidence))
    if (picked.length < mostFaces && picked.every(({ box }) => overlap(box, candidate.box) <= sameFace))
      picked.push(candidate)
  return picked.map(({ box: { x, y, width, height }, confidence }) => ({
    box: { x: x * side, y: y * side, width: width * side, height: height * side },
    confidence,
  }))
}

const overlap = (a: Area, b: Area) => {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  const shared = Math.max(0, width) * Math.max(0, height)
  return shared / (a.width * a.height + b.width * b.height - shared)
}
