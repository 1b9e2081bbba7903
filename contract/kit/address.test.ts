import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addressParts, composeAddress, isPostcode, postcodeOf, writePostcode } from './address.ts'

test('postcodes of every format are recognised, however they are typed', () => {
  for (const postcode of ['M1 1AE', 'B33 8TH', 'CR2 6XH', 'DN55 1PT', 'W1A 1HQ', 'EC1A 1BB', 'GIR 0AA'])
    for (const typed of [postcode, postcode.toLowerCase(), postcode.replace(' ', ''), ` ${postcode} `]) {
      expect(isPostcode(typed)).toBe(true)
      expect(writePostcode(typed)).toBe(postcode)
    }
})

test('text that only resembles a postcode is not one', () => {
  for (const text of ['', 'W1U', 'W1U 4P', '75001', 'QQ1 1AA', 'W1U 4CI', 'SW1A 1AAA', 'London W1U 4PL'])
    expect(isPostcode(text)).toBe(false)
})

test('composing and splitting an address gives back its parts', () => {
  const line = fc.stringMatching(/^[A-Za-z][A-Za-z0-9', -]{0,20}[A-Za-z]$/)
  const postcode = fc.constantFrom('M1 1AE', 'DN55 1PT', 'EC1A 1BB')
  const address = fc.record({
    line1: line,
    line2: fc.oneof(fc.constant(''), line),
    town: line,
    postcode,
  })
  fc.assert(
    fc.property(address, (parts) => {
      expect(addressParts(composeAddress(parts))).toEqual(parts)
    }),
  )
})

test('an address of one line is split at its commas', () => {
  expect(addressParts('Flat 2, 12 Garden Street, London w1u4pl')).toEqual({
    line1: 'Flat 2',
    line2: '12 Garden Street',
    town: 'London',
    postcode: 'W1U 4PL',
  })
})

test('an address abroad has no UK postcode and is left as written', () => {
  expect(addressParts('12 rue de la Paix\n75002 Paris\nFrance')).toBeNull()
  expect(postcodeOf('12 rue de la Paix\n75002 Paris\nFrance')).toBeNull()
})
