import { expect, test } from 'vitest'
import { faceFor, isTestUser } from './dashboard.ts'

const done = { status: 'completed', reason: null } as const
const open = { status: 'pending', reason: null } as const

test('the first view stays for the session of onboarding, until every task is complete', () => {
  const newly = { isNewlyOnboarded: true }
  expect(faceFor(newly, [done, open])).toBe('onboarding')
  expect(faceFor(newly, [])).toBe('onboarding')
  expect(faceFor(newly, [done, done])).toBe('returning')
})

test('from the next sign-in on a client is welcomed back', () => {
  for (const tasks of [[], [open], [done, open], [done]])
    expect(faceFor({ isNewlyOnboarded: false }, tasks)).toBe('returning')
})

test('only the exact name of the test account may be reset', () => {
  expect(isTestUser({ username: 'testuser' })).toBe(true)
  for (const username of ['testuser2', 'Testuser', ' testuser', ''])
    expect(isTestUser({ username })).toBe(false)
})
