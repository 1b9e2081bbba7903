import { expect, test } from 'vitest'
import { safeDecode } from './endpoint.ts'
import { dialled, digitsAsWritten, telephone, telephoneFault, telephoneOver } from './telephone.ts'

test.each([
  '020 7946 0123',
  '(020) 7946-0123 ext 12',
  '+44 (0)20 7946 0123',
  '07700900123 (mobile)',
  '020 7946 0123 or 07700 900123',
  '06 12 34 56 78',
  '+1 (202) 555-0123',
  '1234567890',
  '555-0123',
])('%s is taken, and kept as it is typed', (typed) =>
  expect(safeDecode(telephone(), typed)).toMatchObject({ data: typed }),
)

test.each(['call me later', 'ask my son', 'n/a', '999', '-'])(
  '%s is refused with an example of a number',
  (typed) => {
    const message = 'This isn’t a phone number. Please enter one, such as 020 7946 0123'
    expect(safeDecode(telephone(), typed)).toMatchObject({ error: { issues: [{ message }] } })
    expect(telephoneFault(typed)).toBe(message)
  },
)

test('a number may be left out where it is not required, and not elsewhere', () => {
  expect(safeDecode(telephone(), ' ')).toMatchObject({ data: '' })
  expect(safeDecode(telephone('Phone number is required'), '')).toMatchObject({
    error: { issues: [{ message: 'Phone number is required' }] },
  })
})

test('what was kept before there were rules stays until somebody changes it', () => {
  expect(telephoneOver('ask my son', 'ask my son')).toBe('ask my son')
  expect(telephoneOver('ask my son', '')).toBe('')
  expect(() => telephoneOver('ask my son', 'ask my daughter')).toThrow('Please check')
})

test.each([
  ['020 7946 0123', 'tel:+442079460123'],
  ['+44 (0)20 7946 0000', 'tel:+442079460000'],
  ['(+44) (0)20 7946 0000', 'tel:+442079460000'],
  ['0044 20 7946 0000', 'tel:+442079460000'],
  ['44 20 7946 0000', 'tel:+442079460000'],
  ['7700900123', 'tel:+447700900123'],
  ['020 7946 0123 ext. 12', 'tel:+442079460123;ext=12'],
  ['02079460123x12', 'tel:+442079460123;ext=12'],
  ['020 7946 0123 (ext 12)', 'tel:+442079460123;ext=12'],
  ['0800 1111', 'tel:+448001111'],
  ['+49 (0)30 23125 123', 'tel:+493023125123'],
  ['001 202 555 0123', 'tel:+12025550123'],
  ['Anna’s office 4711', 'tel:4711'],
])('%s is dialled as %s', (text, link) => expect(`tel:${dialled(text)}`).toBe(link))

test('one number has the same digits however it is written', () => {
  const written = ['07700 900123', '+44 7700 900123', '0044 (0)7700 900123', '7700900123']
  for (const text of written) {
    const digits = text.replace(/\D/g, '')
    // A spreadsheet's number without its 0 is kept with it.
    if (digits.startsWith('7')) continue
    for (const other of written) expect(digitsAsWritten(other)).toContain(digits)
  }
  expect(digitsAsWritten('+1 202 555 0123')).toEqual(['12025550123', '0012025550123'])
})
