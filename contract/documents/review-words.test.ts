import { expect, test } from 'vitest'
import { evidenceFor, firstReviewReason, reasonsForReview, sentenceFor } from './review-words.ts'
import { commonReasonsFor } from './reviews.ts'
import {
  type Check,
  damagedPdf,
  jointClientTitle,
  noFlags,
  nothingRead,
  type Validation,
  weWillCheck,
} from './validation.ts'

const checkOf = (facts: Partial<Check> & Pick<Check, 'rule'>): Check => ({
  title: 'The name matches yours',
  outcome: 'failed',
  read: null,
  expected: null,
  source: null,
  ...facts,
})
const judged = (checks: Check[], more: Partial<Validation> = {}): Validation => ({
  valid: false,
  confidence: 0.6,
  issues: ['Please upload one in your own name.'],
  checks,
  metadata: { ...nothingRead, verificationFlags: { ...noFlags, isExpired: true } },
  ...more,
})
const reasonsOf = (validation: Validation | null, documentType = 'bank_statement') =>
  reasonsForReview({ status: 'pending', documentType, validation })

test.each<[Partial<Check> & Pick<Check, 'rule'>, string]>([
  [
    { rule: 'name_matches', read: 'MRS HELEN WHITMORE', expected: 'Daniel Whitmore' },
    "It's in the name of Mrs Helen Whitmore; the name we have is Daniel Whitmore.",
  ],
  [
    { rule: 'address_matches', read: '3 MILL LANE, LEEDS LS1 4DY', expected: '9 Quay Lane, Bristol BS1 4RB' },
    "It's for 3 Mill Lane, Leeds LS1 4DY; we have 9 Quay Lane, Bristol BS1 4RB.",
  ],
  [
    { rule: 'dated_within_90_days', read: '5 June 2026', expected: '24 August 2026 or later' },
    "It's dated 5 June 2026, which is more than 3 months ago.",
  ],
  [{ rule: 'sharpness', title: 'In focus', read: '20', expected: 'at least 120' }, "Didn't pass: in focus."],
  [
    { rule: 'birth_date_matches', outcome: 'not_checked', read: '17 April 1990' },
    "It gives 17 April 1990 as the date of birth; we don't have one.",
  ],
  [
    { rule: 'address_matches', outcome: 'not_checked', read: '7 CANAL ROW, BRISTOL BS1 4DJ' },
    "It's for 7 Canal Row, Bristol BS1 4DJ; we don't have an address.",
  ],
  [
    { rule: 'document_kind', outcome: 'not_checked', read: 'identity card' },
    "It looks like an identity card; we didn't ask for a particular kind.",
  ],
  [{ rule: 'document_kind', outcome: 'not_checked' }, "We couldn't tell what kind of document it is."],
  [
    {
      rule: 'not_edited',
      outcome: 'not_checked',
      read: 'It runs a script by itself, which does nothing but print it.',
    },
    'It runs a script by itself, which does nothing but print it.',
  ],
  [
    { rule: 'document_kind', read: 'utility bill', expected: 'your passport' },
    'It looks like a utility bill; we asked for their passport.',
  ],
])('a reviewer reads what was compared, not what its client is told: %j', (facts, sentence) => {
  expect(reasonsOf(judged([checkOf(facts), checkOf({ rule: 'adult', outcome: 'passed' })]))).toEqual([
    sentence,
  ])
})

test('of what nobody asked for the reviewer reads whose it is', () => {
  const kind = checkOf({ rule: 'document_kind', outcome: 'not_checked', read: 'utility bill' })
  const name = { outcome: 'not_checked', read: 'MR JOHN SMITH', expected: 'Grace Whitfield' } as const
  const birth = { outcome: 'not_checked', read: '17 April 1990', expected: '3 May 1991' } as const
  expect(
    reasonsOf(
      judged([
        kind,
        checkOf({ rule: 'name_matches', ...name }),
        checkOf({ rule: 'birth_date_matches', ...birth }),
      ]),
    ),
  ).toEqual([
    "It looks like a utility bill; we didn't ask for a particular kind.",
    "It's in the name of Mr John Smith; the name we have is Grace Whitfield.",
    'It gives 17 April 1990 as the date of birth; we have 3 May 1991.',
  ])
})

test('for a picture of a face the reviewer reads what to compare, and what was not checked', () => {
  const seen = judged([checkOf({ rule: 'one_face', outcome: 'passed' })], { confidence: 0.97, issues: [] })
  const [first, second] = reasonsOf(seen, 'selfie')
  expect(first).toBe('Compare it with the portrait on their document.')
  expect(second).toMatch(/recognised nobody/)
  expect(reasonsOf(judged([], { confidence: 0, issues: [] }), 'selfie')).toEqual([
    first,
    "The automatic check couldn't look at it.",
  ])
})

test('a suspicion is shown by its evidence, and only once', () => {
  const evidence = 'Two text layers disagree.'
  const validation = judged([checkOf({ rule: 'not_edited', title: 'File not edited' })])
  validation.metadata = { ...validation.metadata, flagEvidence: { isTampered: [evidence] } }
  expect(reasonsOf(validation)).toEqual([evidence])
})

