import { expect, test } from 'vitest'
import { dueOnOf } from './privacy.ts'

test.each([
  ['2026-11-09', '2026-12-09'],
  ['2026-12-31', '2027-01-31'],
  ['2027-01-31', '2027-02-28'],
  ['2028-01-30', '2028-02-29'],
])('a request for erasure of %s is answered by %s', (receivedOn, due) => {
  expect(dueOnOf('erasure', receivedOn)).toBe(due)
})

test.each([
  ['2026-11-09', '2027-01-04'],
  ['2026-10-24', '2026-12-19'],
])('a complaint of %s is answered by %s, eight weeks later', (receivedOn, due) => {
  expect(dueOnOf('complaint', receivedOn)).toBe(due)
})
