import { expect, test } from 'vitest'
import { check, otherName, sent, validation } from './testing/verdicts.ts'
import { jointClientTitle, shownToClient, weWillCheck } from './validation.ts'
import { verdictFor } from './verdict.ts'

test("another person's document is named as such, with its name, and another is requested", () => {
  const issues = ['This passport is in the name of John Smith, not Grace Whitfield.']
  expect(verdictFor(sent(validation({ checks: [otherName], issues })))).toMatchObject({
    kind: 'not_yours',
    sentence: 'This is in the name of John Smith.',
    action: 'choose_another',
  })
})

const ofJoint = { ...otherName, title: jointClientTitle, read: 'MR DANIEL WHITMORE' }

test('for a personal task, a document of the joint client is for them to send', () => {
  expect(verdictFor(sent(validation({ checks: [ofJoint], issues: ['No.'] })))).toMatchObject({
    kind: 'not_yours',
    lines: [
      'They’re your joint client, and send theirs from their own account.',
      'Please send one in your own name.',
    ],
  })
})

test('for a task of the matter, the verdict says whose document it is, and the firm decides', () => {
  const checks = [{ ...ofJoint, outcome: 'not_checked' as const }]
  expect(verdictFor(sent(validation({ checks })))).toMatchObject({
    kind: 'doubtful',
    action: 'continue',
    lines: ["It's in the name of Mr Daniel Whitmore, your joint client. We'll decide whether that's enough."],
  })
})

test('a name in capitals is shown in normal case', () => {
  const read = "JEAN-PAUL O'BRIEN"
  const issues = ['Not yours.']
  expect(verdictFor(sent(validation({ checks: [{ ...otherName, read }], issues }))).sentence).toBe(
    "This is in the name of Jean-Paul O'Brien.",
  )
})

test.each([
  ['mobile phone bill', 'This looks like a mobile phone bill, not what we asked for.'],
  ['identity card', 'This looks like an identity card, not what we asked for.'],
])('a %s in place of what was asked for is the wrong kind', (read, sentence) => {
  const kind = check('document_kind', 'failed', { read, expected: 'a bank or card statement' })
  expect(verdictFor(sent(validation({ checks: [kind], issues: ['No.'] })))).toEqual({
    kind: 'wrong_kind',
    label: 'Wrong document',
    sentence,
    action: 'choose_another',
    lines: ['Please send a bank or card statement.'],
  })
})

test("another person's document of another kind says both, and asks for one that is neither", () => {
  const kind = check('document_kind', 'failed', { read: 'utility bill', expected: 'a bank statement' })
  const name = { ...otherName, read: 'GARETH PUGH' }
  expect(verdictFor(sent(validation({ checks: [kind, name], issues: ['No.'] })))).toMatchObject({
    kind: 'wrong_kind',
    sentence: 'This looks like a utility bill, not what we asked for.',
    lines: ["It's in the name of Gareth Pugh.", 'Please send a bank statement in your own name.'],
  })
})

test('a document in place of a face is the wrong kind, and is taken again', () => {
  const face = check('is_photo', 'failed', { read: 'print of a document' })
  expect(verdictFor(sent(validation({ checks: [face], issues: ['No.'] }), 'selfie'))).toMatchObject({
    kind: 'wrong_kind',
    action: 'take_again',
  })
})

test('a bill that is too old says its date, and asks for a newer one', () => {
  const age = check('dated_within_90_days', 'failed', { read: '3 March 2026' })
  const old = validation({ checks: [age], issues: ['Old.'], flags: { isExpired: true } })
  expect(verdictFor(sent(old, 'utility_bill'))).toMatchObject({
    kind: 'too_old',
    sentence: 'This is dated 3 March 2026, which is more than 3 months ago.',
    action: 'choose_another',
    lines: ['Please send one from the last 3 months.'],
  })
})

test('for an old document of unknown type, the accepted types are listed', () => {
  const age = check('dated_within_90_days', 'failed', { read: '3 March 2026' })
  const kind = check('document_kind', 'not_checked', { expected: 'a utility bill or a bank statement' })
  const receipt = validation({ checks: [kind, age], issues: ['Old.'], flags: { isExpired: true } })
  expect(verdictFor(sent(receipt, 'utility_bill')).lines).toEqual([
    'Please send a utility bill or a bank statement from the last 3 months.',
  ])
})

test('what nobody asked for is received, whatever its age and whoever it names', () => {
  const age = check('dated_within_90_days', 'failed', { read: '3 March 2026' })
  const kind = check('document_kind', 'not_checked', { read: 'utility bill' })
  const name = check('name_matches', 'not_checked', { read: 'John Smith', expected: 'Grace Whitfield' })
  expect(
    verdictFor(sent(validation({ checks: [kind, name, age] }), 'Upload the seller’s bill')),
  ).toMatchObject({
    kind: 'received',
    label: 'Received',
    action: 'continue',
  })
})

test('what nobody asked for is to be sent again only if it could not be read', () => {
  const kind = check('document_kind', 'not_checked')
  const blurred = validation({ checks: [kind, check('sharpness', 'failed')], issues: ['Out of focus.'] })
  expect(verdictFor(sent(blurred, 'Upload the seller’s bill'))).toMatchObject({ kind: 'unreadable' })
})

