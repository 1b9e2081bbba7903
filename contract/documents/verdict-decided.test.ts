import { expect, test } from 'vitest'
import { check, otherName, sent, validation } from './testing/verdicts.ts'
import { verdictFor } from './verdict.ts'

test('a verified document is clear, with the three facts that matter most', () => {
  const checks = ['machine_zone', 'document_kind', 'not_expired', 'birth_date_matches', 'name_matches'].map(
    (rule) => check(rule, 'passed'),
  )
  expect(verdictFor({ ...sent(validation({ checks }, 0.97)), status: 'verified' })).toEqual({
    kind: 'clear',
    label: 'Verified',
    sentence: "We've checked your document.",
    action: 'continue',
    lines: ["It's in your name.", 'The date of birth is yours.', "It's in date."],
  })
})

test('a match is never claimed without a comparison', () => {
  const checks = [check('name_matches', 'passed'), check('address_matches', 'not_checked')]
  expect(verdictFor({ ...sent(validation({ checks }, 0.95)), status: 'verified' }).lines).toEqual([
    "It's in your name.",
  ])
})

test('a document that the firm accepted is clear, without what the check found', () => {
  const accepted = { ...sent(validation({ checks: [otherName], issues: ['No.'] })), isAccepted: true }
  expect(verdictFor({ ...accepted, status: 'verified' })).toMatchObject({ kind: 'clear', lines: [] })
})

test('a document that the firm rejected shows the reason, and another is requested', () => {
  const rejected = { ...sent(null), status: 'rejected' as const, reason: 'Please send all four pages.' }
  expect(verdictFor(rejected)).toMatchObject({
    sentence: 'Please send all four pages.',
    action: 'choose_another',
  })
})

test('a document that has not been read is shown as being read', () => {
  expect(verdictFor(sent(null)).kind).toBe('reading')
})
