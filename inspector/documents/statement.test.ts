import { expect, test } from 'vitest'
import { segmentsOfRows } from '../testing/rows.ts'
import { judgePaper } from './paper.ts'
import { readStatement } from './statement.ts'

const today = '2026-11-20'
const readRows = (rows: string[][]) => readStatement(segmentsOfRows(rows), today)

test('a bill for a period that has not ended is not dated by its end', () => {
  const rows = [
    ['Your water bill'],
    ['For the period 1 October 2026 to 31 March 2027'],
    ['Total to pay £233.86'],
  ]
  expect(readRows(rows).date).toBeUndefined()
})

test('a Scottish sale is dated by its entry', () => {
  const rows = [
    ['STATE FOR SETTLEMENT'],
    ['Date of entry: 23 October 2026'],
    ['Sale price', '£164,000.00'],
    ['Redemption of loan', '£71,204.18'],
    ['Free proceeds due to you', '£92,795.82'],
  ]
  expect(readRows(rows)).toMatchObject({
    kind: 'completion_statement',
    date: { day: '2026-10-23', basis: 'issue' },
  })
})

test('a company in a letter that somebody writes of themselves did not send it', () => {
  const rows = [
    ['My supplier is British Gas'],
    ['I confirm that I live at this address.'],
    ['Your energy bill', 'Standing charge', '24p per kWh'],
    ['Amount due £120.00'],
    ['Yours faithfully'],
  ]
  expect(readRows(rows)).toMatchObject({ kind: 'utility_bill', issuer: null })
})

test('a quote of a supplier is no bill', () => {
  const rows = [
    ['Good Energy'],
    ['Your electricity quote'],
    ['Standing charge', '43p a day'],
    ['Total charges', '£84.00'],
    ['This is not a bill.'],
  ]
  expect(readRows(rows).kind).toBeNull()
})

test('a summary of a savings account is a statement', () => {
  const rows = [
    ['Savings account summary'],
    ['Account number', '20417733'],
    ['Date', 'Paid out', 'Paid in', 'Balance'],
    ['31 Oct', '', '£511.08', '£27,151.08'],
  ]
  expect(readRows(rows).kind).toBe('bank_statement')
})

test('the head beside that of the employee is not the employee', () => {
  const rows = [
    ['PAYSLIP'],
    ['EMPLOYEE NAME', 'JOB TITLE'],
    ['Blessing Nwosu', 'Staff Nurse'],
    ['GROSS PAY 3,193.95', 'NET PAY 2,412.09'],
  ]
  expect(readRows(rows).holders).toEqual(['Blessing Nwosu'])
})

test('a gift letter names its recipient without the word "to"', () => {
  const rows = [
    ['I confirm that I am giving my daughter Ellie Marsden the sum of £40,000.00 as an outright gift.'],
    ['I do not expect to be repaid.'],
  ]
  expect(readRows(rows)).toMatchObject({ kind: 'gift_letter', holders: ['Ellie Marsden'] })
})

test.each<[string, string, string[][]]>([
  [
    'a broadband bill of a mobile network',
    'utility_bill',
    [['vodafone'], ['November bill'], ['Full Fibre 150', '£31.50'], ['Total this month', '£31.50']],
  ],
  [
    'a broadband bill whose pound signs were not read',
    'utility_bill',
    [['vodafone'], ['November bill'], ['Full Fibre 150', '31.50'], ['Total this month', '31.50']],
  ],
  [
    'a mobile bill of a network that sells broadband too',
    'mobile_bill',
    [['vodafone'], ['Your mobile bill'], ['Airtime', '£17.99'], ['Try our full fibre broadband']],
  ],
  [
    'a statement in another currency',
    'bank_statement',
    [['EUR statement'], ['IBAN', 'BE68 5390 0754 7034'], ['Description', 'Incoming', 'Outgoing', 'Amount']],
  ],
  [
    'a note of a sale of shares',
    'investment_statement',
    [
      ['Contract note: SALE'],
      ['ISIN', 'GB0002374006'],
      ['Consideration', '£18,414.11'],
      ['Dealing charge', '£11.95'],
    ],
  ],
  [
    'a certificate of savings',
    'investment_statement',
    [['Guaranteed Growth Bonds'], ['Certificate of investment'], ['Amount invested', '£25,000.00']],
  ],
  [
    'a P60',
    'p60',
    [
      ['P60 End of Year Certificate'],
      ['Tax year to 5 April 2026'],
      ["Employee's details"],
      ['Final tax code', '1257L'],
    ],
  ],
])('%s is known as what it is', (_, kind, rows) => {
  expect(readRows(rows).kind).toBe(kind)
})

test('a note of a sale of shares is dated by the day of the sale', () => {
  const rows = [
    ['Contract note: SALE', 'ISIN'],
    ['Trade date', '11/11/2026'],
    ['Settlement date', '13/11/2026'],
  ]
  expect(readRows(rows).date?.day).toBe('2026-11-11')
})

