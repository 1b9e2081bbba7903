import { expect, test } from 'vitest'
import { reuseLimits } from '../settings.ts'
import { alreadyDone, type DoneCheck, goodUntil, isInDate, whyAgain } from './in-date.ts'

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
  expect(goodUntil(check(facts), reuseLimits)).toBe(until)
})

test('a check counts on its last day and not on the day after, by the limits of the firm', () => {
  const bill = check({ kind: 'proof_of_address', documentOn: '2026-10-01' })
  expect([isInDate(bill, '2027-01-01', reuseLimits), isInDate(bill, '2027-01-02', reuseLimits)]).toEqual([
    true,
    false,
  ])
  expect(isInDate(bill, '2027-01-02', { addressMonths: 6, identityMonths: 24 })).toBe(true)
  expect(whyAgain(bill, reuseLimits)).toMatch(/more than 3 months old/)
  expect(whyAgain(bill, { addressMonths: 6, identityMonths: 24 })).toMatch(/more than 6 months old/)
  expect(whyAgain(bill, { addressMonths: 1, identityMonths: 24 })).toMatch(/more than 1 month old/)
})

test('a client reads what is used again, and only what was found right is called checked', () => {
  const words = (kind: DoneCheck['kind'], outcome: 'verified' | 'review' | null) =>
    alreadyDone({ kind, title: 'Client questionnaire', outcome }, '2026-10-03')
  expect(words('proof_of_address', 'verified')).toBe(
    'We already checked the proof of address you sent on 3 October 2026. There’s nothing to send.',
  )
  expect(words('proof_of_address', 'review')).toBe(
    'We already have the proof of address you sent on 3 October 2026. There’s nothing to send.',
  )
  expect(words('identity_check', 'review')).toBe(
    'You did your identity check on 3 October 2026. There’s nothing to send.',
  )
  expect(words('client_questionnaire', null)).toBe(
    'You did “Client questionnaire” on 3 October 2026, and it counts for this case too. There’s nothing to do.',
  )
})
