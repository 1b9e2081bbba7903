import { expect, test } from 'vitest'
import { isVerified, Validation } from '#contract/documents/validation.ts'
import { adaezesPassport, type Card, lineAt, printOf, seen, zoneOf } from '../../testing/identity.ts'
import type { Expectation } from '../expectation.ts'
import { cardDates } from './dates.ts'
import { judgeIdentity } from './judge.ts'
import type { IdentityFacts } from './print.ts'

const expectation: Expectation = {
  expectedTypes: ['passport', 'drivers_license', 'identity'],
  today: '2026-11-20',
  client: { firstName: 'Adaeze', lastName: 'Okafor', dateOfBirth: null, address: null, postcode: null },
}
const judge = (facts: IdentityFacts, changes: Partial<Expectation> = {}) =>
  Validation.parse(judgeIdentity(facts, { ...expectation, ...changes }))

const card: Card = {
  ...adaezesPassport,
  format: 'TD1',
  documentCode: 'I',
  issuer: 'IRL',
  nationality: 'IRL',
}
const front = printOf(card).filter(({ text }) => text !== 'PASSPORT')

test.each(['TD1', 'TD2'] as const)('a card of the client (%s) is verified automatically', (format) => {
  const own = { ...card, format }
  const verdict = judge(seen({ lines: front, mrz: zoneOf(own) }))
  expect(verdict.issues).toEqual([])
  expect(isVerified(verdict)).toBe(true)
  expect(verdict.metadata).toMatchObject({ documentType: 'identity', issuingState: 'IRL' })
})

test.each([
  ['IR', 'GBR', 'biometric residence permit'],
  ['AR', 'D', 'residence permit'],
  ['CR', 'ITA', 'residence permit'],
  ['I', 'IRL', 'national identity card'],
  ['ID', 'BEL', 'national identity card'],
])('a card of the code %s issued by %s is called a %s', (documentCode, issuer, noun) => {
  const mrz = zoneOf({ ...card, documentCode, issuer, nationality: 'NGA' })
  const { metadata } = judge(seen({ lines: front, mrz }))
  expect(metadata).toMatchObject({
    documentType: 'identity',
    extractedData: { documentDetails: { DocumentType: noun } },
  })
  expect(judge(seen({ lines: front, mrz }), { expectedTypes: ['passport'] }).issues).toEqual([
    `This looks like a ${noun}. Please upload the photo page of your passport.`,
  ])
})

test.each([
  ['RESIDENCE PERMIT', 'UK', 'biometric residence permit'],
  ['TITRE DE SÉJOUR', 'FRANCE', 'residence permit'],
])('the front of a %s of the %s is called a %s, and its back is asked for', (title, state, noun) => {
  const lines = [...front, lineAt(title, 100, 40), lineAt(state, 100, 20)]
  expect(judge(seen({ lines }), { expectedTypes: ['passport'] }).issues).toEqual([
    `This looks like a ${noun}. Please upload the photo page of your passport.`,
  ])
  expect(judge(seen({ lines })).issues).toEqual([
    "We couldn't find the lines of < signs, which are usually on the back of the card. Please upload both sides in one file or photo.",
  ])
})

test('a card needs both sides: two pages make one document, a single side goes to a person', () => {
  const zone = zoneOf(card)
  const [first] = seen({ lines: front }).pages
  const [second] = seen({ number: 2, mrz: zone }).pages
  if (!first || !second) throw new Error('There are two pages')
  expect(isVerified(judge({ ...seen({}), pages: [first, second], pageCount: 2 }))).toBe(true)
  expect(judge({ ...seen({}), pages: [second] }).issues).toEqual([
    'We read the back of this card. Please upload both sides in one file or photo, the front with your photo included.',
  ])
  const frontAlone = judge({
    ...seen({}),
    pages: [{ ...first, lines: [...front, lineAt('IDENTITY CARD', 100, 40)] }],
  })
  expect(frontAlone.issues).toEqual([
    "We couldn't find the lines of < signs, which are usually on the back of the card. Please upload both sides in one file or photo.",
  ])
})

