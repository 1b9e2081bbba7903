import type { Picture } from './picture.ts'
import { type Point, type Strip, sagAt } from './strip.ts'

/** A strip of a picture drawn level, `height` pixels high; its width keeps the letters' proportions. */
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
    const sag = sagAt(strip, along)
    for (let y = 0; y < high; y++) {
      const across = sag + ((y + 0.5) / high - 0.5) * tall
      const point = { x: strip.x + along * cos - across * sin, y: strip.y + along * sin + across * cos }
      sampled(picture, point, { into: fine, at: (y * wide + x) * 3 })
    }
  }
  return averaged({ pixels: fine, width: wide, height: high }, grain)
}

/** The recogniser steps by eight pixels. */
const widthFor = ({ width, height }: Strip, high: number) =>
  Math.max(16, Math.min(3200, Math.round((high * width) / height / 8) * 8))

/** Samples a side for each pixel: large print that is only picked at would flicker. */
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

/** The colour at a point between pixels; beyond the edge it is that of the edge. */
const sampled = (
  { pixels, width, height }: Picture,
  { x, y }: Point,
  { into, at }: { into: Uint8Array; at: number },
) => {
  const px = Math.max(0, Math.min(width - 1.001, x - 0.5))
  const py = Math.max(0, Math.min(height - 1.001, y - 0.5))
  const [left, top] = [Math.floor(px), Math.floor(py)]
  const [fx, fy] = [px - left, py - top]
  const here = (top * width + left) * 3
  const below = height > 1 ? here + width * 3 : here
  for (let colour = 0; colour < 3; colour++) {
    const upper = (pixels[here + colour] ?? 0) * (1 - fx) + (pixels[here + 3 + colour] ?? 0) * fx
    const lower = (pixels[below + colour] ?? 0) * (1 - fx) + (pixels[below + 3 + colour] ?? 0) * fx
    into[at + colour] = upper * (1 - fy) + lower * fy
  }
}

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
