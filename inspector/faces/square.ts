import { type Picture, resized } from '../ocr/picture.ts'

/** A rectangle in pixels, by its left and top edges. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Shrinks a picture to at most `longest` pixels on its long side. */
export const atMost = async (picture: Picture, longest: number): Promise<Picture> => {
  const scale = longest / Math.max(picture.width, picture.height)
  if (scale >= 1) return picture
  const [width, height] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * scale)))
  return resized(picture, { width: width ?? 1, height: height ?? 1 })
}

/** The part of an area inside the picture, in whole pixels. Null if none is. */
export const inside = ({ x, y, width, height }: Area, picture: Picture): Area | null => {
  const left = Math.max(0, x)
  const top = Math.max(0, y)
  const clipped = {
    x: Math.floor(left),
    y: Math.floor(top),
    width: Math.floor(Math.min(x + width, picture.width) - left),
    height: Math.floor(Math.min(y + height, picture.height) - top),
  }
  return clipped.width > 0 && clipped.height > 0 ? clipped : null
}

interface Square {
  /** Side in pixels. */
  size: number
  isCentred: boolean
  /** Subtracted from red, green and blue before the division by `divisor`. */
  mean: readonly [number, number, number]
  divisor: number
}

/**
 * Pads an area to a square with black borders and resizes it bilinearly. Returns floats: all red, all green, all blue.
 */
export const squareOf = (picture: Picture, area: Area, { size, isCentred, mean, divisor }: Square) => {
  const side = Math.max(area.width, area.height)
  const before = (length: number) => (isCentred ? side - length - Math.round((side - length) / 2) : 0)
  const left = before(area.width)
  const top = before(area.height)
  const values = new Float32Array(3 * size * size)
  const { pixels, width } = picture
  /** Reads a byte of the area. Black outside it. */
  const read = (dx: number, dy: number, channel: number) => {
    const x = dx - left
    const y = dy - top
    if (x < 0 || y < 0 || x >= area.width || y >= area.height) return 0
    return pixels[((area.y + y) * width + area.x + x) * 3 + channel] ?? 0
  }
  for (let row = 0; row < size; row++) {
    const y = (row * side) / size
    const upper = Math.floor(y)
    const lower = Math.min(upper + 1, side - 1)
    for (let column = 0; column < size; column++) {
      const x = (column * side) / size
      const near = Math.floor(x)
      const far = Math.min(near + 1, side - 1)
      for (let channel = 0; channel < 3; channel++) {
        const nearAbove = read(near, upper, channel)
        const nearBelow = read(near, lower, channel)
        const above = nearAbove + (read(far, upper, channel) - nearAbove) * (x - near)
        const below = nearBelow + (read(far, lower, channel) - nearBelow) * (x - near)
        const value = above + (below - above) * (y - upper)
        values[(channel * size + row) * size + column] = (value - (mean[channel] ?? 0)) / divisor
      }
    }
  }
  return values
}
