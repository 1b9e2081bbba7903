import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isVerified, Validation } from '#contract/documents/validation.ts'
import type { TextLine } from '../../ocr/lines.ts'
import { goodQuality, lineAt, seen } from '../../testing/identity.ts'
import { driverNumber } from '../../testing/specimens/licence.ts'
import type { Expectation } from '../expectation.ts'
import { judgeIdentity } from './judge.ts'
import { contradictionsOf, driverNumberIn } from './licence-number.ts'

const sarah = {
  surname: 'MORGAN',
  givenNames: 'SARAH MEREDYTH',
  sex: 'F' as const,
  birthDate: '1976-03-11',
  birthPlace: '',
  address: [],
}
const number = driverNumber(sarah, '9IJ')

const expectation: Expectation = {
  expectedTypes: ['passport', 'drivers_license', 'identity'],
  today: '2026-11-20',
  client: {
    firstName: 'Sarah',
    lastName: 'Morgan',
    dateOfBirth: '1976-03-11',
    address: null,
    postcode: null,
  },
}
const rows = {
  '1.': 'MORGAN',
  '2.': 'MRS SARAH MEREDYTH',
  '3.': '11.03.1976 UNITED KINGDOM',
  '4a.': '19.01.2023',
  '4b.': '18.01.2033',
  '5.': `${number} 35`,
  '8.': '122 BURNS CRESCENT, EDINBURGH,',
}
type Rows = typeof rows

/** The front of the card. The numbers are on the line of their value, or separate from it. */
const front = (changes: Partial<Rows> = {}, { areApart = false, confidence = 0.97 } = {}): TextLine[] => [
  lineAt('DRIVING LICENCE', 500, 60, { height: 40 }),
  lineAt('4c. DVLA', 1100, 480),
  ...Object.entries({ ...rows, ...changes }).flatMap(([label, value], row) =>
    areApart
      ? [
          lineAt(label, 520, 180 + row * 80, { height: 20 }),
          lineAt(value, 600, 182 + row * 80, { confidence }),
        ]
      : [lineAt(`${label} ${value}`, 520, 180 + row * 80, { confidence })],
  ),
  lineAt('EH1 9GP', 560, 730),
]
const judge = (lines: TextLine[], changes: Partial<Expectation> = {}) => {
  const verdict = Validation.parse(judgeIdentity(seen({ lines }), { ...expectation, ...changes }))
  const outcomes = Object.fromEntries(verdict.checks.map(({ rule, outcome }) => [rule, outcome]))
  return { ...verdict, outcomes, flags: verdict.metadata.verificationFlags }
}

test.each([false, true])("the client's own licence is verified by itself (numbers apart: %s)", (areApart) => {
  const verdict = judge(front({}, { areApart }))
  expect(verdict.issues).toEqual([])
  expect(isVerified(verdict)).toBe(true)
  expect(verdict.metadata).toMatchObject({
    documentType: 'drivers_license',
    fullName: 'SARAH MEREDYTH MORGAN',
    fullNameMrz: null,
    dateOfBirth: '1976-03-11',
    sex: 'F',
    documentNumber: number,
    expiryDate: '2033-01-18',
    issuingState: 'GBR',
    address: '122 BURNS CRESCENT, EDINBURGH, EH1 9GP',
    extractedData: {
      personalDetails: { FirstName: 'SARAH MEREDYTH', LastName: 'MORGAN', BirthDate: '1976-03-11' },
      addressDetails: { AddressPostCode: 'EH1 9GP' },
      documentDetails: { DocumentNumber: number, IssueDate: '2023-01-19', ExpiryDate: '2033-01-18' },
    },
  })
})

test.each([
  ['surname', { '1.': 'HUGHES' }, { firstName: 'Sarah', lastName: 'Hughes' }, 'surname that begins MORGA'],
  ['first name', { '2.': 'MRS JANE' }, { firstName: 'Jane', lastName: 'Morgan' }, 'its initials are SM'],
  ['birthday', { '3.': '12.03.1976 UK' }, { dateOfBirth: '1976-03-12' }, 'born on 11.3.76'],
  ['sex', { '2.': 'MR SARAH MEREDYTH' }, {}, 'for a woman'],
])('a %s that does not fit the number raises a flag', (_, change, known, evidence) => {
  const client = expectation.client && { ...expectation.client, ...known }
  const verdict = judge(front(change), { client })
  expect(verdict).toMatchObject({ valid: false, outcomes: { number_fits: 'failed', name_matches: 'passed' } })
  expect(verdict.flags.isFraudulent).toBe(true)
  expect(verdict.metadata.flagEvidence.isFraudulent?.join()).toContain(evidence)
  expect(verdict.issues).toEqual(["We'll check this."])
  const unclear = judge(front(change, { confidence: 0.85 }), { client })
  expect(unclear).toMatchObject({ valid: false, flags: { isFraudulent: false, requiresManualReview: true } })
})

