import { expect, test } from 'vitest'
import { measurePhoto } from './photo.ts'

const [width, height] = [1000, 600]

/** Draws each pixel by its position. */
const picture = (light: (x: number, y: number) => number) => ({
  pixels: Uint8Array.from({ length: width * height }, (_, at) => light(at % width, Math.floor(at / width))),
  width,
  height,
})
/** Black strokes on grey paper. Each edge fades over `soft` pixels. */
const print = (soft: number) =>
  picture((x) => Math.max(30, Math.min(190, 30 + (Math.abs((x % 24) - 12) - 3) * (160 / soft))))

test('print in focus is sharp, and less so the more it is blurred', () => {
  const sharpness = [1, 4, 9].map((soft) => measurePhoto(print(soft)).sharpness)
  expect(sharpness).toEqual(sharpness.toSorted((a, b) => b - a))
  expect(sharpness[0]).toBeGreaterThan(500)
  expect(measurePhoto(picture(() => 190)).sharpness).toBe(0)
})

test('a few words on an empty page are enough to measure its focus', () => {
  const strokes = print(1)
  const page = picture((x, y) => (y < 150 ? (strokes.pixels[y * width + x] ?? 0) : 190))
  expect(measurePhoto(page).sharpness).toBeGreaterThan(500)
})

test('a white patch is glare in a darker scene, and no glare on white paper', () => {
  const inPatch = (x: number, y: number) => x < 200 && y < 300
  expect(measurePhoto(picture((x, y) => (inPatch(x, y) ? 255 : 120))).glare).toBeCloseTo(0.1)
  expect(measurePhoto(picture(() => 255)).glare).toBe(0)
  expect(measurePhoto(picture((x, y) => (inPatch(x, y) ? 255 : 240))).glare).toBe(0)
})

test('brightness is the mean of the picture', () => {
  expect(measurePhoto(picture((x) => (x < 500 ? 0 : 100))).light).toBe(50)
})
