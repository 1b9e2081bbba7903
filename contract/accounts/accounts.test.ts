import { expect, test } from 'vitest'
import { z } from 'zod'
import { safeDecode } from '../kit/endpoint.ts'
import { invalidInput } from '../kit/transport.ts'
import { payments } from '../payments/payments.ts'
import { accounts } from './accounts.ts'

const complaints = (rules: z.ZodObject, value: object) => {
  const read = safeDecode(rules, value)
  return read.success ? {} : invalidInput(read.error).fields
}

const registration = {
  firstName: 'First name is required',
  lastName: 'Last name is required',
  username: 'Username must be at least 3 characters',
  email: 'Please enter a valid email',
  password: 'Password must be at least 8 characters',
  confirmPassword: 'Please confirm your password',
}
const credentials = { username: 'Username is required', password: 'Password is required' }
const passwordChange = {
  currentPassword: 'Current password is required',
  newPassword: 'Password must be at least 8 characters',
  confirmPassword: 'Please confirm your password',
}

test.each([
  ['a registration', accounts.register.input, registration],
  ['a sign-in', accounts.login.input, credentials],
  ['a change of password', accounts.changePassword.input, passwordChange],
])('%s says the same of what is left out as of what is left empty', (_, rules, words) => {
  const empty = Object.fromEntries(Object.keys(words).map((name) => [name, '']))
  expect(complaints(rules, empty)).toEqual(words)
  expect(complaints(rules, {})).toEqual(words)
})

test('two passwords that differ have an error at the second, whatever else is wrong', () => {
  const typed = { password: 'long enough', confirmPassword: 'long enougH' }
  expect(complaints(accounts.register.input, typed)).toMatchObject({
    firstName: 'First name is required',
    confirmPassword: 'Passwords do not match',
  })
})

test('a rule without a message of its own has a readable one', () => {
  const wrong = { taskId: 7, amount: 1, paymentMethod: 'cheque' }
  expect(complaints(payments.pay.input, wrong)).toEqual({
    taskId: 'Please check this',
    currency: 'Please fill this in',
    paymentMethod: 'Please check this',
  })
})

test.each([
  ['registering', accounts.register.input],
  ['the profile', accounts.saveProfile.input],
  ['a change of password', accounts.changePassword.input],
])('%s names the limit of a field that is too long for it', (_, rules) => {
  const tooLong = Object.fromEntries(
    Object.keys(rules.shape).map((name) => [name, name === 'email' ? longEmail : 'a1'.repeat(500)]),
  )
  for (const [name, refusal] of Object.entries(complaints(rules, tooLong)))
    expect(`${name}: ${refusal}`).toMatch(/ at most \d+ characters$/)
  expect(Object.keys(complaints(rules, tooLong)).sort()).toEqual(Object.keys(rules.shape).sort())
})

const longEmail = `${'a'.repeat(250)}@example.com`
