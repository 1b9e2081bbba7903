import { expect, test } from 'vitest'
import { authPath, isPage, ownPath, pages } from './pages.ts'

test('every page is a page, with or without a slash at its end, and nothing else is', () => {
  for (const path of Object.values(pages)) {
    expect(isPage(path, true)).toBe(true)
    expect(isPage(`${path}/`.replace('//', '/'), true)).toBe(true)
  }
  for (const path of ['/wp-login.php', '/documents/1', '/Auth', '', '//'])
    expect(isPage(path, true), path).toBe(false)
})

test('the test page of the demo is no page elsewhere', () => {
  expect(isPage('/auth-test', true)).toBe(true)
  expect(isPage('/auth-test', false)).toBe(false)
  expect(isPage('/auth', false)).toBe(true)
})

test.each(['/', '/documents', '/documents?before=1#top', '/settings'])(
  '%s is a place to go back to',
  (path) => expect(ownPath(path)).toBe(path),
)

test.each([
  null,
  '',
  'documents',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  '%2f%2fevil.example',
  '/%2fevil.example',
  '/%5cevil.example',
  '/\t/evil.example',
  '/\n//evil.example',
  '/%',
])('%j leads to the dashboard, never to another site', (next) => expect(ownPath(next)).toBe(pages.dashboard))

test('the sign-in page remembers where somebody was', () => {
  expect(authPath('/')).toBe('/auth')
  expect(authPath('/documents?show=all')).toBe('/auth?next=%2Fdocuments%3Fshow%3Dall')
})