test('a council tax bill of another year asks for the one of this year', () => {
  const age = check('dated_within_90_days', 'failed', { read: '2024/25', expected: '2026/27' })
  const old = validation({ checks: [age], issues: ['Old.'], flags: { isExpired: true } })
  expect(verdictFor(sent(old, 'address_proof'))).toMatchObject({
    kind: 'too_old',
    sentence: 'This is for 2024/25.',
    lines: ['Please send the one for 2026/27.'],
  })
})

test('a date in the future is not called old', () => {
  const age = check('dated_within_90_days', 'failed', { read: '3 March 2031' })
  expect(verdictFor(sent(validation({ checks: [age], issues: ['Is it the right one?'] })))).toMatchObject({
    kind: 'doubtful',
    lines: ['Is it the right one?'],
  })
})

test('an expired document says when it expired, and one that is valid is requested', () => {
  const expiry = check('not_expired', 'failed', { read: '1 May 2021' })
  expect(verdictFor(sent(validation({ checks: [expiry], issues: ['Expired.'] })))).toMatchObject({
    kind: 'expired',
    sentence: 'This expired on 1 May 2021.',
    action: 'choose_another',
  })
})

test.each([
  ['sharpness', 'failed'],
  ['machine_zone', 'not_checked'],
  ['one_face', 'failed'],
  ['document_kind', 'failed'],
] as const)('where %s %s, the picture is to be taken again, with what to do better', (rule, outcome) => {
  const issues = ['Hold the camera still.']
  expect(verdictFor(sent(validation({ checks: [check(rule, outcome)], issues })))).toMatchObject({
    kind: 'unreadable',
    action: 'take_again',
    lines: issues,
  })
})

test('for a picture of a face, the verdict says that the face cannot be seen, not that it cannot be read', () => {
  const issues = ["We couldn't find a face in this photo."]
  const faceless = validation({ checks: [check('one_face', 'failed')], issues }, 0)
  expect(verdictFor(sent(faceless, 'photo'))).toMatchObject({
    kind: 'unreadable',
    sentence: "We can't see your face clearly here.",
    action: 'take_again',
    lines: issues,
  })
})

test('a photo that is not sharp but was read well is not taken again', () => {
  const checks = [check('sharpness', 'not_checked')]
  expect(verdictFor(sent(validation({ checks })))).toMatchObject({ kind: 'doubtful', action: 'continue' })
})

test.each(['selfie', 'photo'])(
  'a good %s is received to be compared, however sure the machine is',
  (type) => {
    const checks = [check('one_face', 'passed')]
    expect(verdictFor(sent(validation({ checks }, 0.97), type))).toMatchObject({
      kind: 'received',
      label: "Received, we'll compare it",
      action: 'continue',
    })
  },
)

test('a document that could not be read through no fault of the client is only checked', () => {
  expect(verdictFor(sent(validation({}, 0)))).toEqual({
    kind: 'doubtful',
    label: 'Received',
    sentence: "We'll check this.",
    action: 'continue',
    lines: [],
  })
})

test('what its client can mend is not said to be checked by us, until they send it as it is', () => {
  const advice = 'This passport gives 1 March 1973 as the date of birth, and you told us 17 April 1990.'
  const document = sent(validation({ issues: [advice] }))
  expect(verdictFor(document)).toMatchObject({
    kind: 'doubtful',
    label: 'Needs another look',
    sentence: 'This needs another look.',
    action: 'choose_another',
    lines: [advice],
  })
  expect(verdictFor({ ...document, isForReview: true })).toMatchObject({
    label: 'Received',
    sentence: "We'll check this.",
  })
})

test('a missing address of the client is named as what is missing', () => {
  const address = check('address_matches', 'not_checked', { read: '12 Garden Street' })
  expect(verdictFor(sent(validation({ checks: [address] })))).toMatchObject({
    kind: 'doubtful',
    action: 'continue',
    lines: ["We couldn't compare the address, because we don't have yours yet."],
  })
})

test('a suspicion is only shown as a pending check', () => {
  const edited = check('not_edited', 'failed', { read: 'Made with Photoshop' })
  const suspected = validation({ checks: [edited], issues: [weWillCheck], flags: { isTampered: true } })
  for (const seen of [suspected, shownToClient(suspected)]) {
    const verdict = verdictFor(sent(seen))
    expect(verdict).toMatchObject({ kind: 'doubtful', sentence: "We'll check this.", action: 'continue' })
    expect(verdict.lines).toEqual([])
  }
})

test("with a suspicion and another person's name, only the name is mentioned", () => {
  const edited = check('not_edited', 'failed', { read: 'Made with Photoshop' })
  const seen = shownToClient(
    validation({ checks: [edited, otherName], issues: ['John Smith.', weWillCheck] }),
  )
  const verdict = verdictFor(sent(seen))
  expect(verdict.kind).toBe('not_yours')
  expect(JSON.stringify(verdict)).not.toMatch(/photoshop|edited|we'll check/i)
})

test('no verdict contains a percentage or more than three lines', () => {
  const issues = ['One.', 'Two.', 'Three.', 'Four.']
  const verdict = verdictFor(sent(validation({ checks: [check('glare', 'failed')], issues })))
  expect(verdict.lines).toEqual(issues.slice(0, 3))
  expect(JSON.stringify(verdict)).not.toContain('%')
})
