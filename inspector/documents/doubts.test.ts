import { expect, test } from 'vitest'
import { isVerified } from '#contract/documents/validation.ts'
import {
  bankStatement,
  councilTaxBill,
  type Facts,
  okafor,
  payslip,
  phoneBankStatement,
  utilityBill,
} from '../testing/documents.ts'
import { ratesBill, welshCouncilTax, welshWaterBill } from '../testing/nations.ts'
import type { Draw } from '../testing/paper.ts'
import { proofOfAddress, proofOfFunds, readDrawn } from '../testing/read-drawn.ts'

const named = (...name: string[]): Facts => ({ ...okafor, name })
const at = (...address: string[]): Facts => ({ ...okafor, address })
const also =
  (draw: Draw, more: Draw): Draw =>
  (pen) => {
    draw(pen)
    more(pen)
  }

/** Documents that look right at a glance. Each was once accepted by some portal. */
const nearMisses: [string, Draw][] = [
  ['a relative’s full name', bankStatement(named('Mrs Ada Okafor'))],
  ['a relative’s initial', bankStatement(named('Mr C Okafor'))],
  ['the surname alone', bankStatement(named('Mrs Okafor'))],
  ['the couple without first names', bankStatement(named('Mr & Mrs Okafor'))],
  ['first and last name of two holders', bankStatement(named('Adaeze Larkin & Peter Okafor'))],
  ['somebody else, care of the client', bankStatement(named('Mr Peter Larkin', 'c/o Mrs Adaeze Okafor'))],
  [
    'somebody else without a title, care of the client',
    utilityBill(named('Peter Larkin', 'c/o Adaeze Okafor')),
  ],
  ['the client’s company', bankStatement(named('Mrs Adaeze Okafor', 'Okafor Trading Ltd'))],
  ['the client’s estate', bankStatement(named('The Estate of Adaeze Okafor'))],
  ['the client, deceased', bankStatement(named('Mrs A Okafor Deceased'))],
  ['the client for a child', bankStatement(named('Mrs Adaeze Okafor re Chidi Okafor'))],
  ['the client for the dead', bankStatement(named('Mrs Adaeze Okafor as executor of Mary Okafor'))],
  ['the client for somebody ill', bankStatement(named('Mrs Adaeze Okafor attorney for Mary Larkin'))],
  [
    'the account of somebody else, sent to the client',
    also(bankStatement(okafor), (pen) => pen.write('Account holder: Mr Peter Larkin', { x: 330, y: 200 })),
  ],
  [
    'the account of a company, sent to the client',
    also(bankStatement(okafor), (pen) => pen.write('Account name: Okafor Trading Ltd', { x: 330, y: 200 })),
  ],
  ['the flat next door', utilityBill(at('Flat 3', '12 Garden Street', 'London', 'W1U 4PL'))],
  ['the house without the flat', utilityBill(at('12 Garden Street', 'London', 'W1U 4PL'))],
  ['the neighbour', utilityBill(at('Flat 2', '14 Garden Street', 'London', 'W1U 4PL'))],
  ['numbers swapped', utilityBill(at('Flat 12', '2 Garden Street', 'London', 'W1U 4PL'))],
  ['another street of the same postcode', utilityBill(at('Flat 2', '12 Garden Mews', 'London', 'W1U 4PL'))],
  ['another postcode', utilityBill(at('Flat 2', '12 Garden Street', 'London', 'W1U 4PJ'))],
  [
    'two days that it was made',
    also(utilityBill(okafor), (pen) => pen.pair('Bill date', '3 November 2025', { x: 330, y: 210 })),
  ],
  ['no postcode', utilityBill(at('Flat 2', '12 Garden Street', 'London'))],
]

test.each(nearMisses)('%s is not verified as the client’s', async (_, draw) => {
  expect(isVerified(await readDrawn(draw))).toBe(false)
})

