import { expect, test } from 'vitest'
import { count } from './vitest.mjs'

const report = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }

test('what did not run, could not be read or ended badly counts as failed', () => {
  expect(count(report, 0)).toEqual({ passed: 3, failed: 0 })
  expect(count({ ...report, numPendingTests: 1, numTodoTests: 1 }, 0)).toEqual({ passed: 3, failed: 2 })
  const unreadable = [{ status: 'failed', assertionResults: [] }]
  expect(count({ ...report, testResults: unreadable }, 1)).toEqual({ passed: 3, failed: 1 })
  expect(count(report, 1)).toEqual({ passed: 3, failed: 1 })
  expect(count(undefined, 1)).toEqual({ passed: 0, failed: 1 })
})
