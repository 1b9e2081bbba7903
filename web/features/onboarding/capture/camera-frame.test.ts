import { expect, test } from 'vitest'
import { atMost, coveredPart, guideIn, inPicture, stillName } from './camera.ts'

test('what fills its place is cut off evenly on both sides', () => {
  const picture = { width: 1280, height: 720 }
  expect(coveredPart(picture, { width: 300, height: 400 })).toEqual({ x: 370, y: 0, width: 540, height: 720 })
  expect(coveredPart(picture, { width: 640, height: 200 })).toEqual({
    x: 0,
    y: 160,
    width: 1280,
    height: 400,
  })
})

test('the guide has the proportions of the document, and fits on a phone held either way', () => {
  for (const place of [
    { width: 354, height: 472 },
    { width: 560, height: 210 },
  ])
    for (const ratio of [125 / 88, 85.6 / 53.98, 210 / 297]) {
      const { x, y, width, height } = guideIn(place, ratio)
      expect(width / height).toBeCloseTo(ratio)
      expect(x).toBeCloseTo((place.width - width) / 2)
      expect(y).toBeCloseTo((place.height - height) / 2)
      expect(width).toBeLessThan(place.width)
      expect(height).toBeLessThan(place.height)
    }
})

test('the guide is measured where it lies in the picture', () => {
  const [picture, place] = [
    { width: 1280, height: 720 },
    { width: 640, height: 360 },
  ]
  const part = inPicture({ x: 10, y: 20, width: 100, height: 50 }, { picture, place })
  expect(part).toEqual({ x: 20, y: 40, width: 200, height: 100 })
})

test('a picture is made smaller where it is large, and never larger', () => {
  expect(atMost({ width: 4800, height: 3600 }, 2400)).toEqual({ width: 2400, height: 1800 })
  expect(atMost({ width: 800, height: 600 }, 2400)).toEqual({ width: 800, height: 600 })
})

test('the file is called by what it is and when it was taken', () => {
  expect(stillName('selfie', new Date('2026-11-03T14:05:02Z'))).toBe('selfie_2026-11-03_140502.jpg')
})
