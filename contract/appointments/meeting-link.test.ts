import { expect, test } from 'vitest'
import { linkFault, MeetingLink } from './appointments.ts'

test.each([
  'https://meet.example.com/room',
  'https://teams.microsoft.com/l/meetup-join/19%3ameeting_x%40thread.v2/0?context=%7b%22Tid%22%7d',
  'https://us02web.zoom.us/j/81234567890?pwd=abc.1',
  'https://meet.example.com:8443/room#now',
  'HTTPS://MEET.EXAMPLE.COM',
  'https://xn--mnchen-3ya.xn--p1ai/',
])('%s is a meeting link', (link) => {
  expect(linkFault(link)).toBeNull()
  expect(MeetingLink.safeParse(link).success).toBe(true)
})

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'http://meet.example.com',
  'meet.example.com',
  'https:',
  'https://',
  'https:meet.example.com',
  'https://meet.example.com/a b',
  'https://meet.example.com/"><script>',
  'mailto:a@example.com',
])('%s is no link that may be followed', (link) => {
  expect(linkFault(link)).toMatchObject({ code: 'invalid' })
  expect(MeetingLink.safeParse(link).success).toBe(false)
})

test.each([
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://0.0.0.0',
  'https://169.254.169.254/latest/meta-data',
  'https://10.1.2.3/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0x7f.1',
  'https://0177.0.0.1/',
  'https://[::ffff:7f00:1]/',
  'https://user@meet.example.com/',
  'https://meet.example.com@evil.example/',
  'https://localhost/',
  'https://portal.localhost/',
  'https://printer.local/',
  'https://db.internal:5432/',
  'https://１２７.0.0.1/',
  'https://evil.example\\@meet.example.com',
  'file:///etc/passwd',
  'gopher://example.com/',
])('%s is well formed, and refused', (link) => {
  expect(linkFault(link)?.code).toMatch(/unprocessable|invalid/)
})

test.each([
  'https://127.0.0.1/',
  'https://[::1]/',
  'https://2130706433/',
  'https://user@meet.example.com/',
  'file:///etc/passwd',
  'gopher://example.com/',
])('%s is refused for what it leads to', (link) => {
  expect(linkFault(link)).toMatchObject({ code: 'unprocessable' })
})

test('an empty link is valid', () => {
  expect(MeetingLink.parse('  ')).toBe('')
})
