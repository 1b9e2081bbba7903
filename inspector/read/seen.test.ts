import { expect, test } from 'vitest'
import { onePage, rawPdf, stream } from '../testing/raw-pdf.ts'
import { isFault, openPdf } from './pdf.ts'
import { isLaidOverPicture, showsPicture, visibleSegments } from './seen.ts'

test('a page without words is not drawn, however large its picture', async () => {
  const undrawable = { getViewport: () => expect.unreachable(), render: () => expect.unreachable() }
  expect(await visibleSegments(undrawable, [])).toEqual([])
})

/** An A4 page with words, over strips from its top to its bottom, each of which `paint` paints on the unit square. */
const stripedPage = (strips: number, paint: string, height = 842 / strips) => {
  const lines = Array.from(
    { length: strips },
    (_, at) => `q 595 0 0 ${height} 0 ${842 - (at + 1) * height} cm ${paint} Q`,
  )
  const words = 'BT /F1 12 Tf 72 720 Td (A statement of account) Tj ET'
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R
      /Resources << /Font << /F1 5 0 R >> /XObject << /Im1 6 0 R >> >> >>`,
    stream('', [...lines, words].join('\n')),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    stream(
      '/Type /XObject /Subtype /Image /Width 2 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8',
      'az',
    ),
  ])
}

const seenOn = async (bytes: Uint8Array) => {
  const pdf = await openPdf(bytes)
  if (isFault(pdf)) return expect.unreachable()
  const page = await pdf.page(1)
  const seen = { shows: await showsPicture(page), isLaidOver: await isLaidOverPicture(page) }
  await pdf.close()
  return seen
}

const inline = 'BI /W 2 /H 1 /BPC 8 /CS /G ID az EI'
const mask = (row: string) => `BI /W 8 /H 1 /BPC 1 /IM true ID ${row} EI`

test.each([
  ['one picture', stripedPage(1, '/Im1 Do')],
  ['two strips', stripedPage(2, '/Im1 Do')],
  ['the same strip again and again', stripedPage(8, '/Im1 Do')],
  ['strips that lie in the page itself', stripedPage(16, inline)],
  ['one-coloured strips', stripedPage(16, mask('a'))],
])('words over %s that fill the page lie over a picture', async (_, bytes) => {
  expect(await seenOn(bytes)).toEqual({ shows: true, isLaidOver: true })
})

test.each([
  ['the same small picture again and again', stripedPage(8, '/Im1 Do', 10)],
  ['small pictures that lie in the page itself', stripedPage(16, inline, 10)],
  ['one-coloured small pictures', stripedPage(16, mask('a'), 10)],
  ['a picture that is painted twenty times in one place', stripedPage(20, '1 0 0 1 0 0 cm /Im1 Do', 0.5)],
])('words beside %s do not lie over one, but the page shows pictures', async (_, bytes) => {
  expect(await seenOn(bytes)).toEqual({ shows: true, isLaidOver: false })
})

test('a page of words alone shows no picture', async () => {
  const words = onePage(stream('', 'BT /F1 12 Tf 72 720 Td (A statement of account) Tj ET'))
  expect(await seenOn(words)).toEqual({ shows: false, isLaidOver: false })
})