test.each<[string, string[][]]>([
  ['beside its label', [['Employer name:', 'Leeds Teaching Hospitals NHS Trust']]],
  ['behind its label', [['Employer: Leeds Teaching Hospitals NHS Trust']]],
  ['below its label', [["Employer's full name and address"], ['Leeds Teaching Hospitals NHS Trust']]],
])('the employer %s sends a payslip', (_, rows) => {
  const pay = [['Payslip'], ['Gross pay', '2,801.78'], ['Net pay', '2,214.09'], ['Tax code', '1257L'], [], []]
  expect(readRows([...pay, ...rows, [], []]).issuer).toBe('Leeds Teaching Hospitals NHS Trust')
})

test('a gift letter has no sender', () => {
  const rows = [
    ['To Harding Solicitors'],
    ['Gift letter'],
    ['I confirm that this is a gift to my son Tom Marsden.'],
  ]
  expect(readRows(rows).issuer).toBeNull()
})

test.each<[string, string[][], number | undefined]>([
  [
    'of a council tax bill is the amount of its year',
    [
      ['Council tax bill 2026/27'],
      ['Band D', '£2,222.91'],
      ['Amount payable', '£1,742.18'],
      ['1 April', '£174.18'],
    ],
    174_218,
  ],
  [
    'is not the rent of a month',
    [['Tenancy agreement'], ['The Rent: £1,150.00 per calendar month payable in advance']],
    undefined,
  ],
])('the total %s', (_, rows, cents) => {
  expect(readRows(rows).total?.amount).toBe(cents)
})

test('the name on a P60 is read from its two places', () => {
  const rows = [
    ['P60 End of Year Certificate'],
    ['Tax year to 5 April 2026'],
    ['Surname BLACKWOOD-HAYES', 'In previous employment(s) £0.00'],
    ['Forenames or initials JONATHAN', 'In this employment £42,500.00'],
    ['Final tax code 1257L'],
  ]
  expect(readRows(rows)).toMatchObject({ kind: 'p60', holders: ['JONATHAN BLACKWOOD-HAYES'] })
})

test.each<[string, string, string[][]]>([
  [
    'a supplier of energy calls its statement',
    'utility_bill',
    [
      ["Hi James, here's your statement"],
      ['13 October 2026 – 12 November 2026'],
      ['Electricity 214.0 kWh', '£58.22'],
      ['Gas 1,012.4 kWh', '£104.41'],
      ['Total you owe', '£142.63'],
    ],
  ],
  ['for water charges is called', 'utility_bill', [['Water charges bill'], ['Total to pay', '£88.00']]],
  [
    'of a mobile phone is called',
    'mobile_bill',
    [
      ['Your bill for 07700 900412'],
      ['Pay monthly plan', '£21.00'],
      ['Calls and texts outside plan', '£2.50'],
      ['Total to pay', '£23.50'],
    ],
  ],
  [
    'of a bank in American words is called',
    'bank_statement',
    [
      ['Atlantic Trust Bank, London Branch'],
      ['Statement period 10/01/2026 - 10/31/2026'],
      ['Date', 'Description', 'Withdrawals', 'Deposits', 'Balance'],
      ['10/01/2026', 'Beginning balance', '', '', '$5,200.00'],
    ],
  ],
  [
    'of a credit card is called',
    'bank_statement',
    [
      ['Kestrel Bank credit card', 'Statement date 9th November 2026'],
      ['Previous balance', 'New balance'],
      ['Minimum payment £5.00 by 4 December 2026. Credit limit £4,000.'],
    ],
  ],
])('what a sender %s is known by its other words: %s', (_, kind, rows) => {
  expect(readRows(rows).kind).toBe(kind)
})

test('a letter to somebody else beside the client’s own is for a person, and the client’s name stays told', () => {
  const block = (name: string, x: number) =>
    segmentsOfRows([[name], ['14 Larch Close'], ['Reading'], ['RG2 8ND']]).map((line) => ({
      ...line,
      x: line.x + x,
      right: line.right + x,
    }))
  const rows = segmentsOfRows([
    [],
    [],
    [],
    [],
    ['Your water bill'],
    ['Bill date: 3 November 2026'],
    ['Total to pay £88.00'],
  ])
  const judged = (other: string) => {
    const client = {
      firstName: 'Amara',
      lastName: 'Okafor',
      dateOfBirth: null,
      address: null,
      postcode: null,
    }
    const segments = [...block('Ms Amara Okafor', 0), ...block(other, 900), ...rows]
    const facts = { pages: 1, hasActiveContent: false, isLaidOverPicture: false, origin: 'picture' as const }
    const { checks, issues, metadata } = judgePaper(
      { ...facts, segments },
      { expectedTypes: ['utility_bill'], today, client },
    )
    return [metadata.fullName, checks.find(({ rule }) => rule === 'name_matches')?.outcome, issues.join(' ')]
  }
  expect(judged('Mr Callum Fraser')).toEqual([
    'Ms Amara Okafor',
    'not_checked',
    expect.stringContaining('A letter to Mr Callum Fraser can be seen here, too.'),
  ])
  expect(judged('Ms A Okafor')).toEqual([
    'Ms Amara Okafor',
    'passed',
    expect.not.stringContaining('A letter'),
  ])
})
