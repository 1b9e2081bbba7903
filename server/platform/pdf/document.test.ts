import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { textOfPdf } from '#server/testing/pdf.ts'
import { drawPdf, pdfResponse } from './document.ts'
import type { PdfContent } from './layout.ts'

const letterhead = {
  name: 'Łukasz & Söhne',
  postalAddress: '12 Garden Court, London EC4Y 9BL',
  telephone: '020 7946 0123',
  email: 'hello@example.com',
  regulator: 'Authorised and regulated by the Solicitors Regulation Authority',
  vatNumber: null,
}
const contentOf = (...blocks: PdfContent['blocks'][number][]): PdfContent => ({
  letterhead,
  title: 'Receipt',
  blocks,
})

test('names of any script are printed, and those the typefaces hold can be found in the file', async () => {
  const rows = ['Zoë Ünlü', 'Đặng Thị', 'Ωμέγα', 'Иван', '王小明', '👩‍⚖️', 'office affix'].map((value) => ({
    name: 'Paid by',
    value,
  }))
  const { text } = await textOfPdf(await drawPdf(contentOf({ kind: 'rows', rows })))
  expect(text).toContain('Łukasz & Söhne')
  for (const name of ['Zoë Ünlü', 'Đặng Thị', 'Ωμέγα', 'Иван', 'office affix']) expect(text).toContain(name)
})

test('long content runs on to numbered pages, and nothing of it is lost', async () => {
  const words = Array.from({ length: 3000 }, (_, index) => `w${index}`)
  const bytes = await drawPdf(
    contentOf(
      { kind: 'rows', rows: [{ name: 'Answer', value: words.slice(0, 1500).join(' ') }] },
      { kind: 'paragraph', text: words.slice(1500).join('\n') },
      { kind: 'paragraph', text: 'x'.repeat(500) },
    ),
  )
  const { text, pages } = await textOfPdf(bytes)
  const found = new Set(text.match(/\bw\d+\b/g))
  expect(words.filter((word) => !found.has(word))).toEqual([])
  expect(text.match(/x/g)?.length).toBeGreaterThanOrEqual(500)
  expect(text).toContain(`Page ${pages} of ${pages}`)
  expect(pages).toBeGreaterThan(10)
})

test('the same content is the same file, so that a download can be resumed', async () => {
  const content = contentOf({ kind: 'notice', text: 'Please keep this.' })
  const bytes = await drawPdf(content)
  expect(await drawPdf(content)).toEqual(bytes)
  const file = pdfResponse(bytes, { filename: 'Receipt.pdf' })
  expect(await buffer(await file.open({ start: 10, end: 19 }))).toEqual(bytes.subarray(10, 20))
  expect(await buffer(await file.open())).toHaveLength(file.size)
})

test('what is signed is on the page of its signature, with its heading, however full the page before is', async () => {
  for (let count = 20; count < 60; count += 1) {
    const before = Array.from({ length: count }, (_, index) => `Line ${index}.`).join('\n')
    const { text, pages } = await textOfPdf(
      await drawPdf(
        contentOf(
          { kind: 'paragraph', text: before },
          {
            kind: 'signing',
            room: 165,
            blocks: [
              { kind: 'heading', text: 'Signed as a deed' },
              { kind: 'paragraph', text: 'This document is signed as a deed.' },
            ],
          },
        ),
      ),
    )
    const lastPage = text.slice(pages === 1 ? 0 : text.indexOf('Page 1 of'))
    expect([count, lastPage]).toEqual([count, expect.stringContaining('Signed as a deed')])
    expect([count, lastPage]).toEqual([count, expect.stringContaining('This document is signed')])
  }
})

test('the end of what is signed is on the page of its signature, however long its last paragraph is', async () => {
  for (let count = 28; count < 110; count += 3) {
    const lines = Array.from({ length: count }, (_, index) => `Line ${index}.`)
    const signing = {
      kind: 'signing',
      room: 165,
      blocks: [
        { kind: 'paragraph', text: lines.join('\n') },
        { kind: 'paragraph', text: 'Wording 1', look: 'soft' },
      ],
    } as const
    const { text, pages } = await textOfPdf(await drawPdf(contentOf(signing)))
    const lastPage = pages === 1 ? text : text.split(`Page ${pages - 1} of`).at(-1)
    for (const words of [lines.at(-2), lines.at(-1), 'Wording 1'])
      expect([count, lastPage]).toEqual([count, expect.stringContaining(String(words))])
    for (const words of lines) expect(text).toContain(words)
  }
})
