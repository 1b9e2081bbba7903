import { expect, test } from 'vitest'
import { coveredAt, freePlace } from './toast-place.ts'

const room = { top: 12, bottom: 800 }
const header = { top: 0, bottom: 60 }
const height = 64

test.each([
  { where: 'from above', from: 'top' as const, least: 60, most: 80 },
  { where: 'from below', from: 'bottom' as const, least: 660, most: 680 },
])(
  'a toast stands in the first place $where that covers nothing that is pressed',
  ({ from, least, most }) => {
    const taken = [header, { top: 750, bottom: 800 }]
    const place = freePlace({ height, room, taken, from })
    expect(coveredAt(place, height, taken)).toBe(0)
    expect(place).toBeGreaterThanOrEqual(least)
    expect(place).toBeLessThanOrEqual(most)
  },
)

test('a gap that is too narrow is passed over', () => {
  const taken = [header, { top: 120, bottom: 160 }, { top: 300, bottom: 340 }]
  const place = freePlace({ height, room, taken, from: 'top' })
  expect(place).toBeGreaterThanOrEqual(160)
  expect(place + height).toBeLessThanOrEqual(300)
})

test('where everything is taken, a toast covers as little as it can', () => {
  const taken = [header, { top: 60, bottom: 500 }, { top: 550, bottom: 800 }]
  const place = freePlace({ height, room, taken, from: 'top' })
  expect(place).toBeGreaterThan(500 - height)
  expect(place).toBeLessThan(550)
})

test('where all of the room is words, a toast leaves what is pressed and the greeting alone', () => {
  const greeting = { top: 80, bottom: 120, weight: 0.02 }
  const lines = { top: 130, bottom: 800, weight: 0.005 }
  const taken = [header, greeting, lines, { top: 560, bottom: 600 }]
  const place = freePlace({ height, room, taken, from: 'top' })
  expect(place).toBeGreaterThanOrEqual(greeting.bottom)
  expect(coveredAt(place, height, taken)).toBeLessThan(1)
})

test('a toast that is higher than its room begins where the room begins', () => {
  expect(freePlace({ height: 900, room, taken: [], from: 'bottom' })).toBe(room.top)
})
