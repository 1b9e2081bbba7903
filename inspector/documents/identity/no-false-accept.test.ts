import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isVerified, type Validation } from '#contract/documents/validation.ts'
import { adaezesPassport, type Card, lineAt, printOf, seen, zoneOf } from '../../testing/identity.ts'
import type { Expectation } from '../expectation.ts'
import { judgeIdentity } from './judge.ts'
import type { IdentityFacts } from './print.ts'

const today = '2026-11-20'
// The seed gives the same people in every run.
const draws = { numRuns: 80, seed: 7 }
const letters = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'), minLength: min, maxLength: max })
const dayBetween = (min: string, max: string) =>
  fc
    .date({ min: new Date(min), max: new Date(max), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10))

const holder = fc.record({
  surname: letters(3, 14),
  givenNames: letters(3, 10),
  documentNumber: fc.string({ unit: fc.constantFrom(...'123456789'), minLength: 9, maxLength: 9 }),
  birthDate: dayBetween('1935-01-01', '2007-01-01'),
  expiryDate: dayBetween('2026-11-21', '2036-01-01'),
  sex: fc.constantFrom('M' as const, 'F' as const),
})
const card = holder.map((facts): Card => ({ ...adaezesPassport, ...facts }))
const another = card

const of = ({ surname, givenNames, birthDate }: Card): Expectation => ({
  expectedTypes: ['passport'],
  today,
  client: { firstName: givenNames, lastName: surname, dateOfBirth: birthDate, address: null, postcode: null },
})

// A person checks it, or the client reads what to upload instead.
const isHeldBack = (verdict: Validation) =>
  !isVerified(verdict) &&
  verdict.confidence < 0.9 &&
  (verdict.metadata.verificationFlags.requiresManualReview || verdict.issues.length > 0)

const expectNever = (make: (own: Card, other: Card) => { facts: IdentityFacts; of: Expectation } | null) =>
  fc.assert(
    fc.property(card, another, (own, other) => {
      const made = make(own, other)
      fc.pre(made !== null)
      if (made) expect(isHeldBack(judgeIdentity(made.facts, made.of))).toBe(true)
    }),
    draws,
  )

const whole = (own: Card, changes: Partial<Parameters<typeof seen>[0]> = {}) =>
  seen({ lines: printOf(own), mrz: zoneOf(own), ...changes })

test('a good passport of the client is verified, whoever the client is', () => {
  fc.assert(
    fc.property(card, (own) => {
      const verdict = judgeIdentity(whole(own), of(own))
      expect(verdict.issues).toEqual([])
      expect(isVerified(verdict)).toBe(true)
    }),
    draws,
  )
})

test('the passport of another person is never verified', () => {
  expectNever((own, other) =>
    own.surname === other.surname || own.surname === other.givenNames
      ? null
      : { facts: whole(own), of: { ...of(other) } },
  )
})

test('a passport with another date of birth than the client gave is never verified', () => {
  expectNever((own, other) =>
    own.birthDate === other.birthDate
      ? null
      : { facts: whole(own), of: { ...of(own), client: { ...known(own), dateOfBirth: other.birthDate } } },
  )
})

test('an expired passport is never verified, even by a day', () => {
  expectNever((own) => {
    const late = { ...own, expiryDate: '2026-11-19' }
    return { facts: whole(late), of: of(late) }
  })
})

const fields = ['surname', 'givenNames', 'documentNumber', 'birthDate', 'expiryDate'] as const

test('a passport whose print and MRZ differ is never verified', () => {
  for (const field of fields.filter(
    (candidate) => candidate !== 'documentNumber' && candidate !== 'expiryDate',
  ))
    expectNever((own, other) => {
      if (
        own[field] === other[field] ||
        own[field].startsWith(other[field]) ||
        other[field].startsWith(own[field])
      )
        return null
      const doctored = { ...own, [field]: other[field] }
      return { facts: whole(own, { mrz: zoneOf(doctored) }), of: of(doctored) }
    })
})

test('a two-digit year shared by both dates counts for only one of them', () => {
  const own = { ...adaezesPassport, birthDate: '1980-05-17', expiryDate: '2035-01-01' }
  const doctored = { ...own, birthDate: '1935-01-01' }
  const verdict = judgeIdentity(whole(own, { mrz: zoneOf(doctored) }), of(doctored))
  expect(isHeldBack(verdict)).toBe(true)
  const honest = judgeIdentity(whole(doctored), of(doctored))
  expect(isVerified(honest)).toBe(true)
})

test('a clear other number or end of validity beside its label is never verified', () => {
  for (const field of ['documentNumber', 'expiryDate'] as const)
    expectNever((own, other) =>
      own[field] === other[field]
        ? null
        : { facts: whole(own, { mrz: zoneOf({ ...own, [field]: other[field] }) }), of: of(own) },
    )
})

test('wrong check digits are never verified', () => {
  expectNever((own) => ({ facts: whole(own, { mrz: zoneOf(own, { areDigitsRight: false }) }), of: of(own) }))
})

test('a repaired zone is never verified, and never valid by the repair alone', () => {
  for (const field of ['documentNumber', 'birthDate', 'expiryDate'] as const)
    expectNever((own) => {
      const zone = zoneOf(own)
      const mrz = zoneOf(own, { isRepaired: true, [field]: { ...zone[field], isRepaired: true } })
      const alone = judgeIdentity(seen({ mrz, lines: printOf({ ...own, [field]: '' }) }), of(own))
      expect(alone.valid).toBe(false)
      return { facts: whole(own, { mrz }), of: of(own) }
    })
})

test('a zone without the print that people read is never verified', () => {
  expectNever((own) => ({ facts: whole(own, { lines: [lineAt('PASSPORT', 100, 100)] }), of: of(own) }))
})

test('letters that were read badly are never verified', () => {
  expectNever((own) => {
    const zone = zoneOf(own)
    return {
      facts: whole(own, { mrz: zoneOf(own, { birthDate: { ...zone.birthDate, confidence: 0.6 } }) }),
      of: of(own),
    }
  })
})

test('a passport where a bill was asked for is never verified', () => {
  expectNever((own) => ({ facts: whole(own), of: { ...of(own), expectedTypes: ['address_proof'] } }))
})

test('nothing is verified for a client about whom nothing is known', () => {
  expectNever((own) => ({ facts: whole(own), of: { ...of(own), client: null } }))
})

function known(own: Card) {
  const { client } = of(own)
  if (client === null) throw new Error('There is a client')
  return client
}
