import { expect, test } from 'vitest'
import { isVerified, shownToClient, Validation, weWillCheck } from '#contract/documents/validation.ts'
import {
  adaeze,
  adaezesPassport,
  lineAt,
  printOf,
  seen,
  seenPassport,
  zoneOf,
} from '../../testing/identity.ts'
import type { Expectation } from '../expectation.ts'
import { judgeIdentity } from './judge.ts'
import type { IdentityFacts } from './print.ts'

const proofOfIdentity: Expectation = {
  expectedTypes: ['passport', 'drivers_license', 'identity'],
  today: '2026-11-20',
  client: adaeze,
}
const judge = (facts: IdentityFacts, changes: Partial<Expectation> = {}) => {
  const verdict = Validation.parse(judgeIdentity(facts, { ...proofOfIdentity, ...changes }))
  const outcomes = Object.fromEntries(verdict.checks.map(({ rule, outcome }) => [rule, outcome]))
  return { ...verdict, outcomes, flags: verdict.metadata.verificationFlags }
}
const knowing = (known: Partial<NonNullable<Expectation['client']>>) => ({
  client: proofOfIdentity.client && { ...proofOfIdentity.client, ...known },
})

test("the client's own passport, read in print and MRZ, is verified automatically", () => {
  const verdict = judge(seenPassport())
  expect(verdict.issues).toEqual([])
  expect(isVerified(verdict)).toBe(true)
  expect(verdict.metadata).toMatchObject({
    documentType: 'passport',
    fullName: 'ADAEZE NGOZI OKAFOR',
    fullNameMrz: 'ADAEZE NGOZI OKAFOR',
    dateOfBirth: '1985-03-12',
    sex: 'F',
    nationality: 'GBR',
    issuingState: 'GBR',
    documentNumber: '533401286',
    expiryDate: '2031-06-30',
    flagEvidence: {},
    repaired: [],
    extractedData: {
      personalDetails: { FirstName: 'ADAEZE NGOZI', LastName: 'OKAFOR', BirthDate: '1985-03-12' },
      documentDetails: { DocumentNumber: '533401286', ExpiryDate: '2031-06-30', IssuingState: 'GBR' },
    },
  })
  expect(verdict.metadata.regions.map(({ what: label }) => label)).toEqual([
    'Machine-readable lines',
    'Surname',
    'Given names',
    'Document number',
    'Date of birth',
    'Expiry date',
  ])
  expect(Object.values(verdict.flags)).toEqual([false, false, false, false, false])
})

test("a name of unsure letters is nobody's: neither another person's nor shown", () => {
  const garbled = { surname: 'OKAFORC ADAEZE CSC', givenNames: '', nameConfidence: 0.3, confidence: 0.3 }
  const facts = seenPassport({ mrz: zoneOf(adaezesPassport, garbled) })
  const page = facts.pages[0]
  const unprinted = page ? { ...facts, pages: [{ ...page, lines: page.lines.slice(0, 4) }] } : facts
  const verdict = judge(unprinted)
  expect(verdict.valid).toBe(false)
  expect(verdict.metadata.fullName).toBeNull()
  expect(verdict.outcomes.name_matches).not.toBe('failed')
  expect(verdict.issues.join(' ')).toContain("We couldn't read your name on this passport.")
  expect(verdict.issues.join(' ')).not.toContain('in the name of')
  const own = judge(seenPassport({ mrz: zoneOf(adaezesPassport, { nameConfidence: 0.3 }) }))
  expect(own.metadata.fullName).toBe('ADAEZE NGOZI OKAFOR')
})

test('a passport whose photo was saved differently from its page goes to a person, and only the firm reads why', () => {
  const history = { around: 0.74, within: -0.08, waves: 9, count: 1200 }
  const verdict = judge({ ...seenPassport(), portrait: history })
  expect(isVerified(verdict)).toBe(false)
  expect(verdict.issues).toEqual([weWillCheck])
  expect(verdict.flags).toMatchObject({ isTampered: true, requiresManualReview: true })
  expect(verdict.metadata.flagEvidence.isTampered?.[0]).toMatch(
    /^The photo on this document may have been changed/,
  )
  const shown = shownToClient(verdict).checks.find(({ rule }) => rule === 'portrait_unchanged')
  expect(shown).toMatchObject({ outcome: 'not_checked', read: null })
  expect(isVerified(judge({ ...seenPassport(), portrait: { ...history, within: 0.7 } }))).toBe(true)
})