test('dates that are not the document’s own do not make it recent', async () => {
  const old = { ...okafor, date: '3 March 2026' }
  const recent: Draw = (pen) => {
    pen.stack(
      [
        'Printed 19 November 2026',
        'Prices valid until 31 December 2026',
        'Last payment received 2 November 2026',
        'Next statement date: 18 November 2026',
      ],
      { x: 330, y: 560 },
    )
    pen.write('19 November 2026', { x: 330, y: 700 })
  }
  const verdict = await readDrawn(also(bankStatement(old), recent))
  expect(verdict).toMatchObject({
    valid: false,
    metadata: { documentDate: '2026-03-03' },
    flags: { isExpired: true },
  })
})

test('last year’s rates bill is called a rates bill', async () => {
  const verdict = await readDrawn(ratesBill({ ...okafor, date: '10 March 2025' }, '2025-26'))
  expect(verdict.issues).toEqual(['This rates bill is for 2025/26. Please upload the one for 2026/27.'])
})

test('a letter of the tax office is no payslip', async () => {
  const letter: Draw = (pen) => {
    pen.write('PAYE Coding Notice', { x: 60, y: 60, size: 16 })
    pen.stack([...okafor.name, ...okafor.address], { x: 60, y: 130 })
    pen.stack(['Your tax code is 1257L', 'National Insurance number QQ 12 34 56 C'], { x: 60, y: 300 })
  }
  // A person decides whether it proves an address. It proves nothing about funds.
  expect((await readDrawn(letter, proofOfFunds)).outcomes).toMatchObject({ document_kind: 'failed' })
  const forAddress = await readDrawn(letter)
  expect(forAddress).toMatchObject({
    metadata: { documentType: 'address_proof' },
    flags: { requiresManualReview: true },
  })
})

test('transactions do not date a statement that shows no date', async () => {
  const verdict = await readDrawn(bankStatement({ ...okafor, date: 'enclosed' }), proofOfFunds)
  expect(verdict).toMatchObject({
    valid: false,
    metadata: { documentDate: null },
    flags: { hasMissingElements: true },
  })
})

test('words outside the page or too small to see are not read', async () => {
  const hidden: Draw = (pen) => {
    pen.stack([...okafor.name, ...okafor.address], { x: 60, y: -80 })
    pen.stack([...okafor.name, ...okafor.address], { x: 300, y: 240, size: 1, step: 1.4 })
  }
  const verdict = await readDrawn(also(bankStatement({ ...okafor, name: ['Mr Peter Larkin'] }), hidden))
  expect(verdict.outcomes.name_matches).toBe('failed')
})

test('words in white, or under a patch, are not read', async () => {
  const hidden: Draw = (pen) => {
    pen.write('Account holder: Mrs Adaeze Okafor', { x: 60, y: 300, isWhite: true })
    pen.stack([...okafor.name, ...okafor.address], { x: 60, y: 520 })
    pen.cover({ x: 50, y: 500, width: 300, height: 120 })
  }
  const verdict = await readDrawn(also(bankStatement({ ...okafor, name: ['Mr Peter Larkin'] }), hidden))
  expect(verdict.metadata.fullName).toBe('Mr Peter Larkin')
  expect(verdict.outcomes.name_matches).toBe('failed')
  const onlyHidden = await readDrawn(also(bankStatement({ ...okafor, name: [], address: [] }), hidden))
  expect(onlyHidden.metadata).toMatchObject({ fullName: null, address: null })
})

test('council tax in a bank statement and gas in a payslip do not change what they are', async () => {
  expect((await readDrawn(bankStatement(okafor))).metadata.documentType).toBe('bank_statement')
  const slip = also(payslip(okafor), (pen) =>
    pen.write('Employer: British Gas Services Limited', { x: 60, y: 240 }),
  )
  expect((await readDrawn(slip, proofOfFunds)).metadata.documentType).toBe('funds_proof')
})

