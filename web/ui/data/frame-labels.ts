import type { PlacedText } from './joined-frames.ts'

export interface Size {
  width: number
  height: number
}

/** A label's place on a page, in pixels. */
type Place = Size & { left: number; top: number }

const labelHeight = 16
const letterWidth = 6
const labelGap = 4

/** Pages narrower than this, in pixels, are those of a phone: lines of print are lower than a label there. */
const narrow = 480

/**
 * Places a label for each text beside one of its frames: no label over another, none over a frame or over print if
 * there is room. On a phone a label that would cover print is left out, and so is each one where print is not known.
 */
export const placeLabels = (
  items: PlacedText[],
  page: Size,
  print: PlacedText[] | null,
): (Place & { text: string })[] => {
  const isNarrow = page.width < narrow
  if (isNarrow && print === null) return []
  const frames = items.map(({ text, ...share }) => ({ text, ...placeOf(share, page) }))
  const words = (print ?? []).filter(({ text }) => text.trim() !== '').map((share) => placeOf(share, page))
  const placed: (Place & { text: string })[] = []
  for (const [text, own] of Map.groupBy(frames, (frame) => frame.text)) {
    const size = { width: Math.ceil(text.length * letterWidth) + 8, height: labelHeight }
    const beside = [
      ...own.flatMap((frame) => sidesOf(frame, size)),
      ...own.flatMap((frame) => endsOf(frame, size, page)),
    ]
    const isFree = (place: Place) => isInside(place, page) && !placed.some((other) => isOver(place, other))
    const clear = beside.find(
      (place) => isFree(place) && ![...frames, ...words].some((other) => isOver(place, other)),
    )
    const free = isNarrow ? [] : [...beside, ...below(beside, page)].filter(isFree)
    const place = clear ?? free.find((other) => !frames.some((frame) => isOver(other, frame))) ?? free[0]
    if (place) placed.push({ text, ...place })
  }
  return placed
}

const placeOf = ({ x, y, width, height }: Omit<PlacedText, 'text'>, page: Size): Place => ({
  left: x * page.width,
  top: y * page.height,
  width: width * page.width,
  height: height * page.height,
})

/** To the right and left of a frame, level with it or up to half a label higher or lower. */
const sidesOf = (frame: Place, size: Size): Place[] => {
  const top = frame.top + Math.min(0, (frame.height - size.height) / 2)
  const lefts = [frame.left + frame.width + labelGap, frame.left - labelGap - size.width]
  return lefts.flatMap((left) => [0, 4, -4, 8, -8].map((shift) => ({ ...size, top: top + shift, left })))
}

// Print runs in lines, so a label above a frame may hide the line above it.
const endsOf = (frame: Place, size: Size, page: Size): Place[] => {
  const left = Math.max(0, Math.min(frame.left, page.width - size.width))
  return [
    { ...size, top: frame.top - size.height - 2, left },
    { ...size, top: frame.top + frame.height + 2, left },
  ]
}

/** The same places moved down the page by whole labels. */
const below = (places: Place[], { height }: Size): Place[] =>
  Array.from({ length: Math.floor(height / labelHeight) }, (_, step) => step + 1).flatMap((step) =>
    places.map((place) => ({ ...place, top: place.top + step * (labelHeight + 1) })),
  )

const isInside = ({ left, top, width, height }: Place, page: Size) =>
  left >= 0 && top >= 0 && left + width <= page.width && top + height <= page.height

const isOver = (place: Place, other: Place) =>
  place.left < other.left + other.width &&
  other.left < place.left + place.width &&
  place.top < other.top + other.height &&
  other.top < place.top + place.height
