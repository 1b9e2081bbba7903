import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { openUpload } from '../accept.ts'
import { okafor, utilityBill } from '../testing/documents.ts'
import { drawPdf } from '../testing/paper.ts'
import { onePage, packedPdf, rawPdf, stream } from '../testing/raw-pdf.ts'
import { refusalOf } from '../testing/refusal.ts'
import { hasEndlessList } from './pdf.ts'

const link = '<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (https://gov.uk) >> >>'
const withAnnotations = (list: string) => {
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Annots ${list} >>`
  const tree = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>', page]
  return rawPdf([...tree, link, link, '[4 0 R]'])
}

const endless: Record<string, Buffer> = {
  'one link a hundred thousand times': withAnnotations(`[${'4 0 R '.repeat(100_000)}]`),
  'two links in turns': withAnnotations(`[${'4 0 R 5 0 R\n'.repeat(50_000)}]`),
  'one link in a packed list': packedPdf('<< /Type /Catalog /Pages 4 0 R >>', {
    data: deflateSync(`10 0 [${'5 0 R '.repeat(100_000)}]`),
    first: 5,
  }),
  'an index of 200,000 ranges': onePage(stream('', ''), '', [
    stream(`/Type /XRef /Size 9 /W [1 1 1] /Root 1 0 R /Index [${'0 1 '.repeat(200_000)}]`, ''),
  ]),
}

test.each(Object.entries(endless))('a PDF with %s is refused before a reader walks it', async (_, bytes) => {
  expect(await hasEndlessList(bytes)).toBe(true)
  expect(await refusalOf(openUpload(bytes, 'pdf'))).toMatchObject({ reason: 'too_complex' })
})

test('a bill, and a file of a thousand pages with ten links each, are no attack', async () => {
  const kids = Array.from({ length: 1000 }, (_, at) => `${at + 4} 0 R`).join(' ')
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Annots [${'3 0 R '.repeat(10)}] >>`
  const long = rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count 1000 >>`,
    link,
    ...Array.from({ length: 1000 }, () => page),
  ])
  expect(await hasEndlessList(long)).toBe(false)
  expect(await hasEndlessList(await drawPdf(utilityBill(okafor)))).toBe(false)
  expect(await openUpload(long, 'pdf')).toMatchObject({ pages: 1000 })
})
