import { expect, test } from 'vitest'
import { isVerified, Validation } from '#contract/documents/validation.ts'
import { adaezesPassport, printOf, seen, zoneOf } from '../../testing/identity.ts'
import type { Expectation, KnownClient } from '../expectation.ts'
import { judgeIdentity } from './judge.ts'
import { ownNameRule } from './people.ts'
import type { IdentityFacts } from './print.ts'

const clientOf = (firstName: string, lastName: string): KnownClient => ({
  firstName,
  lastName,
  dateOfBirth: null,
  address: null,
  postcode: null,
})
const judge = (facts: IdentityFacts, client: KnownClient) => {
  const expectation: Expectation = { expectedTypes: ['passport'], today: '2026-11-20', client }
  const verdict = Validation.parse(judgeIdentity(facts, expectation))
  return {
    ...verdict,
    outcomes: Object.fromEntries(verdict.checks.map((check) => [check.rule, check.outcome])),
  }
}

test.each([
  ['D’ARCY-O’NEILL', 'DARCY ONEILL'],
  ['SMITH-JONES', 'SMITH JONES'],
])('a name keeps the hyphens and apostrophes that are printed: %s', (surname, inZone) => {
  const holder = { ...adaezesPassport, surname: inZone, givenNames: 'JEAN LUC' }
  const lines = printOf(holder, { surname, givenNames: 'JEAN-LUC' })
  const verdict = judge(seen({ lines, mrz: zoneOf(holder) }), clientOf('Jean-Luc', surname))
  expect(isVerified(verdict)).toBe(true)
  expect(verdict.metadata).toMatchObject({
    fullName: `JEAN-LUC ${surname}`,
    fullNameMrz: `JEAN LUC ${inZone}`,
  })
})

test('a printed name whose space was lost is shown as the machine-readable lines have it', () => {
  const holder = { ...adaezesPassport, givenNames: 'ANNA MARIA LOUISE' }
  const lines = printOf(holder, { givenNames: 'ANNA-MARIALOUISE' })
  const verdict = judge(seen({ lines, mrz: zoneOf(holder) }), clientOf('Anna-Maria', 'Okafor'))
  expect(verdict.metadata.fullName).toBe('ANNA MARIA LOUISE OKAFOR')
})

test('a stamp over the names of the machine-readable lines leaves the printed ones, and raises no suspicion', () => {
  const lines = printOf(adaezesPassport)
  const stamped = { givenNames: 'ADAEZE PD N', nameConfidence: 0.03, confidence: 0.03 }
  const verdict = judge(seen({ lines, mrz: zoneOf(adaezesPassport, stamped) }), clientOf('Adaeze', 'Okafor'))
  expect(verdict.metadata.fullName).toBe('ADAEZE NGOZI OKAFOR')
  expect(verdict).toMatchObject({ valid: false, issues: [], outcomes: { zones_agree: 'not_checked' } })
  expect(verdict.metadata.verificationFlags).toMatchObject({
    isFraudulent: false,
    requiresManualReview: true,
  })
  const clear = { ...stamped, nameConfidence: 0.97, confidence: 0.97 }
  const edited = judge(seen({ lines, mrz: zoneOf(adaezesPassport, clear) }), clientOf('Adaeze', 'Okafor'))
  expect(edited.metadata.verificationFlags.isFraudulent).toBe(true)
})

test('a number that a stamp covers contradicts nobody: a guessed letter is no forgery', () => {
  const lines = printOf(adaezesPassport)
  const guessed = { value: '5334012P6', isRepaired: true, isChecked: true, confidence: 0.3 }
  const stamped = { documentNumber: guessed, isRepaired: true }
  const verdict = judge(seen({ lines, mrz: zoneOf(adaezesPassport, stamped) }), clientOf('Adaeze', 'Okafor'))
  expect(verdict).toMatchObject({ valid: false, issues: [], outcomes: { zones_agree: 'not_checked' } })
  expect(verdict.metadata.verificationFlags).toMatchObject({
    isFraudulent: false,
    requiresManualReview: true,
  })
})

test('a printed I that was read as a bar or an exclamation mark is an I', () => {
  const holder = { ...adaezesPassport, surname: 'NGUYEN', givenNames: 'THI PHUONG DAO' }
  const lines = printOf(holder, { givenNames: 'TH!PHUONG DAO' })
  const verdict = judge(seen({ lines, mrz: zoneOf(holder) }), clientOf('Thị Phương Đào', 'Nguyễn'))
  expect(isVerified(verdict)).toBe(true)
  expect(verdict.metadata.fullName).toBe('THI PHUONG DAO NGUYEN')
})

test.each([
  ['HAMISHIAIN', 'MACDONALD SMYTHE', 'Hamish', 'MacDonald Smythe'],
  ['Jorg Gunther', 'Muller-WeiB', 'Jörg', 'Müller-Weiß'],
  ['CATHERINE ANN', 'Whittakcr', 'Catherine', 'Whittaker'],
])('a name a misread letter or lost space away is not called another: %s %s', (...names) => {
  const [givenNames, surname, firstName, lastName] = names
  const read = `${givenNames} ${surname}`
  const client = clientOf(firstName, lastName)
  const finding = ownNameRule([{ givenNames, surname }], { noun: 'driving licence', client, read })
  expect(finding.check.outcome).toBe('not_checked')
  expect(finding.issue).toMatch(/If both are you, a person at the firm will check it/)
})

test.each([
  ['SARAH', 'MORGAN', 'Ada', 'Morgan'],
  ['SARAH', 'MORGAN', 'Sarah', 'Hughes'],
  ['IAN', 'LEE', 'Ian', 'Law'],
])('another name is told as one: %s %s', (...names) => {
  const [givenNames, surname, firstName, lastName] = names
  const client = clientOf(firstName, lastName)
  const read = `${givenNames} ${surname}`
  expect(ownNameRule([{ givenNames, surname }], { noun: 'passport', client, read }).check.outcome).toBe(
    'failed',
  )
})
