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

test.each([
  ['550 5.1.7 Bad sender address syntax', 'sender', /send from this address/],
  ['550 5.1.8 Sender domain not found', 'sender', /send from this address/],
  ['550 5.7.1 Not authorised', 'sender', /send from this address/],
  ['550 5.7.26 DMARC', 'sender', /send from this address/],
  ['552 5.2.2 Mailbox full', 'sender', /send from this address/],
  ['550 No', 'sender', /send from this address/],
  ['554 5.3.2 Not accepting network messages', 'everything', /takes no email from the portal/],
  ['521 No mail here', 'everything', /takes no email from the portal/],
  ['554 No SMTP service here', 'everything', /takes no email from the portal/],
  ['503 5.5.1 Bad sequence', 'everything', /takes no email from the portal/],
  ['554 5.7.8 Sign in first', 'no_login', /enter a user name and password/],
] as const)('what a mail server answers to the sender concerns all emails: “%s”', (said, kind, words) => {
  const detail = `Mail command failed: ${said} (EENVELOPE)`
  expect(faultKind(detail)).toBe(kind)
  expect(faultDetailWords(detail)).toMatch(words)
})

test.each([
  '552 5.2.3 Longer than is allowed',
  '552 5.3.4 Too large',
  '552 Too large',
  '550 5.2.3 Longer than is allowed',
  '555 Parameter not recognised',
  '550 5.6.7 Non-ASCII addresses not permitted',
])('what a mail server says of the one email is not said of all: “%s”', (said) => {
  const detail = `Mail command failed: ${said} (EENVELOPE)`
  expect(faultKind(detail)).toBe('other')
  expect(faultDetailWords(detail)).toBeNull()
})

test.each([
  ['550 5.1.1 No such person', 'other'],
  ['554 5.7.1 Relay access denied', 'other'],
  ['550 5.1.8 Sender domain not found', 'sender'],
  ['554 5.3.2 Not accepting network messages', 'everything'],
] as const)(
  'an answer to the recipient or the content is about the portal only by its enhanced code: “%s”',
  (said, kind) => {
    expect(faultKind(`Can't send mail - all recipients were rejected: ${said} (EENVELOPE)`)).toBe(kind)
    expect(faultKind(`Message failed: ${said} (EMESSAGE)`)).toBe(kind)
  },
)

test('a user name and password that were refused keep their own words', () => {
  expect(faultKind('Invalid login: 535 5.7.8 Credentials invalid (EAUTH)')).toBe('login')
})
