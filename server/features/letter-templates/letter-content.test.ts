import { expect, test } from 'vitest'
import { drawPdf } from '#server/platform/pdf/document.ts'
import { textOfPdf } from '#server/testing/pdf.ts'
import { letterContent } from './service.ts'

const parts = {
  title: 'Deed of gift',
  letterhead: {
    name: 'Hartley & Rowe',
    postalAddress: '12 Garden Court, London EC4Y 9BL',
    telephone: '020 7946 0123',
    email: 'hello@hartley-rowe.example',
    regulator: 'Authorised and regulated by the Solicitors Regulation Authority',
    vatNumber: null,
  },
  date: '28 November 2026',
  reference: 'HR-2026-00008',
  wording: 'version 3',
}

test('a signature is never on a page without the last words of its letter, however long the letter is', async () => {
  for (let count = 4; count < 40; count += 3) {
    const content = letterContent({
      ...parts,
      isSigned: true,
      blocks: [
        { kind: 'paragraph', text: 'A line.\n'.repeat(count) },
        { kind: 'heading', text: 'Signed as a deed' },
        { kind: 'paragraph', text: 'This document is signed as a deed by Daniel Whitmore.' },
      ],
    })
    const { text } = await textOfPdf(await drawPdf(content))
    const signedPage = text.split('Page 1 of 2').at(-1)
    for (const words of ['Signed as a deed', 'signed as a deed by Daniel Whitmore', 'Wording version 3'])
      expect([count, signedPage]).toEqual([count, expect.stringContaining(words)])
  }
})