test('a shared picture that could not be read shows both reasons', () => {
  const other = checkOf({ rule: 'not_of_another_client', title: 'Sent by no other client' })
  expect(reasonsOf(judged([other], { confidence: 0, issues: ["We'll check this."] }), 'passport')).toEqual([
    'Another client has sent the same picture.',
    "It couldn't be read automatically.",
  ])
})

test('the evidence of a flag is written for people', () => {
  const expired = checkOf({
    rule: 'dated_within_90_days',
    title: 'Dated within the last 3 months',
    read: '5 June 2026',
  })
  const kept = 'Dated within the last 3 months: no (read: 5 June 2026; expected: 24 August 2026 or later).'
  expect(evidenceFor(kept, judged([expired]))).toBe(
    "It's dated 5 June 2026, which is more than 3 months ago.",
  )
  expect(evidenceFor('Two text layers disagree.', judged([expired]))).toBe('Two text layers disagree.')
})

test('where every rule holds the reviewer reads which of them hold only probably', () => {
  const passed = { outcome: 'passed', read: '5 June 2026' } as const
  const checks = [
    checkOf({ rule: 'dated_within_90_days', title: 'Dated within the last 3 months', ...passed }),
    checkOf({
      rule: 'document_kind',
      title: 'The kind we asked for',
      outcome: 'passed',
      read: 'gift letter',
    }),
    checkOf({ rule: 'zones_agree', title: 'Printed details match', outcome: 'passed' }),
  ]
  const doubts = [
    ...checks.map(({ title }) => `${title}: probably (read: it).`),
    'Please compare the letters.',
  ]
  const validation = judged(checks, { valid: true, confidence: 0.8, issues: [] })
  validation.metadata = { ...validation.metadata, flagEvidence: { requiresManualReview: doubts } }
  expect(reasonsOf(validation)).toEqual([
    'Its date is probably 5 June 2026.',
    'It looks like a gift letter.',
    'Not certain: printed details match.',
    'Please compare the letters.',
  ])
  expect(reasonsOf({ ...validation, issues: ['It is blurred.'] })).toEqual(['It is blurred.'])
})

test('a document that is unreadable or still being read says so', () => {
  expect(firstReviewReason({ status: 'pending', documentType: 'legal', validation: null })).toBe(
    'Still being read.',
  )
  expect(reasonsOf(judged([], { confidence: 0, issues: [] }))).toEqual(["It couldn't be read automatically."])
  expect(firstReviewReason({ status: 'verified', documentType: 'legal', validation: null })).toBeNull()
})

test('a picture of a face is not refused for being expired, too old or in another name', () => {
  const labelsOf = (documentType: string) => commonReasonsFor({ documentType }).map(({ label }) => label)
  expect(labelsOf('selfie')).toEqual(['Blurred', 'Face not visible', 'Not like the document'])
  expect(labelsOf('photo')).toContain('Number not visible')
  expect(labelsOf('passport')).toContain('Expired')
})

// A guest has no account, and isn't a client.
test('no reason calls whoever sent a document a client, or what we know of them an account', () => {
  const rules = ['name_matches', 'birth_date_matches', 'address_matches']
  const values = [null, '17 April 1990']
  const sentences = rules.flatMap((rule) =>
    (['failed', 'not_checked', 'passed'] as const).flatMap((outcome) =>
      values.flatMap((read) =>
        values.map((expected) => {
          const check = checkOf({ rule, outcome, read, expected })
          return sentenceFor(
            check,
            judged([check, checkOf({ rule: 'document_kind', outcome: 'not_checked' })]),
          )
        }),
      ),
    ),
  )
  expect(sentences).toHaveLength(36)
  expect(sentences.filter((sentence) => /the client|account/.test(sentence))).toEqual([])
})

test('of a document in the name of the joint client the reviewer reads whose it is', () => {
  const check = checkOf({
    rule: 'name_matches',
    title: jointClientTitle,
    outcome: 'not_checked',
    read: 'MR DANIEL WHITMORE',
    expected: 'Grace Whitfield',
  })
  expect(sentenceFor(check, judged([check]))).toBe(
    "It's in the name of Mr Daniel Whitmore, the joint client, not Grace Whitfield.",
  )
})

test('of a damaged PDF the firm reads so first, and then what else there is to decide', () => {
  const damaged = 'Part of this PDF was damaged, so pages may be missing.'
  const failed = checkOf({ rule: 'sharpness', title: 'In focus' })
  expect(reasonsOf(judged([failed], { issues: [damagedPdf] }))).toEqual([damaged, "Didn't pass: in focus."])
  const unread = judged([], { confidence: 0, issues: [damagedPdf, weWillCheck] })
  expect(reasonsOf(unread)).toEqual([damaged, "It couldn't be read automatically."])
  expect(reasonsOf(judged([], { issues: ['It is blurred.', damagedPdf] }))).toEqual([
    damaged,
    'It is blurred.',
  ])
})
