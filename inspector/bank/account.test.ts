import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkAccount } from './account.ts'

// The test cases published with VocaLink's rules ("Validating account numbers", version 6.40).
const published = {
  possible: [
    ['089999', '66374958'],
    ['107999', '88837491'],
    ['202959', '63748472'],
    ['871427', '46238510'],
    ['872427', '46238510'],
    ['871427', '09123496'],
    ['871427', '99123496'],
    ['820000', '73688637'],
    ['827999', '73988638'],
    ['827101', '28748352'],
    ['134020', '63849203'],
    ['118765', '64371389'],
    ['938611', '07806039'],
    ['938600', '42368003'],
    ['938063', '55065200'],
    ['772798', '99345694'],
    ['086090', '06774744'],
    ['309070', '02355688'],
    ['309070', '12345668'],
    ['309070', '12345677'],
    ['309070', '99345694'],
    ['180002', '00000190'],
    ['070116', '34012583'],
    ['074456', '11104102'],
    ['074456', '12345112'],
  ],
  impossible: [
    ['938063', '15764273'],
    ['938063', '15764264'],
    ['938063', '15763217'],
    ['118765', '64371388'],
    ['203099', '66831036'],
    ['203099', '58716970'],
    ['089999', '66374959'],
    ['107999', '88837493'],
  ],
  // Exception 6: an account in another currency carries no check digit.
  not_checkable: [['200915', '41011166']],
} as const

for (const [verdict, accounts] of Object.entries(published)) {
  describe(`VocaLink's published accounts that are ${verdict}`, () => {
    for (const [sortCode, accountNumber] of accounts)
      test(`${sortCode} ${accountNumber}`, () => {
        expect(checkAccount(sortCode, accountNumber)).toBe(verdict)
      })
  })
}

test('hyphens in a sort code do not matter', () => {
  expect(checkAccount('08-99-99', '66374958')).toBe('possible')
  expect(checkAccount('08-99-99', '66374959')).toBe('impossible')
})

test('a sort code without a published rule is not_checkable, not possible', () => {
  expect(checkAccount('99-99-99', '12345678')).toBe('not_checkable')
})

test('exception 4 compares the remainder with both last digits, not with their sum', () => {
  // The sum of the last two digits is the remainder here, so a wrong implementation would accept it.
  expect(checkAccount('134013', '21296850')).toBe('impossible')
})

test('a malformed sort code or account number is impossible', () => {
  for (const [sortCode, accountNumber] of [
    ['08999', '66374958'],
    ['089999', '6637495'],
    ['08999a', '66374958'],
    ['', ''],
  ] as const)
    expect(checkAccount(sortCode, accountNumber)).toBe('impossible')
})

test('if one plain check applies, a single mistyped digit is always noticed', () => {
  const slip = fc.record({ place: fc.integer({ min: 0, max: 7 }), digit: fc.integer({ min: 0, max: 9 }) })
  fc.assert(
    fc.property(slip, ({ place, digit }) => {
      const right = '66374958'
      const wrong = right.slice(0, place) + digit + right.slice(place + 1)
      fc.pre(wrong !== right)
      expect(checkAccount('089999', wrong)).toBe('impossible')
    }),
  )
})
