import { expect, test } from 'vitest'
import { type DoneCheck, goodUntil, isInDate, whyAgain } from './in-date.ts'

const check = (facts: Partial<DoneCheck>): DoneCheck => ({
  kind: 'identity_check',
  completedOn: '2026-11-09',
  expiresOn: null,
  documentOn: null,
  ...facts,
})

test.each<[Partial<DoneCheck>, string | null]>([
  [{ kind: 'proof_of_identity', expiresOn: '2027-01-31' }, '2027-01-31'],
  [{ kind: 'proof_of_identity' }, null],
  [{ kind: 'proof_of_address', documentOn: '2026-10-01' }, '2027-01-01'],
  [{ kind: 'proof_of_address', documentOn: '2026-11-30' }, '2027-02-28'],
  [{ kind: 'proof_of_address' }, '2027-02-09'],
  [{ kind: 'identity_check' }, '2028-11-09'],
  [{ kind: 'identity_check', completedOn: '2028-02-29' }, '2030-02-28'],
  [{ kind: 'bank_check' }, null],
])('%j counts until %s', (facts, until) => {
  expect(goodUntil(check(facts))).toBe(until)
})

test('a check counts on its last day and not on the day after, by the limits of the firm', () => {
  const bill = check({ kind: 'proof_of_address', documentOn: '2026-10-01' })
  expect([isInDate(bill, '2027-01-01'), isInDate(bill, '2027-01-02')]).toEqual([true, false])
  expect(isInDate(bill, '2027-01-02', { addressMonths: 6, identityMonths: 24 })).toBe(true)
  expect(whyAgain(bill)).toMatch(/more than 3 months old/)
})
