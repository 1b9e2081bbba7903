import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeDecode } from './endpoint.ts'
import { dialled, telephone, telephoneFault, writeTelephone } from './telephone.ts'

test.each([
  ['020 7946 0123', '020 7946 0123'],
  ['02079460123', '020 7946 0123'],
  ['(020) 7946-0123', '020 7946 0123'],
  ['+44 (0)20 7946 0123', '020 7946 0123'],
  ['+44 20 7946 0123', '020 7946 0123'],
  ['0044 20 7946 0123', '020 7946 0123'],
  ['44 20 7946 0123', '020 7946 0123'],
  ['07700900123', '07700 900123'],
  ['07700.900.123', '07700 900123'],
  ['0113 4960123', '0113 496 0123'],
  ['0131-496-0123', '0131 496 0123'],
  ['01632 960123', '01632 960123'],
  ['0169 772 3456', '01697 723456'],
  ['016977 3999', '01697 73999'],
  ['0800 123 4567', '0800 123 4567'],
  ['0800 123456', '0800 123456'],
  ['0800 1111', '0800 1111'],
  ['0300 123 2040', '0300 123 2040'],
  ['020 7946 0123 ext 12', '020 7946 0123 ext. 12'],
  ['020 7946 0123 ext. 12', '020 7946 0123 ext. 12'],
  ['020 7946 0123, extension 12', '020 7946 0123 ext. 12'],
  ['02079460123x12', '020 7946 0123 ext. 12'],
  ['020 7946 0123 #12', '020 7946 0123 ext. 12'],
  ['02079460123ext12', '020 7946 0123 ext. 12'],
  ['020 7946 0123 (ext 12)', '020 7946 0123 ext. 12'],
  ['+44 (0)20 7946 0123 (x12)', '020 7946 0123 ext. 12'],
  ['44 (0)20 7946 0123', '020 7946 0123'],
  ['(+44) (0)20 7946 0123', '020 7946 0123'],
  ['(+49) (0)30 23125 123', '+49 302 312 5123'],
  ['+1 (202) 555-0123', '+1 202 555 0123'],
  ['001 202 555 0123', '+1 202 555 0123'],
  ['+353 20 910 1234', '+353 209 101 234'],
  ['+49 (0)30 23125 123', '+49 302 312 5123'],
  ['+39 06 1234 5678', '+39 061 234 5678'],
])('%s is kept as %s', (typed, kept) => {
  expect(safeDecode(telephone(), typed)).toMatchObject({ data: kept })
  expect(writeTelephone(kept)).toBe(kept)
})

test('a mobile number that a spreadsheet took the first 0 of is understood', () =>
  expect(safeDecode(telephone(), '7700900123')).toMatchObject({ data: '07700 900123' }))

test.each([
  ['call me later', /^This isn’t a phone number\. Please enter one, such as 020 7946 0123/],
  ['020 7946 0123 or 07700 900123', /^This isn’t one phone number/],
  ['my number is 07700 900123', /^This isn’t one phone number/],
  ['7946 0123', /^Please start with 0, or with \+ and the country code, such as 020 7946 0123/],
  ['0794 601', /^This phone number is too short\. Please enter all of it, such as 020 7946 0123/],
  ['020 7946 0123 4567', /^This phone number is too long\. Please enter one, such as 020 7946 0123/],
  ['020 7946 0123 / 07700 900123', /^This phone number is too long/],
  ['+44 7700 900', /too short/],
  ['+1 202', /too short/],
  ['+1 202 555 0123 555 0123', /too long/],
  ['0400 123 4567', /^This isn’t a UK phone number/],
  ['+44 0000 000000', /^This isn’t a UK phone number/],
  ['06 12 34 56 78', /If it’s from another country, start with \+ and the country code/],
  ['+0 202 555 0123', /^Please start with 0, or with \+/],
])('%s is refused with what is wrong and an example', (typed, sentence) => {
  expect(telephoneFault(typed)).toMatch(sentence)
  expect(safeDecode(telephone(), typed)).toMatchObject({
    error: { issues: [{ message: telephoneFault(typed) }] },
  })
})

test('a number may be left out where it is not required, and not elsewhere', () => {
  expect(safeDecode(telephone(), ' ')).toMatchObject({ data: '' })
  expect(safeDecode(telephone('Phone number is required'), '')).toMatchObject({
    error: { issues: [{ message: 'Phone number is required' }] },
  })
})

test('what is kept is kept the same when it is read again, and dials the same number', () => {
  const digits = fc.stringMatching(/^\d{3,14}$/)
  const typed = fc
    .tuple(fc.constantFrom('0', '+', '+44', '00', '44', '7'), digits, fc.constantFrom('', ' ext 7'))
    .map((parts) => parts.join(''))
    .filter((text) => telephoneFault(text) === null)
  fc.assert(
    fc.property(typed, (text) => {
      const kept = writeTelephone(text)
      expect(writeTelephone(kept)).toBe(kept)
      expect(telephoneFault(kept)).toBeNull()
      expect(dialled(kept)).toBe(dialled(text))
    }),
  )
})

test.each([
  ['020 7946 0123', 'tel:+442079460123'],
  ['+44 (0)20 7946 0000', 'tel:+442079460000'],
  ['020 7946 0123 ext. 12', 'tel:+442079460123;ext=12'],
  ['+1 202 555 0123', 'tel:+12025550123'],
  ['Anna’s office 4711', 'tel:4711'],
])('%s is dialled as %s', (text, link) => expect(`tel:${dialled(text)}`).toBe(link))
