import { expect, onTestFinished, test } from 'vitest'
import { textOfPdf } from '#server/testing/pdf.ts'
import { openDrawing } from './draw-pages.ts'

const letterhead = {
  name: 'Hartley & Rowe',
  postalAddress: '1 Chancery Lane',
  telephone: '',
  email: '',
  regulator: '',
  vatNumber: null,
}

test('the same paper is drawn again after the process that draws was let go', async () => {
  const drawing = openDrawing({ log: () => {} })
  onTestFinished(() => drawing.close())
  const content = { letterhead, title: 'Receipt', blocks: [] }
  const bytes = await drawing.draw(content)
  expect((await textOfPdf(bytes)).text).toContain('Hartley & Rowe')
  await drawing.dismiss()
  expect(await drawing.draw(content)).toEqual(bytes)
  expect(await drawing.missingLetters('Zoë \u{10fffd}')).toEqual(['\u{10fffd}'])
})
