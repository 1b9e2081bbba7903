import { describe, expect, test } from 'vitest'
import { capturePath } from '../identity/session.ts'
import { authPath, guideAt, helpPath, isPage, landingOf, ownPath, pages } from './pages.ts'
import type { StaffRole } from './rights.ts'

test('every page is recognised with or without a slash at its end, and no other path is', () => {
  for (const path of Object.values(pages)) {
    expect(isPage(path, true)).toBe(true)
    expect(isPage(`${path}/`.replace('//', '/'), true)).toBe(true)
  }
  for (const path of ['/wp-login.php', '/documents/1', '/Auth', '', '//'])
    expect(isPage(path, true), path).toBe(false)
})

test('the path of the capture page is a page if its token is well formed', () => {
  const token = 'a1_-'.repeat(10).concat('xyz')
  expect(isPage(capturePath(token), false)).toBe(true)
  expect(isPage(`${capturePath(token)}/`, false)).toBe(true)
  for (const wrong of ['', ':token', token.slice(1), `${token}x`, `${token}/x`, `${token.slice(1)}%`])
    expect(isPage(capturePath(wrong), false), wrong).toBe(false)
})

test('a guide of the help has a page under its name, with or without a section', () => {
  expect(helpPath('fee-earner', 'start-the-day')).toBe('/help/fee-earner#start-the-day')
  expect(guideAt(helpPath('fee-earner', 'start-the-day'))).toBe('fee-earner')
  expect(isPage('/help/client', false)).toBe(true)
  expect(isPage('/help/client/', false)).toBe(true)
  for (const path of ['/help/', '/help/client/more', '/help/Client', '/help/../auth', 'https://example.com'])
    expect(guideAt(path), path).toBe(null)
})

test('a demo page is not a page outside the demo', () => {
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

describe('after signing in', () => {
  const client = { role: 'client', roles: [] as StaffRole[], isFirstLogin: false } as const
  const fresh = { role: 'client', roles: [] as StaffRole[], isFirstLogin: true } as const
  const solicitor = { role: 'fee_earner', roles: ['fee_earner'] as StaffRole[], isFirstLogin: false } as const

  test('a first login goes to the welcome, whatever it asked for', () => {
    expect(landingOf(fresh, { next: '/payments', hasViewedWelcome: false })).toBe('/welcome')
    expect(landingOf(fresh, { next: null, hasViewedWelcome: true })).toBe('/')
  })

  test('a client goes where they wanted to be, a person of the firm to the firm', () => {
    expect(landingOf(client, { next: null, hasViewedWelcome: false })).toBe('/')
    expect(landingOf(client, { next: '/documents?show=all', hasViewedWelcome: false })).toBe(
      '/documents?show=all',
    )
    expect(landingOf(client, { next: '//evil.example', hasViewedWelcome: false })).toBe('/')
    expect(landingOf(solicitor, { next: null, hasViewedWelcome: false })).toBe('/firm')
    expect(landingOf(solicitor, { next: '/settings', hasViewedWelcome: false })).toBe('/settings')
  })
})
