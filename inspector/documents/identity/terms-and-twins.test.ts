import { expect, test } from 'vitest'
import { isVerified } from '#contract/documents/validation.ts'
import { adaeze, adaezesPassport, printOf, seen, zoneOf } from '../../testing/identity.ts'
import { judgeIdentity } from './judge.ts'
import { onePersonRule } from './people.ts'
import type { IdentityFacts } from './print.ts'

const judge = (facts: IdentityFacts) => {
  const verdict = judgeIdentity(facts, {
    expectedTypes: ['passport'],
    today: '2026-11-20',
    client: adaeze,
  })
  const outcomes = Object.fromEntries(verdict.checks.map(({ rule, outcome }) => [rule, outcome]))
  return { ...verdict, outcomes }
}

test('a passport printed as valid for more than eleven years is for a person, though its digits fit', () => {
  const late = { ...adaezesPassport, expiryDate: '2035-06-30' }
  const lines = printOf(late).map((line) => ({
    ...line,
    text: line.text.replace('JUN /JUN 25', 'JUN /JUN 21'),
  }))
  const verdict = judge(seen({ mrz: zoneOf(late), lines }))
  expect(verdict.outcomes.dates_possible).toBe('not_checked')
  expect(isVerified(verdict)).toBe(false)
  const own = judge(seen({ mrz: zoneOf(late), lines: printOf(late) }))
  expect(own.outcomes.dates_possible).toBe('passed')
})

test('the passport of a twin beside the client’s own is another person’s', () => {
  const twin = zoneOf({ ...adaezesPassport, givenNames: 'CHIOMA', documentNumber: '533401299' })
  const married = zoneOf({ ...adaezesPassport, surname: 'EZE', documentNumber: '533401299' })
  const beside = (otherMrz: typeof twin) =>
    judge(seen({ mrz: zoneOf(adaezesPassport), lines: printOf(adaezesPassport), otherMrz })).outcomes
      .one_person
  expect(beside(twin)).toBe('not_checked')
  expect(beside(married)).toBe('passed')
})

test.each([
  ['ANN', 'MARY ANN', 'passed'],
  ['MARY ANN', 'ANN', 'passed'],
  ['ADAEZE N', 'ADAEZE NGOZI', 'passed'],
  ['ADAEZF NGOZI', 'ADAEZE NGOZI', 'passed'],
  ['AMY', 'ANN', 'not_checked'],
  ['JANE', 'JOAN', 'not_checked'],
  ['AMY J', 'ANN J', 'not_checked'],
  ['ANNA MARIA', 'ELSA MARIA', 'not_checked'],
])('the document of "%s" beside that of "%s" with the same birthday: %s', (givenNames, own, outcome) => {
  const zone = (names: string, documentNumber: string) =>
    zoneOf({ ...adaezesPassport, givenNames: names, documentNumber })
  const verdict = onePersonRule([zone(own, '533401286'), zone(givenNames, '533401299')])
  expect(verdict.check.outcome).toBe(outcome)
})
