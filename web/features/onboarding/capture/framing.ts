export interface Size {
  width: number
  height: number
}
export interface Box extends Size {
  x: number
  y: number
}

/** The part of a picture that fills a place and is cut off at its edges, as `object-fit: cover` shows it. */
export const coveredPart = (picture: Size, place: Size): Box => {
  const scale = Math.max(place.width / picture.width, place.height / picture.height)
  const width = Math.min(picture.width, place.width / scale)
  const height = Math.min(picture.height, place.height / scale)
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height }
}

/** The frame that a document is held into: as large as fits, in the document's proportions (width by height). */
export const guideIn = (place: Size, ratio: number): Box => {
  const width = Math.min(place.width * 0.9, place.height * 0.86 * ratio)
  const height = width / ratio
  return { x: (place.width - width) / 2, y: (place.height - height) / 2, width, height }
}

/** A size that is no longer than `longest` on any side, in the same proportions, in whole points. */
export const atMost = ({ width, height }: Size, longest: number): Size => {
  const scale = Math.min(1, longest / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** A part of a part: where a box of the place lies in the picture that covers it. */
export const inPicture = (box: Box, { picture, place }: { picture: Size; place: Size }): Box => {
  const seen = coveredPart(picture, place)
  const scale = seen.width / place.width
  return {
    x: seen.x + box.x * scale,
    y: seen.y + box.y * scale,
    width: box.width * scale,
    height: box.height * scale,
  }
}