test('a zone without an issuing country names its holder as the page does, and is for a person', () => {
  const verdict = judge(seenPassport({ mrz: { issuer: 'OKA', surname: 'FOR' } }))
  expect(verdict.metadata).toMatchObject({ fullNameMrz: 'ADAEZE NGOZI OKAFOR', issuingState: null })
  expect(verdict.outcomes).toMatchObject({ zones_agree: 'passed', issuing_state: 'not_checked' })
  expect(verdict.metadata.regions.map(({ what: label }) => label)).toContain('Machine-readable lines')
  expect(verdict.flags).toMatchObject({ isFraudulent: false, requiresManualReview: true })
  expect(isVerified(verdict)).toBe(false)
})

test('letters of no country stay what they are where the page names the holder without them', () => {
  const verdict = judge(seenPassport({ zone: { issuer: 'QQQ' } }))
  expect(verdict.metadata).toMatchObject({ fullNameMrz: 'ADAEZE NGOZI OKAFOR', issuingState: 'QQQ' })
  expect(isVerified(verdict)).toBe(false)
})

test('a passport is verified even if the client has not given a date of birth yet', () => {
  const verdict = judge(seenPassport(), knowing({ dateOfBirth: null }))
  expect(verdict.outcomes).toMatchObject({ birth_date_matches: 'not_checked' })
  expect(isVerified(verdict)).toBe(true)
})

test.each([
  [
    'expired',
    { print: { expiryDate: '2026-11-19' }, zone: { expiryDate: '2026-11-19' } },
    {},
    /expired on 19 November 2026/,
  ],
  [
    'of another person',
    {},
    knowing({ firstName: 'Chidi' }),
    /in the name of Adaeze Ngozi Okafor, not Chidi Okafor/,
  ],
  ['of somebody with another birthday', {}, knowing({ dateOfBirth: '1985-03-13' }), /gives 12 March 1985/],
  [
    'for a child',
    { print: { birthDate: '2012-01-02' }, zone: { birthDate: '2012-01-02' } },
    knowing({ dateOfBirth: null }),
    /under 18/,
  ],
  [
    'in the place of a bill',
    {},
    { expectedTypes: ['address_proof' as const] },
    /looks like a passport\. Please upload a utility bill/,
  ],
  [
    'in the place of a card',
    {},
    { expectedTypes: ['identity' as const] },
    /Please upload your national identity card/,
  ],
])('a passport %s is not valid, and the client reads why', (_, changes, expectation, issue) => {
  const verdict = judge(seenPassport(changes), expectation)
  expect(verdict.valid).toBe(false)
  expect(verdict.confidence).toBeLessThan(0.9)
  expect(verdict.issues.join(' ')).toMatch(issue)
})

test('a passport with an unknown state code goes to a person', () => {
  const verdict = judge(seenPassport({ zone: { issuer: 'QZW' } }))
  expect(verdict.valid).toBe(false)
  expect(verdict.issues).toEqual(["We'll check this."])
  expect(verdict.flags).toMatchObject({ isFraudulent: false, requiresManualReview: true })
})

test('a field changed with its own check digit but not the composite one is reported to the firm', () => {
  const changed = { isCompositeChecked: false, areDigitsRight: false, confidence: 0.85 }
  const verdict = judge(seenPassport({ mrz: changed }))
  expect(verdict).toMatchObject({
    valid: false,
    issues: ["We'll check this."],
    flags: { isFraudulent: true },
  })
  const unclear = judge(seenPassport({ mrz: { ...changed, compositeConfidence: 0.8 } }))
  expect(unclear).toMatchObject({ valid: false, flags: { isFraudulent: false, requiresManualReview: true } })
})

test('a passport for a national of another state goes to a person', () => {
  const verdict = judge(seenPassport({ zone: { nationality: 'NGA' } }))
  expect(verdict).toMatchObject({ valid: false, outcomes: { issuing_state: 'not_checked' } })
  expect(isVerified(judge(seenPassport({ zone: { nationality: 'GBN' } })))).toBe(true)
})

test('the client replaces an expired or wrong document; a person decides about any other fault', () => {
  const decides = (...judged: Parameters<typeof judge>) => judge(...judged).flags.requiresManualReview
  expect(decides(seenPassport({}), { expectedTypes: ['address_proof'] })).toBe(false)
  expect(decides(seenPassport({}), knowing({ firstName: 'Chidi' }))).toBe(true)
})

