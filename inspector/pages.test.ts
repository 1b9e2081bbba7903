import { loadImage } from '@napi-rs/canvas'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { imagePreview, pageText, renderPage } from './pages.ts'
import { okafor, recipe, utilityBill } from './testing/documents.ts'
import { drawPdf } from './testing/paper.ts'
import { drawPhonePhoto } from './testing/pictures.ts'
import { onePage, stream } from './testing/raw-pdf.ts'
import { refusalOf } from './testing/refusal.ts'

const bill = await drawPdf(utilityBill(okafor), recipe)

test('a page becomes a picture of the asked width, with its words drawn', async () => {
  const png = await renderPage(bill, 1, { width: 595 })
  const { width, height, data } = await pixelsOf(png)
  expect({ width, height }).toEqual({ width: 595, height: 842 })
  // "Octopus Energy" is at 60 points from the left and top, in black on white.
  const inked = (left: number, top: number) =>
    darkest(data, width, { left, top, right: left + 140, bottom: top + 20 }) < 60
  expect(inked(60, 42)).toBe(true)
  expect(inked(400, 600)).toBe(false)
})

test('words are placed where they are displayed', async () => {
  const words = await pageText(bill, 1)
  const name = words.find(({ text }) => text === 'Mrs Adaeze Okafor')
  expect(name?.x).toBeCloseTo(60 / 595, 3)
  expect(name?.y).toBeGreaterThan(120 / 842)
  expect((name?.y ?? 0) + (name?.height ?? 0)).toBeLessThan(134 / 842)
  expect(name?.width).toBeGreaterThan(0.12)
  expect((await pageText(bill, 2)).map(({ text }) => text)).toContain('Lemon drizzle cake')
})

test('a page that is not there is not found; a file that is no PDF has no pages', async () => {
  for (const number of [0, -1, 3, 1.5, Number.NaN])
    expect(await refusalOf(renderPage(bill, number, { width: 100 }))).toMatchObject({ code: 'not_found' })
  expect(await refusalOf(pageText(Buffer.from('%PDF-nothing'), 1))).toMatchObject({ reason: 'no_preview' })
  expect(await refusalOf(imagePreview(Buffer.from('GIF89a'), { width: 100 }))).toMatchObject({
    reason: 'no_preview',
  })
})

test('a rendered page never exceeds the largest size', async () => {
  const tall = onePage(stream('', '')).toString('latin1').replace('595 842]', '20 90000]')
  const { height } = await loadImage(
    Buffer.from(await renderPage(Buffer.from(tall, 'latin1'), 1, { width: 50_000 })),
  )
  expect(height).toBeLessThanOrEqual(3000)
})

test('the preview of a phone’s photo is upright and contains neither location nor camera', async () => {
  const original = await drawPhonePhoto()
  expect((await sharp(original).metadata()).exif).toBeDefined()

  const preview = Buffer.from(await imagePreview(original, { width: 300 }))

  const { width, height, exif, xmp, orientation } = await sharp(preview).metadata()
  expect({ width, height, exif, xmp, orientation }).toEqual({
    width: 300,
    height: 400,
    exif: undefined,
    xmp: undefined,
    orientation: undefined,
  })
  expect(preview.includes('alert(1)')).toBe(false)
})

const pixelsOf = async (png: Uint8Array) => {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

interface Box {
  left: number
  top: number
  right: number
  bottom: number
}
const darkest = (data: Uint8Array, width: number, { left, top, right, bottom }: Box) => {
  let found = 255
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) found = Math.min(found, data[y * width + x] ?? 255)
  return found
}
