import { createCanvas } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { findPlace } from './stamp.ts'

const page = { width: 595, height: 842 }
const size = { width: 216, height: 115 }

/** A page of lines between margins of 56 points and a footer, with `free` blank points above the footer. */
function drawPage({ free }: { free: number }) {
  const canvas = createCanvas(page.width, page.height)
  const context = canvas.getContext('2d')
  context.fillStyle = 'white'
  context.fillRect(0, 0, page.width, page.height)
  context.fillStyle = 'black'
  for (let y = 56; y < 780 - free; y += 14) context.fillRect(56, y, 483, 8)
  context.fillRect(56, 790, 483, 1)
  return canvas.toBuffer('image/png')
}

test('a stamp stays inside the margins of the print and keeps clear of the footer', async () => {
  const place = await findPlace(drawPage({ free: 180 }), { page, size })
  if (!place) throw new Error('no place')
  const [right, bottom] = [place.left * page.width + size.width, place.top * page.height + size.height]
  expect(right).toBeLessThanOrEqual(539)
  expect(right).toBeGreaterThan(520)
  expect(bottom).toBeLessThanOrEqual(790 - 8)
})

test('a stamp is put nowhere where it would touch what is printed', async () => {
  expect(await findPlace(drawPage({ free: 120 }), { page, size })).toBeNull()
})

test('a stamp on a blank page stands at the bottom right, inside the usual margin', async () => {
  const canvas = createCanvas(page.width, page.height)
  canvas.getContext('2d').fillStyle = 'white'
  const place = await findPlace(canvas.toBuffer('image/png'), { page, size })
  expect(place && Math.round(place.left * page.width + size.width)).toBe(595 - 56)
})