/** Documents that a careful person accepts at once, in forms that confuse text recognition. */
const plain: [string, Draw, Partial<typeof proofOfAddress>][] = [
  ['a surname that is a street', bankStatement(named('MS JANE STREET')), { client: known('Jane', 'Street') }],
  [
    'an apostrophe and a hyphen',
    bankStatement(named('Mr J. A. O’Brien-Smith')),
    { client: known('John', "O'Brien-Smith") },
  ],
  ['a particle', bankStatement(named('Mr Jan van der Berg')), { client: known('Jan', 'van der Berg') }],
  ['no title', utilityBill(named('Adaeze Okafor')), {}],
  ['a councillor', bankStatement(named('Cllr Adaeze Okafor')), {}],
  ['a bill in Welsh', welshWaterBill({ ...okafor, date: '3 Tachwedd 2026' }), {}],
  ['council tax in Welsh', welshCouncilTax({ ...okafor, date: '10 Mawrth 2026' }, '2026/27'), {}],
  ['rates of Northern Ireland', ratesBill({ ...okafor, date: '10 March 2026' }, '2026-27'), {}],
  [
    'capitals only',
    councilTaxBill(
      {
        name: ['MRS ADAEZE OKAFOR'],
        address: ['FLAT 2', '12 GARDEN STREET', 'LONDON', 'W1U 4PL'],
        date: '10 MARCH 2026',
      },
      '2026/2027',
    ),
    {},
  ],
  [
    'a house with a name',
    utilityBill({
      ...okafor,
      name: ['Adaeze Okafor'],
      address: ['Tall Trees', 'Mill Lane', 'Ely', 'CB7 4DL'],
    }),
    { client: known('Adaeze', 'Okafor', { address: 'Tall Trees, Mill Lane, Ely', postcode: 'CB7 4DL' }) },
  ],
  [
    'everything on one line',
    phoneBankStatement({
      ...okafor,
      name: ['Mrs Adaeze Okafor, Flat 2, 12 Garden Street, London W1U 4PL'],
      address: [],
    }),
    {},
  ],
  ['two holders on two lines', bankStatement(named('Mr Chidi Okafor &', 'Mrs Adaeze Okafor')), {}],
]

test.each(plain)('%s does not stand in the way', async (_, draw, more) => {
  const verdict = await readDrawn(draw, { ...proofOfAddress, ...more })
  expect(verdict.issues).toEqual([])
  expect(isVerified(verdict)).toBe(true)
})

function known(
  firstName: string,
  lastName: string,
  home = { address: 'Flat 2, 12 Garden Street, London', postcode: 'W1U 4PL' },
) {
  return { firstName, lastName, dateOfBirth: null, ...home }
}

test.each([
  ['a bill of a year ago', utilityBill({ ...okafor, date: '3 November 2025' })],
  ['a relative’s bill', utilityBill(named('Mrs Ada Okafor'))],
  ['a bill for another address', utilityBill(at('5 Mill Lane', 'Ely', 'CB7 4DL'))],
  ['a payslip', payslip(okafor)],
  [
    'a page of no known kind',
    (pen: Parameters<Draw>[0]) =>
      pen.write('Certificate of the thirty shares that are held by Okafor Trading Ltd since 1985', {
        x: 60,
        y: 200,
      }),
  ],
])('%s that nobody asked for is read, and left to a person without a fault', async (_, draw) => {
  const verdict = await readDrawn(draw, { ...proofOfAddress, expectedTypes: [] })
  expect(verdict).toMatchObject({ valid: false, issues: [], flags: { requiresManualReview: true } })
  expect(verdict.flags).toMatchObject({ isExpired: false, hasMissingElements: false })
  expect(verdict.checks.filter(({ outcome }) => outcome === 'failed')).toEqual([])
})

test('of a bill that nobody asked for the kind, name, address, date and total are told', async () => {
  const verdict = await readDrawn(utilityBill({ ...okafor, date: '3 November 2025' }), {
    ...proofOfAddress,
    expectedTypes: [],
  })
  expect(verdict.metadata).toMatchObject({
    documentType: 'utility_bill',
    fullName: 'Mrs Adaeze Okafor',
    documentDate: '2025-11-03',
    address: 'Flat 2, 12 Garden Street, London, W1U 4PL',
  })
  expect(verdict.metadata.total).not.toBeNull()
  expect(verdict.checks[0]).toMatchObject({ title: 'What kind of document it is', read: 'utility bill' })
})
