import fc from 'fast-check'
import { expect, test } from 'vitest'
import { piecesOf } from './linked-text.tsx'

const linksOf = (text: string) =>
  piecesOf(text).flatMap(({ href, text, host }) => (href === null ? [] : [{ text, href, host }]))

test.each([
  [
    'See https://www.gov.uk/buy-sell-your-home.',
    'https://www.gov.uk/buy-sell-your-home',
    'https://www.gov.uk/buy-sell-your-home',
  ],
  ['(www.gov.uk/stamp-duty)', 'www.gov.uk/stamp-duty', 'https://www.gov.uk/stamp-duty'],
  [
    'write to priya@hartley-rowe.example.com',
    'priya@hartley-rowe.example.com',
    'mailto:priya@hartley-rowe.example.com',
  ],
  ['call tel:+44 20 7946 0123 today', 'tel:+44 20 7946 0123', 'tel:+44 20 7946 0123'],
  [
    'http://localhost-like.example.org/a?b=1#c',
    'http://localhost-like.example.org/a?b=1#c',
    'http://localhost-like.example.org/a?b=1#c',
  ],
])('%s is followed', (text, words, href) => {
  expect(linksOf(text)).toEqual([{ text: words, href, host: null }])
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  'vbscript:msgbox(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'ftp://files.example.com/a',
  '//evil.example.com/a',
  'blob:https-1',
  'Clause 4.2 applies, not 4.3.1',
])('%s stays words', (text) => {
  expect(linksOf(text)).toEqual([])
})

test('letters that only look Latin say where they lead', () => {
  expect(linksOf('https://bаnk.example.com/pay')).toMatchObject([{ host: 'xn--bnk-6cd.example.com' }])
})

test('what stands before an @ does not pose as the address', () => {
  expect(linksOf('https://bank.example.com@evil.example.com/pay')).toEqual([
    { text: 'https://bank.example.com', href: 'https://bank.example.com/', host: null },
  ])
})

test('whatever is written, its pieces are the text again, and only four kinds are followed', () => {
  const nasty = fc.constantFrom(
    'javascript:',
    'https://',
    'mailto:',
    'tel:',
    'data:',
    'www.',
    '@',
    '.com',
    '\n',
    '//',
    ' ',
  )
  const text = fc
    .array(fc.oneof(nasty, fc.string({ unit: 'binary' })), { maxLength: 12 })
    .map((all) => all.join(''))
  fc.assert(
    fc.property(text, (written) => {
      const pieces = piecesOf(written)
      expect(pieces.map((piece) => piece.text).join('')).toBe(written)
      for (const { href } of pieces) expect(href ?? 'tel:').toMatch(/^(https?|mailto|tel):/)
    }),
    { numRuns: 500 },
  )
})
