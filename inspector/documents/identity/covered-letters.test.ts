import { expect, test } from 'vitest'
import { isVerified, Validation } from '#contract/documents/validation.ts'
import { adaeze, seenPassport } from '../../testing/identity.ts'
import { judgeIdentity } from './judge.ts'
import type { IdentityFacts } from './print.ts'

const judge = (facts: IdentityFacts) => {
  const verdict = Validation.parse(
    judgeIdentity(facts, {
      expectedTypes: ['passport', 'drivers_license', 'identity'],
      today: '2026-11-20',
      client: adaeze,
    }),
  )
  const outcomes = Object.fromEntries(verdict.checks.map(({ rule, outcome }) => [rule, outcome]))
  return { ...verdict, outcomes, flags: verdict.metadata.verificationFlags }
}

test('a zone whose first letter was guessed is told whole and never accepted', () => {
  const verdict = judge(seenPassport({ mrz: { documentCode: '', isRepaired: true } }))
  expect(isVerified(verdict)).toBe(false)
  expect(verdict.outcomes['check_digits']).toBe('not_checked')
  expect(verdict.flags).toMatchObject({ isFraudulent: false, requiresManualReview: true })
  expect(verdict.metadata).toMatchObject({ documentType: 'passport', documentNumber: '533401286' })
})

const guessed = { isRepaired: true, isChecked: true, confidence: 0.02 }

test('a date that was guessed to fit its digit is not told where the page prints another', () => {
  const verdict = judge(
    seenPassport({ mrz: { isRepaired: true, birthDate: { value: '1986-03-12', ...guessed } } }),
  )
  expect(verdict.metadata.dateOfBirth).toBeNull()
  expect(verdict.outcomes['birth_date_matches']).toBe('not_checked')
  expect(verdict.metadata.regions.map(({ what: label }) => label)).toContain('Machine-readable lines')
  expect(verdict.valid).toBe(false)
})

test.each([
  [
    'number with an unclear letter',
    { documentNumber: { value: '5334X1286', isRepaired: false, isChecked: true, confidence: 0.87 } },
  ],
  ['date that is no day', { birthDate: { value: '', isRepaired: false, isChecked: true, confidence: 0.97 } }],
])('a %s contradicts nobody', (_, mrz) => {
  const verdict = judge(seenPassport({ mrz }))
  expect(verdict.valid).toBe(false)
  expect(verdict.flags).toMatchObject({ isFraudulent: false, requiresManualReview: true })
})

test('a number that begins with a filler has lost a letter, and is not told', () => {
  const documentNumber = { value: '<33401286', isRepaired: false, isChecked: false, confidence: 0.2 }
  const verdict = judge(seenPassport({ mrz: { documentNumber, areDigitsRight: false } }))
  expect(verdict.metadata.documentNumber).toBeNull()
  expect(verdict.valid).toBe(false)
})
