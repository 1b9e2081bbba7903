import type { Picture } from '../ocr/picture.ts'
import { type Detection, openDetector } from './detector.ts'
import { aligned, type FaceMeasures, measureFace, type Point } from './measures.ts'
import { openNetwork } from './network.ts'
import { type Area, atMost, inside, squareOf } from './square.ts'

export interface Face extends FaceMeasures {
  /** In pixels of the given picture. */
  box: Area
  /** The detector's confidence that this is a face, 0 to 1. */
  confidence: number
  /** 128 numbers. Only their distance to another face's means anything (see `likeness`). */
  descriptor: number[]
  areEyesSeen: boolean
}

/** The networks need no finer details; a larger picture only takes longer. */
const longestSide = 1000

/** Finds at most ten faces, the most certain first. Takes about 0.1 s once the networks are open. */
export const findFaces = async (picture: Picture): Promise<Face[]> => {
  const networks = await openedNetworks()
  const seen = await atMost(picture, longestSide)
  const scale = picture.width / seen.width
  const faces: Face[] = []
  for (const detection of await networks.detect(seen)) {
    const face = await lookAt(seen, detection, networks)
    if (face) faces.push({ ...face, box: scaled(face.box, scale) })
  }
  return faces
}

/**
 * Similarity of two faces, 0 to 1, from the distance of their descriptors: 1 is the same picture, and 0.5 is the
 * distance of 0.6 at which the makers of the network (dlib) tell two people apart. Only a hint for a person who looks
 * at both pictures, never a verdict: relatives can score higher, and the same person in bad light lower.
 */
export const likeness = (a: number[], b: number[]) => {
  const distance = Math.sqrt(a.reduce((sum, value, at) => sum + (value - (b[at] ?? 0)) ** 2, 0))
  return Math.max(0, 1 - distance / 1.2)
}

/** The portrait of an identity document: its largest face. Smaller copies of it may be printed too. */
export const portraitOf = (faces: Face[]): Face | null =>
  faces.toSorted((a, b) => b.box.width * b.box.height - a.box.width * a.box.height)[0] ?? null

let detector: ReturnType<typeof openDetector> | undefined

/** Opens the face detector once. A failed attempt is retried on the next call. */
export const faceDetector = () => {
  detector ??= openDetector().catch((error: unknown) => {
    detector = undefined
    throw error
  })
  return detector
}

const openNetworks = async () => {
  const [detect, locate, describe] = await Promise.all([faceDetector(), openLandmarks(), openDescriptor()])
  return { detect, locate, describe }
}

let networks: ReturnType<typeof openNetworks> | undefined

// Opened on first use and kept as long as the process. A failed attempt is retried on the next call.
const openedNetworks = () => {
  networks ??= openNetworks().catch((error: unknown) => {
    networks = undefined
    throw error
  })
  return networks
}

const lookAt = async (
  picture: Picture,
  { box, confidence }: Detection,
  { locate, describe }: Awaited<ReturnType<typeof openNetworks>>,
): Promise<Face | null> => {
  const area = inside(box, picture)
  if (!area) return null
  const points = await locate(picture, area)
  const square = inside(aligned(points), picture)
  if (!square) return null
  const measures = await measureFace(picture, { area, points })
  return {
    box: area,
    confidence,
    descriptor: await describe(picture, square),
    ...measures,
    areEyesSeen: areSeen(measures),
  }
}

/**
 * A weak measure, because the landmarks are placed where eyes usually are, even if these are covered. Detects closed
 * eyes and dark glasses, but misses eyes behind a fringe.
 */
const areSeen = ({ eyeOpening, eyeContrast }: FaceMeasures) => eyeOpening >= 0.17 && eyeContrast >= 0.08

const scaled = ({ x, y, width, height }: Area, by: number): Area => ({
  x: Math.round(x * by),
  y: Math.round(y * by),
  width: Math.round(width * by),
  height: Math.round(height * by),
})

/** Side in pixels of the landmark network's square input. */
const seenSize = 112

/** The mean colour of the training faces, subtracted from the input. */
const faceMean = [122.782, 117.001, 104.298] as const

/**
 * Opens the network that finds the 68 landmarks of a face (jaw 0–16, brows 17–26, nose 27–35, eyes 36–47, mouth 48–67).
 */
const openLandmarks = async () => {
  const network = await openNetwork('landmarks', seenSize)
  return async (picture: Picture, area: Area): Promise<Point[]> => {
    const [found] = await network(
      squareOf(picture, area, { size: seenSize, isCentred: true, mean: faceMean, divisor: 255 }),
    )
    const side = Math.max(area.width, area.height)
    const left = area.x - (side - area.width) / 2
    const top = area.y - (side - area.height) / 2
    return Array.from({ length: 68 }, (_, at) => ({
      x: left + (found?.[at * 2] ?? 0) * side,
      y: top + (found?.[at * 2 + 1] ?? 0) * side,
    }))
  }
}

/** Side in pixels of the descriptor network's square input. */
const size = 150

/** Opens the network that describes a face by 128 numbers, which are close together for two pictures of one person. */
const openDescriptor = async () => {
  const network = await openNetwork('descriptor', size)
  return async (picture: Picture, area: Area): Promise<number[]> => {
    const [found = new Float32Array()] = await network(
      squareOf(picture, area, { size, isCentred: true, mean: faceMean, divisor: 255 }),
    )
    return Array.from(found)
  }
}
