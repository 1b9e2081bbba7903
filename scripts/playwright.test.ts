import { expect, test } from 'vitest'
import { count, durationsIn } from './playwright.mjs'

const stats = { expected: 3, unexpected: 0, skipped: 0, flaky: 0 }

test('a journey that did not run, could not be read or ended badly counts as failed', () => {
  const report = { stats, errors: [], suites: [] }
  expect(count(report, 0)).toEqual({ passed: 3, failed: 0, failures: [] })
  const unhappy = { expected: 3, unexpected: 1, skipped: 1, flaky: 1 }
  expect(count({ ...report, stats: unhappy }, 1)).toMatchObject({ passed: 3, failed: 3 })
  expect(count({ ...report, errors: [{ message: 'no such file' }] }, 1)).toEqual({
    passed: 3,
    failed: 1,
    failures: ['no such file'],
  })
  expect(count(report, 1)).toMatchObject({ passed: 3, failed: 1 })
  expect(count(undefined, 1)).toMatchObject({ passed: 0, failed: 1 })
})

test('a journey that failed is named with its file, however deep its group', () => {
  const spec = { title: 'a client pays', file: 'pay.spec.ts', ok: false, tests: [{ status: 'unexpected' }] }
  const suites = [{ specs: [], suites: [{ specs: [spec] }] }]
  expect(count({ stats: { ...stats, unexpected: 1 }, errors: [], suites }, 1).failures).toEqual([
    'e2e/pay.spec.ts › a client pays (unexpected)',
  ])
})

test('the journeys of a file are counted together', () => {
  const took = (duration: number) => ({
    title: 'a client pays',
    file: 'pay.spec.ts',
    ok: true,
    tests: [{ status: 'expected', results: [{ duration }] }],
  })
  const suites = [{ specs: [took(1500)], suites: [{ specs: [took(500)] }] }]
  expect(durationsIn({ stats, errors: [], suites })).toEqual([{ file: 'e2e/pay.spec.ts', seconds: 2 }])
})
