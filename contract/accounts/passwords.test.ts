import { expect, test } from 'vitest'
import { invalidInput } from '../kit/transport.ts'
import { Registration } from './accounts.ts'
import { guessable, isGuessable } from './passwords.ts'

const person = {
  firstName: 'Zoë',
  lastName: 'Okafor',
  username: 'zoe.okafor',
  email: 'zoe@okafor.example',
}
const names = [person.username, person.email, 'Hartley & Rowe']

test.each([
  '        ',
  'aaaaaaaa',
  '👍👍👍👍👍👍👍👍',
  'abcabcabc',
  '\u200b\u200b\u200b\u200b\u200b\u200b\u200b\u200b',
  'zoe.okafor',
  'Zoe Okafor',
  'zoeokafor2026',
  'zoe@okafor.example',
  'Hartley & Rowe',
  'hartleyrowe1',
])('%j is too easy to guess', (password) => {
  expect(isGuessable(password, names)).toBe(true)
})

test.each([
  'correct horse battery',
  'secret-word',
  'my hartley & rowe is a car',
  'zoe likes the number 7',
  'пароль для дома',
  '7#kQ9!vv',
])('%j may be chosen', (password) => {
  expect(isGuessable(password, names)).toBe(false)
})

test('a long password is checked quickly', () => {
  const times = Array.from({ length: 20 }, () => {
    const begun = Date.now()
    expect(isGuessable(`${'ab'.repeat(127)}!!`)).toBe(false)
    return Date.now() - begun
  })
  // The quickest, because a busy machine may stand still during any of them.
  expect(Math.min(...times)).toBeLessThan(100)
})

const faultsOf = (facts: object) => {
  const parsed = Registration.safeParse({ ...person, ...facts })
  return parsed.success ? {} : invalidInput(parsed.error).fields
}

test('an easy password has an error at its field, and a short one its own message', () => {
  expect(faultsOf({ password: 'aaaaaaaa', confirmPassword: 'aaaaaaaa' })).toEqual({ password: guessable })
  expect(faultsOf({ password: 'zoe okafor', confirmPassword: 'zoe okafor' })).toEqual({ password: guessable })
  expect(faultsOf({ password: 'short', confirmPassword: 'short' })).toEqual({
    password: 'Password must be at least 8 characters',
  })
})

test('a username contains no @ in any form, because it could be the email address of somebody else', () => {
  const password = { password: 'correct horse battery', confirmPassword: 'correct horse battery' }
  for (const username of ['ben@example.com', 'ben＠example.com', 'b@b'])
    expect(faultsOf({ ...password, username })).toEqual({ username: 'A username cannot contain @' })
})