test('an expired licence is reported as expired', () => {
  const verdict = judge(front({ '4b.': '18.01.2026' }))
  expect(verdict.issues).toEqual([
    'This driving licence expired on 18 January 2026. Please upload one that is still valid.',
  ])
  expect(verdict).toMatchObject({ valid: false, flags: { isExpired: true } })
})

test('an address whose postcode is not in the frame is left out rather than told short', () => {
  const verdict = judge(front({ '8.': '3 CHAPEL LANE, LUDLOW, SY' }).filter(({ text }) => text !== 'EH1 9GP'))
  expect(verdict.metadata.address).toBeNull()
  expect(isVerified(verdict)).toBe(true)
})

test("someone else's licence is reported as theirs", () => {
  const client = expectation.client && { ...expectation.client, firstName: 'Ada' }
  expect(judge(front(), { client }).issues[0]).toMatch(/in the name of Sarah Meredyth Morgan, not Ada Morgan/)
})

test('a licence of another layout, or half in the frame, goes to a person with the lines that are missing', () => {
  const verdict = judge([lineAt('DRIVING LICENCE', 500, 60), lineAt('4b. 18.01.2033', 500, 200)])
  expect(verdict).toMatchObject({ valid: false, flags: { hasMissingElements: true } })
  expect(verdict.issues[0]).toMatch(/surname \(1\), first names \(2\), date of birth \(3\), number \(5\)/)
})

test('a licence of another country is never verified automatically', () => {
  const lines = front({ '3.': '11.03.1976 MADRID', '5.': '12345678Z' }).filter(
    ({ text }) => !text.includes('DVLA'),
  )
  expect(judge(lines)).toMatchObject({ valid: false, outcomes: { number_fits: 'not_checked' } })
})

const letters = (from: string, min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...from), minLength: min, maxLength: max })
const person = fc.record({
  surname: letters('ABCDEFGHIJKLMNOPQRSTUVWXYZ', 2, 12),
  givenNames: letters('ABCDEFGHIJKLMNOPQRSTUVWXYZ', 1, 9),
  sex: fc.constantFrom('M' as const, 'F' as const),
  birthDate: fc
    .date({ min: new Date('1930-01-01'), max: new Date('2008-01-01'), noInvalidDate: true })
    .map((day) => day.toISOString().slice(0, 10)),
  birthPlace: fc.constant(''),
  address: fc.constant([]),
})

test('every number that is built by the rule is read, with its lookalikes, and fits its holder alone', () => {
  fc.assert(
    fc.property(person, person, (holder, other) => {
      const built = driverNumber(holder, '9AB')
      const read = driverNumberIn(
        `${built.slice(0, 5)} ${built.slice(5, 11).replaceAll('0', 'O')} ${built.slice(11)} 12`,
      )
      if (!read) throw new Error(`${built} was not read`)
      expect(contradictionsOf(read, holder)).toEqual([])
      fc.pre(holder.birthDate !== other.birthDate)
      expect(contradictionsOf(read, { ...other, givenNames: holder.givenNames })).not.toEqual([])
    }),
  )
})

test('an initial I that was read as a bar does not change the number', () => {
  expect(driverNumberIn('5. VANDE709239|99AB 35')).toMatchObject({
    initials: 'I9',
    whole: 'VANDE709239I99AB',
  })
})

test('a photo that is hard to read keeps its advice for when reading failed', () => {
  const blurred = { ...goodQuality, sharpness: 30 }
  const read = judgeIdentity(seen({ lines: front(), quality: blurred }), expectation)
  expect(read.issues).toEqual([])
  const unread = judgeIdentity(seen({ lines: front({ '5.': '' }), quality: blurred }), expectation)
  expect(unread.issues.join()).toMatch(/out of focus/)
})
