import type { Picture } from '../ocr/picture.ts'
import { faceMean } from './landmarks.ts'
import { openNetwork } from './network.ts'
import { type Area, squareOf } from './square.ts'

const size = 150

/** Describes a face in 128 numbers by which two pictures of one person lie close together. */
export const openDescriptor = async () => {
  const network = await openNetwork('descriptor', size)
  return async (picture: Picture, area: Area): Promise<number[]> => {
    const [found = new Float32Array()] = await network(
      squareOf(picture, area, { size, isCentred: true, mean: faceMean, divisor: 255 }),
    )
    return Array.from(found)
  }
}