test.each(['MRV-A', 'MRV-B'] as const)('a visa (%s) does not prove an identity', (format) => {
  const visa = { ...card, format, documentCode: 'V' }
  const verdict = judge(seen({ lines: front, mrz: zoneOf(visa) }))
  expect(verdict).toMatchObject({
    valid: false,
    metadata: { documentType: null, documentNumber: '533401286' },
  })
  expect(verdict.issues).toEqual([
    'This is a visa, which does not prove who you are by itself. Please upload your passport, driving licence or identity card.',
  ])
})

test('a French card, whose MRZ has no expiry date, goes to a person without a complaint to the client', () => {
  const zone = zoneOf({ ...card, format: 'FRA', issuer: 'FRA' })
  const mrz = { ...zone, expiryDate: { value: '', isRepaired: false, isChecked: null, confidence: 0 } }
  const verdict = judge(seen({ lines: front, mrz }))
  expect(verdict).toMatchObject({ valid: false, issues: [] })
  expect(verdict.metadata.verificationFlags).toMatchObject({ isExpired: false, requiresManualReview: true })
})

test('a specimen card of Utopia proves nothing', () => {
  const verdict = judge(seen({ lines: front, mrz: zoneOf({ ...card, issuer: 'UTO', nationality: 'UTO' }) }))
  expect(verdict).toMatchObject({
    valid: false,
    issues: ["We'll check this."],
  })
})

test.each([
  ['15 MAR /MARS 84', ['1984-03-15', '2084-03-15']],
  ['12 AUG/AOÛT 1978', ['1978-08-12']],
  ['17APR1AVR 90', ['1990-04-17', '2090-04-17']],
  ['23 MEI/JUN 1974', ['1974-05-23', '1974-06-23']],
  ['01.02.1984', ['1984-02-01']],
  ['1984-02-01', ['1984-02-01']],
  ['11 SER 1976', ['1976-09-11']],
  ['31 FEB 1984', []],
  ['11 XYZ 1976', []],
  ['533401286', []],
])('%s can mean %j', (text, days) => {
  expect(cardDates(text)).toEqual(days)
})

/** A wide card whose name row ends in the middle of the third name. */
const wide: Card = { ...card, format: 'TD2', surname: 'FEATHERSTONEHAUGH', givenNames: 'MARY ELIZABETH ANNE' }
const cut = { surname: 'FEATHERSTONEHAUGH', givenNames: 'MARY ELIZABE' }
const mary = { firstName: 'Mary Elizabeth Anne', lastName: 'Featherstonehaugh' }
const judgeCut = (printed: string) =>
  judge(
    seen({
      lines: printOf(wide, { givenNames: printed }).filter(({ text }) => text !== 'PASSPORT'),
      mrz: zoneOf(wide, cut),
    }),
    { client: { ...mary, dateOfBirth: null, address: null, postcode: null } },
  )

test.each(['MARY ELIZABETH ANNE', 'MARY ELIZABETH-ANNE'])(
  'a name that did not fit its line is told as it is printed: %s',
  (printed) => {
    const verdict = judgeCut(printed)
    expect(isVerified(verdict)).toBe(true)
    expect(verdict.metadata.fullName).toBe(`${printed} FEATHERSTONEHAUGH`)
  },
)

test.each([
  ['MARY', false],
  ['MARY ELIZAVETA ANNE', false],
  ['MARYELIZABETH ANNE', false],
  ['MARY ANNE', true],
])('a name that did not fit its line goes to a person where the page prints %s', (printed, isFraudulent) => {
  const verdict = judgeCut(printed)
  expect(isVerified(verdict)).toBe(false)
  expect(verdict.metadata.verificationFlags).toMatchObject({
    requiresManualReview: true,
    isFraudulent,
  })
})
