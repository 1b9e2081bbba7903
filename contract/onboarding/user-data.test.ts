import { expect, test } from 'vitest'
import { invalidInput } from '../kit/transport.ts'
import { UserData, userDataOn, VerifyUserData, writeAccountNumber } from './user-data.ts'

const good = {
  firstName: 'Amara',
  lastName: 'Okafor',
  dateOfBirth: '1991-03-14',
  streetAddress: '12 Garden Street',
  city: 'London',
  postalCode: 'w1u4pl',
  country: 'United Kingdom' as const,
  sortCode: '123456',
  accountNumber: '12345678',
}
const faultsOf = (change: Record<string, unknown>) => {
  const { error } = userDataOn('2026-11-09').safeParse({ ...good, ...change })
  return error ? invalidInput(error).fields : {}
}

test('valid values are stored in the British format', () => {
  expect(UserData.parse(good)).toMatchObject({ postalCode: 'W1U 4PL', sortCode: '12-34-56' })
  expect(writeAccountNumber('12345678')).toBe('1234 5678')
})

test.each([
  [{ firstName: '' }, { firstName: 'First name is required' }],
  [{ firstName: 'A' }, { firstName: 'First name must be at least 2 characters long' }],
  [{ lastName: undefined }, { lastName: 'Last name is required' }],
  [{ dateOfBirth: '' }, { dateOfBirth: 'Date of birth is required' }],
  [{ dateOfBirth: '14/03/1991' }, { dateOfBirth: 'Please enter a valid date in YYYY-MM-DD format' }],
  [{ dateOfBirth: '1991-02-30' }, { dateOfBirth: 'Please enter a valid date in YYYY-MM-DD format' }],
  [{ dateOfBirth: '2026-11-10' }, { dateOfBirth: 'Date of birth cannot be in the future' }],
  [{ dateOfBirth: '0000-01-01' }, { dateOfBirth: 'Please check the year: it must be 1900 or later' }],
  [{ streetAddress: '1 A' }, { streetAddress: 'Please enter a complete street address' }],
  [{ streetAddress: ' ' }, { streetAddress: 'Street address is required' }],
  [{ postalCode: '' }, { postalCode: 'Postal code is required' }],
  [{ postalCode: '12345' }, { postalCode: 'Please enter a valid UK postal code' }],
  [{ country: '' }, { country: 'Country is required' }],
  [{ sortCode: '12-345' }, { sortCode: 'Please enter a valid sort code (e.g., 12-34-56 or 123456)' }],
  [{ accountNumber: '1234567' }, { accountNumber: 'Please enter a valid 8-digit account number' }],
  [{ accountNumber: '' }, { accountNumber: 'Please enter a valid 8-digit account number' }],
  [{ sortCode: undefined }, { sortCode: 'Please enter a valid sort code (e.g., 12-34-56 or 123456)' }],
])('%j is told as %j', (change, fields) => {
  expect(faultsOf(change)).toEqual(fields)
})

test('an address abroad has the postal code of its own country', () => {
  expect(faultsOf({ country: 'Ireland', postalCode: 'D02 X285' })).toEqual({})
})

test('a client who skipped the bank account leaves both numbers out', () => {
  expect(faultsOf({ sortCode: '', accountNumber: '' })).toEqual({})
  expect(faultsOf({ sortCode: undefined, accountNumber: undefined })).toEqual({})
})

test('collected data may be incomplete, submitted data may not', () => {
  const sent = (verificationSource: string) => VerifyUserData.safeParse({ userData: {}, verificationSource })
  expect(sent('system_collected').success).toBe(true)
  const { error } = sent('user_submitted')
  expect(error && invalidInput(error).fields).toMatchObject({
    'userData.firstName': 'First name is required',
  })
})
