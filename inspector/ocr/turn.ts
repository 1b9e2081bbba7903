import { sampled } from './crop.ts'
import type { Picture } from './picture.ts'
import type { Point } from './strip.ts'

interface Turned {
  picture: Picture
  /** Where a point of the turned picture stood in the original. */
  back: (point: Point) => Point
}

/** The networks take sides that are multiples of this. */
const step = 32

/**
 * The picture turned anticlockwise by `turn` radians, so that a line at that angle becomes level, with the
 * corners it needs, on sides that are multiples of 32.
 */
export const turned = (picture: Picture, turn: number): Turned => {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const width = stepped(picture.width * Math.abs(cos) + picture.height * Math.abs(sin))
  const height = stepped(picture.width * Math.abs(sin) + picture.height * Math.abs(cos))
  const back = ({ x, y }: Point) => {
    const [dx, dy] = [x - width / 2, y - height / 2]
    return { x: picture.width / 2 + dx * cos - dy * sin, y: picture.height / 2 + dx * sin + dy * cos }
  }
  const pixels = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      sampled(picture, back({ x: x + 0.5, y: y + 0.5 }), { into: pixels, at: (y * width + x) * 3 })
  return { picture: { pixels, width, height }, back }
}

const stepped = (size: number) => Math.max(step, Math.ceil(size / step) * step)
