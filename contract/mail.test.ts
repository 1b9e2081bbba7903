import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canSendAgain, holdsBankDetails, MailState } from './mail.ts'

test.each([
  'Sort code 12-34-56',
  'sort code: 123456',
  'Please pay to 12 34 56 12345678',
  'account number 12345678',
  'Account Number: 1234 5678',
  'IBAN GB29 NWBK 6016 1331 9268 19',
  'gb29nwbk60161331926819',
  'Card 4242 4242 4242 4242',
  'Card 4242424242424242',
  '20–00–00',
])('%j holds bank details', (text) => expect(holdsBankDetails(text)).toBe(true))

test.each([
  'Your appointment is on 9 November 2026 at 10:00.',
  'Your appointment is on 2026-11-09 at 10:00.',
  'Ring us on 020 7946 0123.',
  'Your code has 6 digits.',
  'Receipt HR-2026-000012',
  'Flat 2, 12 Garden Street, London SW1A 1AA',
  '9 tasks are still open in the portal.',
  'CASE-2026-0001',
])('%j holds none', (text) => expect(holdsBankDetails(text)).toBe(false))

test('a sort code is found in any spelling and position', () => {
  const pair = fc.integer({ min: 0, max: 99 }).map((number) => String(number).padStart(2, '0'))
  const separator = fc.constantFrom('-', ' ', '–', '.')
  fc.assert(
    fc.property(pair, pair, pair, separator, (a, b, c, sign) => {
      expect(holdsBankDetails(`Pay to ${[a, b, c].join(sign)}, please`)).toBe(true)
    }),
  )
})

test('only an email that was given up can be sent again', () => {
  expect(MailState.options.filter((state) => canSendAgain({ state }))).toEqual(['failed'])
})
