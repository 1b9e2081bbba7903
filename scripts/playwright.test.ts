import { expect, test } from 'vitest'
import { count } from './playwright.mjs'

const stats = { expected: 3, unexpected: 0, skipped: 0, flaky: 0 }

test('a journey that did not run, could not be read or ended badly counts as failed', () => {
  expect(count({ stats, errors: [] }, 0)).toEqual({ passed: 3, failed: 0 })
  const unhappy = { expected: 3, unexpected: 1, skipped: 1, flaky: 1 }
  expect(count({ stats: unhappy, errors: [] }, 1)).toEqual({ passed: 3, failed: 3 })
  expect(count({ stats, errors: ['no such file'] }, 1)).toEqual({ passed: 3, failed: 1 })
  expect(count({ stats, errors: [] }, 1)).toEqual({ passed: 3, failed: 1 })
  expect(count(undefined, 1)).toEqual({ passed: 0, failed: 1 })
})
