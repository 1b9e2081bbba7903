import { expect, test } from 'vitest'
import { isVerified } from '#contract/documents/validation.ts'
import {
  bankStatement,
  councilTaxBill,
  mobileBill,
  mortgageStatement,
  okafor,
  payslip,
  phoneBankStatement,
  recipe,
  utilityBill,
} from '../testing/documents.ts'
import type { Draw } from '../testing/paper.ts'
import { proofOfAddress, readDrawn } from '../testing/read-drawn.ts'

const { client } = proofOfAddress
const knowing = (more: Partial<NonNullable<typeof client>>) => ({
  ...proofOfAddress,
  client: client && { ...client, ...more },
})

const good: [string, Draw, string, string][] = [
  ['a utility bill', utilityBill(okafor), 'utility_bill', 'Octopus Energy'],
  ['a bank statement with its facts in columns', bankStatement(okafor), 'bank_statement', 'Barclays'],
  ['a mortgage statement', mortgageStatement(okafor), 'address_proof', 'Nationwide'],
  ['a council tax bill', councilTaxBill(okafor, '2026/27'), 'address_proof', 'London Borough of Camden'],
]

test.each(good)('%s of the client is verified automatically', async (_, draw, documentType, issuer) => {
  const verdict = await readDrawn(draw)

  expect(isVerified(verdict)).toBe(true)
  expect(verdict.issues).toEqual([])
  expect(verdict.metadata).toMatchObject({
    documentType,
    issuer,
    fullName: 'Mrs Adaeze Okafor',
    documentDate: '2026-11-03',
    address: 'Flat 2, 12 Garden Street, London, W1U 4PL',
    pages: 1,
  })
  expect(verdict.flags).toEqual({
    isTampered: false,
    isExpired: false,
    isFraudulent: false,
    hasMissingElements: false,
    requiresManualReview: false,
  })
  expect(verdict.outcomes).toMatchObject({
    document_kind: 'passed',
    name_matches: 'passed',
    address_matches: 'passed',
    dated_within_90_days: 'passed',
    has_text: 'passed',
    pages: 'passed',
  })
})

test('a statement without a date of its own is dated by the end of its period', async () => {
  const verdict = await readDrawn(phoneBankStatement(okafor))
  expect(isVerified(verdict)).toBe(true)
  expect(verdict.metadata.documentDate).toBe('2026-10-31')
})

test.each([
  [{ name: ['MRS A OKAFOR'] }],
  [{ name: ['Mr Chidi Okafor & Mrs Adaeze Okafor'] }],
  [{ name: ['MR C OKAFOR', 'MRS A OKAFOR'] }],
  [{ name: ['Okafor, Adaeze'] }],
  [{ address: ['2/12 Garden St', 'LONDON', 'W1U4PL'] }],
  [{ address: ['Flat 2, 12 Garden Street, London W1U 4PL'] }],
  [{ address: ['APARTMENT 2', 'MARBLE HOUSE', '12 GARDEN STREET', 'MARYLEBONE', 'LONDON W1U 4PL'] }],
  [{ date: '03/11/2026' }],
  [{ date: '3 Nov 26' }],
  [{ date: '03 NOV 2026' }],
])('the same home and person are recognised as printed %j', async (how) => {
  const verdict = await readDrawn(bankStatement({ ...okafor, ...how }))
  expect(verdict).toMatchObject({ valid: true, issues: [] })
  expect(isVerified(verdict)).toBe(true)
})

test.each([
  'Bill date',
  'Date of bill',
  'Invoice date',
  'Date issued',
  'Issued on',
  'Tax point date',
  'Date',
  'Statement date',
])('a date called "%s" is the date of the bill, and not the day when payment is due', async (label) => {
  expect((await readDrawn(utilityBill(okafor, label))).metadata.documentDate).toBe('2026-11-03')
})

test.each([
  'Payment due date',
  'Pay by',
  'Next bill date',
  'Previous bill date',
  'Meter read on',
  'Tariff ends',
  'Date of birth',
])('a date called "%s" is not the date of the bill', async (label) => {
  const verdict = await readDrawn(utilityBill({ ...okafor, date: '19 November 2026' }, label))
  expect(verdict.metadata.documentDate).toBe('2026-10-31')
})

