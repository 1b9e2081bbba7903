import type { Picture } from '../ocr/picture.ts'
import { openNetwork } from './network.ts'
import { type Area, squareOf } from './square.ts'

export interface Point {
  x: number
  y: number
}

const size = 112

/** What is taken from the colours before a face is looked at: the mean of the faces it was learnt from. */
export const faceMean = [122.782, 117.001, 104.298] as const

/** Finds the 68 points of a face (jaw 0–16, brows 17–26, nose 27–35, eyes 36–47, mouth 48–67). */
export const openLandmarks = async () => {
  const network = await openNetwork('landmarks', size)
  return async (picture: Picture, area: Area): Promise<Point[]> => {
    const [found] = await network(
      squareOf(picture, area, { size, isCentred: true, mean: faceMean, divisor: 255 }),
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
