import { expect, test } from 'vitest'
import { type Grey, greyOf, type Hint, hintOf, steadied, unsure } from './hints.ts'

const width = 240
const height = 160

/** Draws lines of letters on a page that lies on a table. Each letter is a few upright strokes. */
const page = (shade = (light: number) => light): Grey => {
  const light = Uint8ClampedArray.from({ length: width * height }, (_, place) => {
    const [x, y] = [place % width, Math.floor(place / width)]
    const isTable = x < 15 || x > width - 15 || y < 12 || y > height - 12
    const isLetter = y % 12 > 5 && (x * 7 + Math.floor(y / 12) * 5) % 11 < 4 && x > 30 && x < width - 30
    return shade(isTable ? 90 : isLetter ? 40 : 205)
  })
  return { light, width, height }
}

const blurred = ({ light }: Grey, radius: number): Grey => {
  const mean = (at: (offset: number) => number) => {
    let sum = 0
    for (let offset = -radius; offset <= radius; offset += 1) sum += at(offset)
    return sum / (2 * radius + 1)
  }
  const across = light.map((_, place) => mean((offset) => light[place + offset] ?? 128))
  const down = across.map((_, place) => mean((offset) => across[place + offset * width] ?? 128))
  return { light: down, width, height }
}

const withSpot = (grey: Grey, radius: number): Grey => ({
  ...grey,
  light: grey.light.map((light, place) => {
    const [x, y] = [(place % width) - width / 2, Math.floor(place / width) - height / 2]
    return Math.hypot(x, y) < radius ? 255 : light
  }),
})

const cases: [string, Grey, Hint][] = [
  ['a sharp page in good light', page(), 'good'],
  ['the same page in weaker light', page((light) => light * 0.5), 'good'],
  ['a page in the dark', page((light) => light * 0.2), 'dark'],
  ['a page under a lamp', page((light) => light + 200), 'bright'],
  ['a page out of focus', blurred(page(), 5), 'blurred'],
  ['a page with a reflection on it', withSpot(page(), 30), 'glare'],
  ['an empty table', page(() => 110), 'empty'],
]
test.each(cases)('%s is told for what it is', (_, grey, hint) => expect(hintOf(grey, 'paper')).toBe(hint))

test('a face may be softer than letters', () => {
  expect(hintOf(blurred(page(), 2), 'face')).toBe('good')
  expect(
    hintOf(
      page((light) => light * 0.2),
      'face',
    ),
  ).toBe('dark')
})

test('the first hint is told at once, another only when it stays', () => {
  const seen: Hint[] = ['dark', 'good', 'dark', 'good', 'good', 'good', 'good']
  let steady = unsure
  const hints = seen.map((hint) => {
    steady = steadied(steady, hint)
    return steady.shown
  })
  expect(hints).toEqual(['dark', 'dark', 'dark', 'dark', 'dark', 'dark', 'good'])
})

test('colours become the light that an eye sees', () => {
  const data = new Uint8ClampedArray([255, 0, 0, 255, 0, 255, 0, 255, 255, 255, 255, 255])
  expect([...greyOf({ data, width: 3, height: 1 }).light]).toEqual([76, 150, 255])
})