test('an old bill says how old it is and what to do', async () => {
  const verdict = await readDrawn(bankStatement({ ...okafor, date: '3 June 2026' }), {
    ...proofOfAddress,
    today: '2026-11-21',
  })
  expect(verdict).toMatchObject({
    valid: false,
    issues: [
      'This bank statement is dated 3 June 2026, more than 5 months ago. Please upload one from the last 3 months.',
    ],
    flags: { isExpired: true, requiresManualReview: false },
  })
})

test.each([
  ['2026-11-20', '22 August 2026', true],
  ['2026-11-20', '21 August 2026', false],
  ['2026-11-20', '20 November 2026', true],
  ['2026-11-20', '21 November 2026', false],
])('on %s a statement of %s counts: %s', async (today, date, valid) => {
  expect(await readDrawn(bankStatement({ ...okafor, date }), { ...proofOfAddress, today })).toMatchObject({
    valid,
  })
})

test.each([
  ['2026/27', '2026-11-20', []],
  ['2026 to 2027', '2027-03-31', []],
  ['2025/26', '2026-11-20', ['This council tax bill is for 2025/26. Please upload the one for 2026/27.']],
  ['2026/27', '2027-04-01', ['This council tax bill is for 2026/27. Please upload the one for 2027/28.']],
])('a council tax bill for %s, uploaded on %s, gets %j', async (years, today, issues) => {
  const bill = councilTaxBill({ ...okafor, date: '10 March 2026' }, years)
  expect(await readDrawn(bill, { ...proofOfAddress, today })).toMatchObject({
    valid: issues.length === 0,
    issues,
  })
})

test.each([
  ['a street called after a bank of the river', ['2 Mill Bank', 'Ipswich', 'IP4 1AA']],
  ['a house in a street of that name', ['Flat 3, 11 Bank Street', 'Ipswich', 'IP4 1AA']],
  ['a house with a name and no number', ['The Old Forge', 'Church Lane', 'Ludlow', 'SY8 1AP']],
])('the client’s name is read above %s', async (_, address) => {
  const verdict = await readDrawn(
    utilityBill({ ...okafor, address }),
    knowing({ address: address.join(', '), postcode: address.at(-1) ?? '' }),
  )
  expect(verdict.metadata).toMatchObject({ fullName: 'Mrs Adaeze Okafor', address: address.join(', ') })
  expect(verdict.outcomes).toMatchObject({ name_matches: 'passed', address_matches: 'passed' })
})

test('a bill to a company in a street called Bank is not the client’s', async () => {
  const address = ['Barford Bank plc', '2 Mill Bank', 'Ipswich', 'IP4 1AA']
  const verdict = await readDrawn(utilityBill({ ...okafor, address }))
  expect(verdict.outcomes.name_matches).not.toBe('passed')
})

test('someone else’s bill is named as theirs', async () => {
  const verdict = await readDrawn(utilityBill({ ...okafor, name: ['Mr Peter Larkin'] }))
  expect(verdict.outcomes.name_matches).toBe('failed')
  expect(verdict.issues).toEqual([
    'This utility bill is in the name of Mr Peter Larkin, not Adaeze Okafor. Please upload one in your own name.',
  ])
})

const peter = { firstName: 'Peter', lastName: 'Larkin' }

test('a joint client’s bill is refused for a personal task, and says that the joint client must upload it', async () => {
  const draw = utilityBill({ ...okafor, name: ['Mr Peter Larkin'] })
  const verdict = await readDrawn(draw, knowing({ jointClients: [peter], isShared: false }))
  expect(verdict.outcomes.name_matches).toBe('failed')
  expect(verdict.issues).toEqual([
    'This utility bill is in the name of Mr Peter Larkin, your joint client, who sends theirs from their own account. Please upload one in your own name.',
  ])
})

test('a joint client’s statement for a task of the matter goes to a person, and no other one is requested', async () => {
  const draw = bankStatement({ ...okafor, name: ['Mr Peter Larkin'] })
  const verdict = await readDrawn(draw, knowing({ jointClients: [peter], isShared: true }))
  expect(verdict).toMatchObject({ valid: false, issues: [], outcomes: { name_matches: 'not_checked' } })
  const stranger = { firstName: 'Maud', lastName: 'Jones' }
  const other = await readDrawn(draw, knowing({ jointClients: [stranger], isShared: true }))
  expect(other.outcomes.name_matches).toBe('failed')
})

