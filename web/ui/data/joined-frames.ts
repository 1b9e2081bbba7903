import type { PlacedText } from './document-pages.tsx'

/** How far apart two lines may be to get one frame, as a share of their height. */
const nearest = 0.6

/**
 * Joins the frames of lines below each other that belong to one value, such as an address: on a phone the frame of one
 * line would otherwise run through the letters of the next.
 */
export const joinedFrames = (items: PlacedText[]): PlacedText[] =>
  items.reduce<PlacedText[]>((joined, item) => {
    const at = joined.findIndex((other) => other.text === item.text && areNear(other, item))
    const other = joined[at]
    return other ? joined.with(at, around(other, item)) : [...joined, item]
  }, [])

const areNear = (one: PlacedText, other: PlacedText) => {
  const gap = Math.max(one.y, other.y) - Math.min(one.y + one.height, other.y + other.height)
  const isBeside = one.x < other.x + other.width && other.x < one.x + one.width
  return isBeside && gap < nearest * Math.min(one.height, other.height)
}

const around = (one: PlacedText, other: PlacedText): PlacedText => {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)]
  return {
    ...one,
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  }
}
