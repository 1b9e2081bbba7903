import type { Picture } from './picture.ts'
import { type Point, type Strip, sagAt } from './strip.ts'

/** Cuts a strip out of a picture and makes it level, `height` pixels high. The width keeps the letters' proportions. */
export const cropped = (
  picture: Picture,
  strip: Strip,
  { height, stretch }: { height: number; stretch: number },
) => {
  const width = widthFor(strip, height * stretch)
  const grain = grainOf(strip, { width, height })
  const [wide, high] = [width * grain, height * grain]
  const [cos, sin] = [Math.cos(strip.angle), Math.sin(strip.angle)]
  const fine = new Uint8Array(wide * high * 3)
  for (let x = 0; x < wide; x++) {
    const along = ((x + 0.5) / wide - 0.5) * strip.width
    const tall = strip.height * (1 + (strip.taper * 2 * along) / strip.width)
    const top = sagAt(strip, along) + (0.5 / high - 0.5) * tall
    sampleRun(picture, {
      from: { x: strip.x + along * cos - top * sin, y: strip.y + along * sin + top * cos },
      step: { x: (-sin * tall) / high, y: (cos * tall) / high },
      count: high,
      into: fine,
      at: x * 3,
      apart: wide * 3,
    })
  }
  return averaged({ pixels: fine, width: wide, height: high }, grain)
}

/** The recogniser's steps are eight pixels wide. */
const widthFor = ({ width, height }: Strip, high: number) =>
  Math.max(16, Math.min(3200, Math.round((high * width) / height / 8) * 8))

/** Samples per side of each pixel: large print with too few samples would be aliased. */
const grainOf = (strip: Strip, { width, height }: { width: number; height: number }) =>
  Math.max(1, Math.min(4, Math.round(Math.max(strip.height / height, strip.width / width))))

const averaged = ({ pixels, width, height }: Picture, grain: number): Picture => {
  if (grain === 1) return { pixels, width, height }
  const size = { width: width / grain, height: height / grain }
  const small = new Uint8Array(size.width * size.height * 3)
  for (let y = 0; y < size.height; y++)
    for (let x = 0; x < size.width * 3; x++) {
      const colour = x % 3
      const left = ((x - colour) / 3) * grain
      let sum = 0
      for (let row = 0; row < grain; row++)
        for (let column = 0; column < grain; column++)
          sum += pixels[((y * grain + row) * width + left + column) * 3 + colour] ?? 0
      small[y * size.width * 3 + x] = sum / grain ** 2
    }
  return { pixels: small, ...size }
}

interface Run {
  /** Position of the first point in the picture, and the offset to each next one. */
  from: Point
  step: Point
  count: number
  into: Uint8Array
  /** Index of the first colour in `into`, and the offset to each next one. */
  at: number
  apart: number
}

/**
 * Samples colours bilinearly along a straight line. Outside the picture they are those of the edge. Written without
 * arrays of numbers, each of which would be allocated at every point: half a gigabyte for one page.
 */
const sampleRun = (
  { pixels, width, height }: Picture,
  { from, step, count, into, at: start, apart }: Run,
) => {
  const right = width - 1.001
  const bottom = height - 1.001
  const row = width * 3
  const next = width > 1 ? 3 : 0
  const under = height > 1 ? row : 0
  const { x, y } = from
  const { x: stepX, y: stepY } = step
  for (let done = 0, at = start; done < count; done++, at += apart) {
    const px = Math.max(0, Math.min(right, x + stepX * done - 0.5))
    const py = Math.max(0, Math.min(bottom, y + stepY * done - 0.5))
    const left = Math.floor(px)
    const top = Math.floor(py)
    const fx = px - left
    const fy = py - top
    const here = top * row + left * 3
    const below = here + under
    const a = (1 - fx) * (1 - fy)
    const b = fx * (1 - fy)
    const c = (1 - fx) * fy
    const d = fx * fy
    // One colour after the other, without a loop: this is the innermost step of all that is read.
    into[at] =
      (pixels[here] ?? 0) * a +
      (pixels[here + next] ?? 0) * b +
      (pixels[below] ?? 0) * c +
      (pixels[below + next] ?? 0) * d
    into[at + 1] =
      (pixels[here + 1] ?? 0) * a +
      (pixels[here + next + 1] ?? 0) * b +
      (pixels[below + 1] ?? 0) * c +
      (pixels[below + next + 1] ?? 0) * d
    into[at + 2] =
      (pixels[here + 2] ?? 0) * a +
      (pixels[here + next + 2] ?? 0) * b +
      (pixels[below + 2] ?? 0) * c +
      (pixels[below + next + 2] ?? 0) * d
  }
}

interface Turned {
  picture: Picture
  /** Converts a point of the rotated picture to the original. */
  back: (point: Point) => Point
}

/** The networks need sides that are multiples of this. */
const step = 32

/**
 * Rotates the picture anticlockwise by `turn` radians, so that a line at that angle becomes level. The result has room
 * for the corners, and sides that are multiples of 32.
 */
export const turned = (picture: Picture, turn: number): Turned => {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const width = stepped(picture.width * Math.abs(cos) + picture.height * Math.abs(sin))
  const height = stepped(picture.width * Math.abs(sin) + picture.height * Math.abs(cos))
  const back = ({ x, y }: Point) => {
    const [dx, dy] = [x - width / 2, y - height / 2]
    return { x: picture.width / 2 + dx * cos - dy * sin, y: picture.height / 2 + dx * sin + dy * cos }
  }
  if (turn === 0) return { picture: widened(picture, { width, height }), back }
  const pixels = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++)
    sampleRun(picture, {
      from: back({ x: 0.5, y: y + 0.5 }),
      step: { x: cos, y: sin },
      count: width,
      into: pixels,
      at: y * width * 3,
      apart: 3,
    })
  return { picture: { pixels, width, height }, back }
}

/**
 * Centres the picture in a larger one, whose border repeats the edge pixels. With an odd difference in size,
 * neighbouring pixels are averaged.
 */
const widened = (picture: Picture, { width, height }: { width: number; height: number }): Picture => {
  const pixels = new Uint8Array(width * height * 3)
  const [columns, rows] = [halves(picture.width, width), halves(picture.height, height)]
  const row = picture.width * 3
  for (let y = 0, at = 0; y < height; y++) {
    const upper = (rows[y * 2] ?? 0) * row
    const lower = (rows[y * 2 + 1] ?? 0) * row
    for (let x = 0; x < width; x++, at += 3) {
      const left = (columns[x * 2] ?? 0) * 3
      const right = (columns[x * 2 + 1] ?? 0) * 3
      for (let colour = 0; colour < 3; colour++)
        pixels[at + colour] =
          ((picture.pixels[upper + left + colour] ?? 0) +
            (picture.pixels[upper + right + colour] ?? 0) +
            (picture.pixels[lower + left + colour] ?? 0) +
            (picture.pixels[lower + right + colour] ?? 0)) >>
          2
    }
  }
  return { pixels, width, height }
}

/** For each position on the longer side, the two on the shorter one between which it lies. */
const halves = (short: number, long: number) => {
  const before = (long - short) / 2
  const inside = (place: number) => Math.max(0, Math.min(short - 1, place))
  return Int32Array.from({ length: long * 2 }, (_, at) => {
    const place = (at >> 1) - before
    return inside(at % 2 === 0 ? Math.floor(place) : Math.ceil(place))
  })
}

const stepped = (size: number) => Math.max(step, Math.ceil(size / step) * step)
