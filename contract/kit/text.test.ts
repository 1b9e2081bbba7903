import fc from 'fast-check'
import { expect, test } from 'vitest'
import { line, prose } from './endpoint.ts'
import { fold, hasHidden, withoutHidden } from './text.ts'

const point = (hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))

const unseen =
  '0000 0007 007f 0085 00ad 034f 061c 115f 180e 200b 200c 200d 200e 200f 2028 2029 202a 202e 2060 2066 2069 206f ' +
  '3164 fe00 fe0f feff ffa0 fff9 e0001 e0041 e0100'

test.each(unseen.split(' '))('U+%s between two letters is refused in a line and in prose', (hex) => {
  const posing = `ana${point(hex)}b`
  expect(line(80).safeParse(posing).success).toBe(false)
  expect(prose(80).safeParse(posing).success).toBe(false)
  expect(withoutHidden(posing)).toBe('anab')
  expect(fold(posing)).toBe('anab')
})

test('half of a surrogate pair is refused', () => {
  expect(line(80).safeParse('a\ud800').success).toBe(false)
  expect(prose(80).safeParse('a\ud800').success).toBe(false)
})

test.each([
  '👩\u200d👩\u200d👧 family',
  '👩🏽\u200d🚀',
  '🏳\ufe0f\u200d🌈',
  '❤\ufe0f',
  '1\ufe0f\u20e3',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  'نامه\u200cها',
  'क्\u200dष',
  'අවශ්\u200dය',
  '葛\u{e0100}城',
  'Siân Ó Briain',
  '王小明',
])('%j is text like any other', (text) => {
  expect(hasHidden(text)).toBe(false)
  expect(line(80).parse(text)).toBe(text)
  expect(prose(80).parse(`${text}\n\t${text}`)).toBe(`${text}\n\t${text}`)
})

test('an emoji keeps no invisible characters that it does not need', () => {
  expect(withoutHidden('👩\u200d\u200d👧')).toBe('👩👧')
  expect(withoutHidden('❤\ufe0f\ufe0f')).toBe('❤\ufe0f')
  expect(withoutHidden('🏴\u{e0073}\u{e0065}\u{e0063}')).toBe('🏴')
})

test('spellings that look the same have one key', () => {
  for (const spelling of ['ZOË', 'zoe\u0308', ' Zoë ', 'Z\u200boë', 'Ｚoë', 'Zo\u00adë'])
    expect(fold(spelling)).toBe('zoë')
  expect(fold('ana  \u00a0smith')).toBe('ana smith')
  expect(fold('❤\ufe0f')).toBe(fold('❤'))
})

test('cleaning or folding a text twice changes nothing more', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(
        fc.constantFrom('a', '1', '👩', '👧', '❤', '\ufe0f', '\u200d', '\u200b', '\u20e3', 'ا', '🏽', '葛'),
      )
      .map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(anything, (text) => {
      const clean = withoutHidden(text)
      expect(hasHidden(clean)).toBe(false)
      expect(fold(fold(text))).toBe(fold(text))
      expect(clean.isWellFormed()).toBe(true)
    }),
    { numRuns: 2000 },
  )
})
