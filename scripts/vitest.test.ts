import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './process.mjs'
import { count, durationsIn } from './vitest.mjs'

const report = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] }
const took = { startTime: 1000, endTime: 3500 }

test('what did not run, could not be read or ended badly counts as failed', () => {
  expect(count(report, 0)).toEqual({ passed: 3, failed: 0, failures: [] })
  expect(count({ ...report, numPendingTests: 1, numTodoTests: 1 }, 0)).toMatchObject({ passed: 3, failed: 2 })
  const unreadable = [
    { ...took, name: 'a.test.ts', status: 'failed', message: 'no such import', assertionResults: [] },
  ]
  expect(count({ ...report, testResults: unreadable }, 1)).toMatchObject({ passed: 3, failed: 1 })
  expect(count(report, 1)).toMatchObject({ passed: 3, failed: 1 })
  expect(count(undefined, 1)).toMatchObject({ passed: 0, failed: 1 })
})

test('what failed is named with its file, the first line of why and what was logged', () => {
  const assertionResults = [
    { fullName: 'holds', status: 'passed', failureMessages: [] },
    {
      fullName: 'breaks',
      status: 'failed',
      failureMessages: ['expected 1 to be 2\n    at a.test.ts:3', 'Logged: too slow\n    at b.ts:1'],
    },
  ]
  const testResults = [
    { ...took, name: join(root, 'server/a.test.ts'), status: 'failed', message: '', assertionResults },
  ]
  expect(count({ ...report, numFailedTests: 1, testResults }, 1).failures).toEqual([
    'server/a.test.ts › breaks\n    expected 1 to be 2\n    Logged: too slow',
  ])
})

test('how long each file took is told in seconds', () => {
  const testResults = [
    { ...took, name: join(root, 'server/a.test.ts'), status: 'passed', message: '', assertionResults: [] },
  ]
  expect(durationsIn({ ...report, testResults })).toEqual([{ file: 'server/a.test.ts', seconds: 2.5 }])
  expect(durationsIn(undefined)).toEqual([])
})
