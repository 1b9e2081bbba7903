import fc from 'fast-check'
import { expect, test } from 'vitest'
import { invalidInput } from '../kit/transport.ts'
import {
  cardOnPage,
  cardOnTask,
  isExpired,
  passesLuhn,
  paymentOnPage,
  sandboxTokenOf,
  testCards,
} from './card.ts'

const today = '2026-11-09'
const good = {
  cardNumber: '4242424242424242',
  cardholderName: 'Amara Okafor',
  expiryDate: '11/26',
  cvc: '123',
}
type Rules = ReturnType<typeof cardOnTask | typeof cardOnPage | typeof paymentOnPage>
const complaints = (rules: Rules, card: object) => {
  const parsed = rules.safeParse(card)
  return parsed.success ? {} : invalidInput(parsed.error).fields
}

const digit = fc.integer({ min: 0, max: 9 })
const fifteen = fc.array(digit, { minLength: 15, maxLength: 15 }).map((digits) => digits.join(''))
const checkDigits = [...'0123456789']

test('exactly one of ten check digits is right, so a single wrong digit is always noticed', () => {
  fc.assert(
    fc.property(fifteen, fc.nat(15), digit, (start, place, other) => {
      const right = checkDigits.filter((last) => passesLuhn(start + last))
      expect(right).toHaveLength(1)
      const number = start + right[0]
      if (Number(number[place]) === other) return
      expect(passesLuhn(number.slice(0, place) + other + number.slice(place + 1))).toBe(false)
    }),
  )
})

test('two swapped neighbouring digits are noticed, except 09 and 90, which the check cannot distinguish', () => {
  fc.assert(
    fc.property(fifteen, fc.nat(14), (start, place) => {
      const number = start + checkDigits.find((last) => passesLuhn(start + last))
      const [left = '', right = ''] = number.slice(place, place + 2)
      fc.pre(left !== right && left + right !== '09' && left + right !== '90')
      expect(passesLuhn(number.slice(0, place) + right + left + number.slice(place + 2))).toBe(false)
    }),
  )
})

test('a card is valid to the end of the month on it, and not a day longer', () => {
  const two = (number: number) => String(number).padStart(2, '0')
  const anyMonth = fc.integer({ min: 1, max: 12 })
  const anyYear = fc.integer({ min: 20, max: 90 })
  fc.assert(
    fc.property(anyYear, anyMonth, anyYear, anyMonth, (year, month, nowYear, nowMonth) => {
      const isPast = year * 12 + month < nowYear * 12 + nowMonth
      for (const day of ['01', '28'])
        expect(isExpired(`${two(month)}/${two(year)}`, `20${two(nowYear)}-${two(nowMonth)}-${day}`)).toBe(
          isPast,
        )
    }),
  )
})

test('the task dialog and the payments page each have their own error messages', () => {
  expect(complaints(cardOnTask(today), good)).toEqual({})
  expect(complaints(cardOnPage(today), good)).toEqual({})
  const empty = { cardNumber: '', cardholderName: ' ', expiryDate: '', cvc: '' }
  expect(complaints(cardOnTask(today), empty)).toEqual({
    cardNumber: 'Please enter a valid 16-digit card number',
    cardholderName: 'Please enter the cardholder name',
    expiryDate: 'Please enter a valid expiry date (MM/YY)',
    cvc: 'Please enter a valid security code',
  })
  expect(complaints(paymentOnPage(today), { ...empty, amount: 0, taskId: '' })).toEqual({
    cardNumber: 'Card number must be 16 digits',
    cardholderName: 'Cardholder name is required',
    expiryDate: 'Expiry date must be in MM/YY format',
    cvc: 'CVC must be 3 or 4 digits',
    amount: 'Amount is required',
    taskId: 'Task is required',
  })
})

test('the page requires three letters of a name, and the task dialog one', () => {
  expect(complaints(cardOnTask(today), { ...good, cardholderName: 'B' })).toEqual({})
  expect(complaints(cardOnPage(today), { ...good, cardholderName: 'Bo' })).toHaveProperty('cardholderName')
  expect(complaints(cardOnPage(today), { ...good, cardholderName: 'Bob' })).toEqual({})
})

test('incomplete or wrong card details are refused', () => {
  for (const rules of [cardOnTask(today), cardOnPage(today)]) {
    for (const cardNumber of [
      '424242424242424',
      '42424242424242424',
      '4242 4242 4242 42',
      '4242424242424241',
    ])
      expect(complaints(rules, { ...good, cardNumber })).toHaveProperty('cardNumber')
    for (const expiryDate of ['13/27', '00/27', '1/27', '1127', '11/2027', '10/26'])
      expect(complaints(rules, { ...good, expiryDate })).toHaveProperty('expiryDate')
    for (const cvc of ['12', '12345', '12a'])
      expect(complaints(rules, { ...good, cvc })).toHaveProperty('cvc')
  }
})

test('every published test card passes the Luhn check, and any other number acts as the good card', () => {
  for (const { number, token } of testCards) {
    expect(passesLuhn(number)).toBe(true)
    expect(sandboxTokenOf(number)).toBe(token)
  }
  expect(sandboxTokenOf('5555555555554444')).toBe('sandbox_good')
})
