/** A run of words on a page. Coordinates are fractions of the page, from its top left corner. */
export interface PlacedText {
  text: string
  x: number
  y: number
  width: number
  height: number
}

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

const areNear = (frame: PlacedText, other: PlacedText) => {
  const gap = Math.max(frame.y, other.y) - Math.min(frame.y + frame.height, other.y + other.height)
  const isBeside = frame.x < other.x + other.width && other.x < frame.x + frame.width
  return isBeside && gap < nearest * Math.min(frame.height, other.height)
}

const around = (frame: PlacedText, other: PlacedText): PlacedText => {
  const [x, y] = [Math.min(frame.x, other.x), Math.min(frame.y, other.y)]
  return {
    ...frame,
    x,
    y,
    width: Math.max(frame.x + frame.width, other.x + other.width) - x,
    height: Math.max(frame.y + frame.height, other.y + other.height) - y,
  }
}