test.each([
  [
    'a surname',
    { surname: 'ADEYEMI' },
    'Surname: "ADEYEMI" is printed, and the machine-readable lines say "OKAFOR".',
  ],
  [
    'a number',
    { documentNumber: '533401296' },
    'Number: "533401296" is printed, and the machine-readable lines say "533401286".',
  ],
  [
    'a birthday',
    { birthDate: '1985-08-12' },
    'is printed, and the machine-readable lines say "12 March 1985".',
  ],
])(
  '%s that differs between the zones raises a flag for the firm and words of no suspicion for the client',
  (_, print, evidence) => {
    const verdict = judge(seenPassport({ print }))
    expect(verdict).toMatchObject({ valid: false, outcomes: { zones_agree: 'failed' } })
    expect(verdict.flags).toMatchObject({ isFraudulent: true, requiresManualReview: true })
    expect(verdict.metadata.flagEvidence.isFraudulent?.join()).toContain(evidence)
    expect(verdict.issues).toEqual(["We'll check this."])
  },
)

test('a letter that text recognition confuses is no difference', () => {
  expect(isVerified(judge(seenPassport({ print: { surname: '0KAFOR', documentNumber: '53340I286' } })))).toBe(
    true,
  )
})

test('a passport whose print was not found goes to a person', () => {
  const verdict = judge(seen({ mrz: zoneOf(adaezesPassport) }))
  expect(verdict).toMatchObject({ valid: false, issues: [], outcomes: { zones_agree: 'not_checked' } })
  expect(verdict.flags).toMatchObject({ isFraudulent: false, requiresManualReview: true })
})

test('wrong check digits are never valid; clear ones are a flag, unclear ones a better photo', () => {
  const wrong = (confidence: number) => ({
    areDigitsRight: false,
    documentNumber: { value: '533401286', isRepaired: false, isChecked: false, confidence },
  })
  const clear = judge(seenPassport({ mrz: wrong(0.99) }))
  expect(clear).toMatchObject({ valid: false, flags: { isFraudulent: true } })
  const unclear = judge(seenPassport({ mrz: wrong(0.9) }))
  expect(unclear).toMatchObject({ valid: false, flags: { isFraudulent: false } })
  expect(unclear.issues.join()).toMatch(/take the photo again/)
})

test('a guessed letter alone never makes a passport valid; confirmed by the printed number it stays below the threshold', () => {
  const number = { value: '533401286', isRepaired: true, isChecked: true, confidence: 0.8 }
  const alone = judge(
    seenPassport({ print: { documentNumber: '' }, mrz: { isRepaired: true, documentNumber: number } }),
  )
  expect(alone).toMatchObject({ valid: false, outcomes: { check_digits: 'not_checked' } })
  const both = judge(seenPassport({ mrz: { isRepaired: true, documentNumber: number } }))
  expect(both.valid).toBe(true)
  expect(both.confidence).toBeLessThan(0.9)
  expect(both.metadata.repaired).toEqual(['documentNumber'])
})

test('a specimen is not verified', () => {
  const lines = [...printOf(adaezesPassport), lineAt('SPECIMEN', 300, 600)]
  expect(judge(seen({ lines, mrz: zoneOf(adaezesPassport) }))).toMatchObject({
    valid: false,
    flags: { isFraudulent: true },
  })
})

test.each([
  ['cut', 'The bottom edge with the two lines of < signs is cut off. Place the whole page in the frame.'],
  [
    'unclear',
    "We couldn't read the two lines of < signs. Lay the page flat in good light, hold the camera straight above it and take the photo again.",
  ],
] as const)('a zone that is %s is told so that the next photo is better', (partial, issue) => {
  const verdict = judge(seen({ lines: printOf(adaezesPassport), partial }))
  expect(verdict.issues).toEqual([issue])
  expect(verdict).toMatchObject({ valid: false, metadata: { documentType: 'passport' } })
  expect(verdict.confidence).toBeLessThan(0.3)
})

test("a photo without a document is reported, with the photo's faults", () => {
  const verdict = judge(
    seen({
      quality: {
        taken: { width: 400, height: 300 },
        letters: null,
        sharpness: 20,
        light: 30,
        glare: 0.2,
        blankPage: null,
      },
    }),
  )
  expect(verdict.issues).toHaveLength(5)
  expect(verdict.issues[0]).toMatch(/couldn't tell what kind of document/)
})

test('marks of an editor are for the firm', () => {
  const signs = [{ sign: 'editor' as const, evidence: 'The file was saved by Adobe Photoshop.' }]
  const verdict = judge({ ...seenPassport(), signs })
  expect(verdict).toMatchObject({ valid: false, flags: { isTampered: true } })
  expect(verdict.metadata.flagEvidence.isTampered).toEqual(['The file was saved by Adobe Photoshop.'])
  expect(verdict.issues).toEqual(["We'll check this."])
})