test('a statement in both names is the client’s own', async () => {
  const draw = bankStatement({ ...okafor, name: ['Mrs Adaeze Okafor and Mr Peter Larkin'] })
  const verdict = await readDrawn(draw, knowing({ jointClients: [peter], isShared: true }))
  expect(verdict.outcomes.name_matches).toBe('passed')
})

test('a name among the transactions does not make a statement the client’s', async () => {
  const peter = { ...okafor, name: ['Mrs Adaeze Okafor'] }
  const verdict = await readDrawn(bankStatement(peter), knowing({ firstName: 'Peter', lastName: 'Larkin' }))
  expect(verdict).toMatchObject({ valid: false, outcomes: { name_matches: 'failed' } })
})

test('a bill for another home says both addresses', async () => {
  const verdict = await readDrawn(utilityBill({ ...okafor, address: ['5 Mill Lane', 'Ely', 'CB7 4DL'] }))
  expect(verdict.outcomes.address_matches).toBe('failed')
  expect(verdict.issues).toEqual([
    'This utility bill is for 5 Mill Lane, Ely, CB7 4DL, and you told us you live at Flat 2, 12 Garden Street, London, W1U 4PL. Please upload one for your present address, or correct the address you gave us.',
  ])
})

test('while the client’s address is unknown a person checks the bill, and the client is asked for nothing', async () => {
  const verdict = await readDrawn(utilityBill(okafor), knowing({ address: null, postcode: null }))
  expect(verdict).toMatchObject({ valid: true, issues: [], flags: { requiresManualReview: true } })
  expect(verdict.outcomes.address_matches).toBe('not_checked')
  expect(verdict.confidence).toBeLessThan(0.9)
})

test('a mobile phone bill is pointed out', async () => {
  const verdict = await readDrawn(mobileBill(okafor))
  expect(verdict.valid).toBe(false)
  expect(verdict.issues[0]).toContain(
    'This is a mobile phone bill, which most firms cannot take as proof of address.',
  )
})

test('for the wrong kind of document the client reads only what it looks like', async () => {
  expect((await readDrawn(payslip(okafor))).issues).toEqual([
    'This looks like a payslip. Please upload a utility bill, a bank or card statement, a council tax bill or a mortgage statement.',
  ])
  const unknown = await readDrawn(recipe)
  expect(unknown).toMatchObject({ valid: false, confidence: 0 })
  expect(unknown.issues).toHaveLength(1)
  expect(unknown.issues[0]).toContain("We couldn't tell what kind of document this is.")
})

test('a bill without a sender, an addressee or a date is never verified automatically', async () => {
  const anyone: Draw = (pen) => {
    pen.write('Your electricity bill', { x: 60, y: 60, size: 16 })
    pen.stack(['kWh 412', 'Meter number 21L3456789', 'Standing charge', 'Tariff: Flexible'], {
      x: 60,
      y: 300,
    })
  }
  const addressed: Draw = (pen) => {
    anyone(pen)
    pen.stack([...okafor.name, ...okafor.address], { x: 60, y: 130 })
    pen.pair('Bill date', okafor.date, { x: 330, y: 130 })
  }
  expect(isVerified(await readDrawn(addressed))).toBe(false)
  const verdict = await readDrawn(anyone)
  expect(verdict).toMatchObject({ valid: false, flags: { hasMissingElements: true } })
  expect(verdict.issues).toHaveLength(3)
})

test('letter-spaced text and words placed one by one are read like any others', async () => {
  const spaced: Draw = (pen) => {
    pen.space(3)
    utilityBill({ ...okafor, date: '3 Nov 2026' })({
      ...pen,
      pair: (label, value, { x, y }) => pen.pair(label, value, { x: x - 60, y, gap: 150 }),
    })
  }
  expect(await readDrawn(spaced)).toMatchObject({
    valid: true,
    metadata: { fullName: 'Mrs Adaeze Okafor', documentDate: '2026-11-03' },
  })
  const wordByWord: Draw = (pen) =>
    bankStatement(okafor)({
      ...pen,
      write: (text, at) => {
        let x = at.x
        for (const word of text.split(' ')) {
          pen.write(word, { ...at, x })
          x += (word.length * 0.56 + 0.3) * (at.size ?? 10)
        }
      },
    })
  expect((await readDrawn(wordByWord)).metadata.fullName).toBe('Mrs Adaeze Okafor')
})
