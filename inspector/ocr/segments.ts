import type { Segment } from '../read/lines.ts'
import type { TextLine } from './lines.ts'
import type { Picture } from './picture.ts'
import type { Box } from './strip.ts'

/** Lines found in a picture as they stand on the page laid upright. */
export const segmentsOfLines = (
  { lines, turned }: { lines: TextLine[]; turned: number },
  picture: Picture,
  page: number,
): Segment[] => {
  const [cos, sin] = [Math.cos(-turned), Math.sin(-turned)]
  const placed = lines.map(({ text, confidence, box }) => {
    const [dx, dy] = [box.x - picture.width / 2, box.y - picture.height / 2]
    const [x, y] = [dx * cos - dy * sin, dx * sin + dy * cos]
    const height = box.height * 0.75
    const width = box.width - box.height * 0.4
    return {
      text,
      page,
      x: x - width / 2,
      right: x + width / 2,
      baseline: y + height * 0.35,
      height,
      confidence,
      place: placeOf(box, picture),
    }
  })
  const top = Math.min(...placed.map(({ baseline }) => baseline))
  const bottom = Math.max(...placed.map(({ baseline }) => baseline))
  return placed.map((one) => ({
    ...one,
    depth: 0.04 + (0.92 * (one.baseline - top)) / Math.max(1, bottom - top),
  }))
}

/** The upright part of the picture that holds a box, in fractions of it. */
const placeOf = ({ x, y, width, height, angle }: Box, picture: Picture) => {
  const [cos, sin] = [Math.abs(Math.cos(angle)), Math.abs(Math.sin(angle))]
  const [wide, high] = [width * cos + height * sin, width * sin + height * cos]
  return {
    x: (x - wide / 2) / picture.width,
    y: (y - high / 2) / picture.height,
    width: wide / picture.width,
    height: high / picture.height,
  }
}
