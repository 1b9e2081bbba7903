import { expect, test } from 'vitest'
import { faultDetailWords, faultKind } from './fault-words.ts'

test.each([
  'Mail command failed: 530 5.7.0 Authentication required (EENVELOPE)',
  'Mail command failed: 530-5.7.0 Must issue a STARTTLS command first (EENVELOPE)',
  "Can't send mail - all recipients were rejected: 530 5.7.0 No (EENVELOPE)",
  'Invalid login: 530 5.7.0 Must issue a STARTTLS command first (EAUTH)',
])('a mail server that wants a login is told by “%s”', (detail) => {
  expect(faultDetailWords(detail)).toMatch(/enter a user name and password/)
  expect(faultKind(detail)).toBe('no_login')
})

test.each([
  '530 status code (no body) (status 530)',
  'fetch failed / connect ECONNREFUSED 10.0.0.7:530 / refused',
])('what is no mail server’s is not taken for one that wants a login: “%s”', (detail) => {
  expect(faultDetailWords(detail) ?? '').not.toMatch(/mail server/)
  expect(faultKind(detail)).not.toBe('no_login')
})

test('a refused sender is told, and not where the email is too large', () => {
  expect(faultDetailWords('Mail command failed: 553 5.7.1 Not yours (EENVELOPE)')).toMatch(
    /send from this address/,
  )
  expect(faultDetailWords('Mail command failed: 552 5.3.4 Too large (EENVELOPE)')).toBeNull()
})
