import { expect, test } from 'vitest'
import { confidentEnough, type DocumentType } from '#contract/documents/validation.ts'
import type { Segment } from '../read/lines.ts'
import { judgePaper } from './paper.ts'

const today = '2026-11-20'
const client = {
  firstName: 'Carey',
  lastName: 'Jones',
  dateOfBirth: '1988-03-04',
  address: '14 Elm Road, Leeds',
  postcode: 'LS6 2AB',
}

/** Lines of A4 pages, 19 points apart. An empty line leaves a gap. */
const segmentsOf = (pages: string[][]): Segment[] =>
  pages.flatMap((lines, at) =>
    lines.map((text, line) => {
      const baseline = 40 + line * 19
      return {
        text,
        page: at + 1,
        x: 40,
        right: 40 + text.length * 5,
        baseline,
        height: 10,
        depth: baseline / 842,
      }
    }),
  )

const readAs = (pages: string[][], type: DocumentType) => {
  const paper = {
    segments: segmentsOf(pages),
    pages: pages.length,
    hasActiveContent: false,
    isLaidOverPicture: false,
  }
  return judgePaper(paper, { expectedTypes: [type], today, client })
}
const isVerified = (pages: string[][], type: DocumentType) => {
  const { valid, confidence } = readAs(pages, type)
  return valid && confidence >= confidentEnough
}

const home = ['14 Elm Road', 'Leeds', 'LS6 2AB', '']
const dated = 'Bill date: 2 November 2026'
const energy = ['Your energy bill', dated, 'Standing charge', '24p per kWh', 'Amount due £120.00']
const gap = Array.from({ length: 8 }, () => '')
const rent = [
  'Mr Carey Jones',
  ...home,
  ...gap,
  'Invoice',
  'Invoice date: 2 November 2026',
  'Total due £820.00',
]

const pay = (net: string, deductions = ['Total deductions £500.00']) => [
  [
    'Dales Joinery Ltd',
    'Payslip',
    'Employee: Carey Jones',
    'Pay date: 2 November 2026',
    'Tax code 1257L',
    'Gross pay £2,600.00',
    ...deductions,
    `Net pay ${net}`,
  ],
]
const statement = ['Your bank statement', 'Statement date: 2 November 2026', 'Sort code 20-14-70']
const barclays = ['Barclays', '', 'Mr Carey Jones', ...home, ...statement, 'Closing balance £9,500.00']

const masked = (...code: string[]) =>
  barclays.flatMap((line) => (line.startsWith('Sort code') ? code : [line]))

test.each<[string, DocumentType, string[][]]>([
  ['bill', 'address_proof', [['British Gas', '', 'Mr Carey Jones', ...home, ...energy]]],
  ['payslip', 'funds_proof', pay('£2,100.00')],
  [
    'payslip with a minus before each deduction',
    'funds_proof',
    pay('£2,100.00', ['PAYE −£400.00', 'NI −£100.00']),
  ],
  ['payslip that prints no total of its deductions', 'funds_proof', pay('£2,100.00', ['PAYE £400.00'])],
  ['statement', 'funds_proof', [barclays]],
  ['statement with a masked sort code', 'funds_proof', [masked('Sort code XX-XX-XX')]],
  [
    'statement with the label of a masked sort code above it',
    'funds_proof',
    [masked('Sort code', 'XX-XX-XX')],
  ],
  ['statement with a sort code of stars', 'funds_proof', [masked('Sort code **-**-**')]],
])('the %s of which others are variants is verified', (_, type, pages) => {
  expect(isVerified(pages, type)).toBe(true)
})

test.each<[string, string, DocumentType, string[][]]>([
  [
    '[Your Logo]',
    'not_specimen',
    'address_proof',
    [['[Your Logo]', 'British Gas', '', 'Mr Carey Jones', ...home, ...energy]],
  ],
  ['XX-XX-XX', 'not_specimen', 'funds_proof', [[...barclays, 'Period to XX-XX-XX']]],
  ['XX-XX-XXXX', 'not_specimen', 'funds_proof', [[...barclays, 'Sort code XX-XX-XXXX']]],
  ['XX/XX/XX', 'not_specimen', 'funds_proof', [[...barclays, 'Sort code XX/XX/XX']]],
  [
    'file:///C:/Users/Carey/statement.html',
    'not_edited',
    'funds_proof',
    [[...barclays, 'file:///C:/Users/Carey/statement.html']],
  ],
])('%s on a page raises a suspicion, and its evidence is named', (found, rule, type, pages) => {
  const { checks, metadata } = readAs(pages, type)
  const suspected = checks.find((check) => check.rule === rule)
  expect(suspected).toMatchObject({ outcome: 'failed' })
  expect(suspected?.read).toContain(found)
  expect(metadata.verificationFlags.requiresManualReview).toBe(true)
})

test.each<[string, DocumentType, string[][]]>([
  [
    'an invoice that names the web address of a supplier',
    'address_proof',
    [['Dales Lettings', '', ...rent, 'Set up your energy account at britishgas.co.uk']],
  ],
  [
    'an invoice with a leaflet of a supplier behind it',
    'address_proof',
    [
      ['Dales Lettings', '', ...rent],
      ['BT', 'Broadband at the property'],
    ],
  ],
  [
    'an invoice to an email address of a seller of broadband',
    'address_proof',
    [['Dales Plumbing', '', ...rent, 'carey.jones@sky.com']],
  ],
  [
    'a statement of a club with the mailbox of a bank',
    'funds_proof',
    [
      [
        'Savings Club',
        '',
        'Mr Carey Jones',
        ...home,
        'Savings account statement',
        'Statement date: 2 November 2026',
        'Questions? help.desk@wise.com',
        'Sort code 23-14-70',
        'Opening balance £9,000.00',
        'Closing balance £9,500.00',
      ],
    ],
  ],
  ['a payslip whose net pay does not follow', 'funds_proof', pay('£2,900.00')],
  [
    'a payslip whose net pay does not follow from its single deductions',
    'funds_proof',
    pay('£2,300.00', ['PAYE −£400.00', 'NI −£100.00']),
  ],
  ['a payslip of more net than gross pay', 'funds_proof', pay('£3,600.00', ['PAYE £400.00'])],
  [
    'a bill made of a template',
    'address_proof',
    [['British Gas', '', 'Mr Carey Jones', ...home, ...energy, 'Lorem ipsum dolor sit amet']],
  ],
  [
    'a statement printed from a file on a computer',
    'funds_proof',
    [[...barclays, 'file:///C:/statement.html']],
  ],
  [
    'a payslip of the client’s brother',
    'funds_proof',
    [
      [
        'Payslip',
        'Employer: My Brother',
        'Employee: Carey Jones',
        'Pay date: 2 November 2026',
        'Tax code 1257L',
        'Gross pay £2,600.00',
        'Deductions £500.00',
        'Net pay £2,100.00',
      ],
    ],
  ],
  [
    'a statement in care of a company',
    'funds_proof',
    [
      [
        'Barclays',
        '',
        'Mr Carey Jones',
        'c/o Dales Lettings Ltd',
        ...home,
        'Your bank statement',
        'Statement date: 2 November 2026',
        'Sort code 20-14-70',
        'Opening balance £9,000.00',
        'Closing balance £9,500.00',
      ],
    ],
  ],
  [
    'a bill in care of somebody else',
    'address_proof',
    [['British Gas', '', 'Mr Carey Jones', 'c/o Mr Peter Smith', ...home, ...energy]],
  ],
  [
    'a bill to somebody else in care of the client',
    'address_proof',
    [['British Gas', '', 'Mr Peter Smith', 'c/o Mr Carey Jones', ...home, ...energy]],
  ],
  [
    'a bill to somewhere else that is returned to the client’s address',
    'address_proof',
    [
      [
        'British Gas',
        'Return to: 14 Elm Road, Leeds LS6 2AB',
        'Mr Carey Jones',
        '2 Oak Street',
        'York',
        'YO1 7AA',
        '',
        ...energy,
      ],
    ],
  ],
  [
    'a bill dated in two different months',
    'address_proof',
    [
      [
        'British Gas',
        '',
        'Mr Carey Jones',
        ...home,
        ...energy.map((line) => (line === dated ? 'Bill date: 2 January / November 2026' : line)),
      ],
    ],
  ],
  [
    'an old bill with a fresh payment under "Date"',
    'address_proof',
    [
      [
        'British Gas',
        '',
        'Mr Carey Jones',
        ...home,
        ...energy.filter((line) => line !== dated),
        'Period: 1 January 2024 to 31 January 2024',
        'Date',
        '2 November 2026',
      ],
    ],
  ],
  [
    'a mobile bill of a network that sells broadband',
    'address_proof',
    [['Vodafone', '', 'Mr Carey Jones', ...home, 'Your bill', dated, 'Unlimited Max', 'Total £31.50']],
  ],
  [
    'a P60, which is of a past year,',
    'funds_proof',
    [
      [
        'P60 End of Year Certificate',
        'Tax year to 5 April 2026',
        'Employee name: Carey Jones',
        'Employer: Dales Joinery Ltd',
        'In this employment',
      ],
    ],
  ],
  [
    'a P60 of a year that has not ended',
    'funds_proof',
    [
      [
        'P60 End of Year Certificate',
        'Tax year to 5 April 2027',
        'Employee name: Carey Jones',
        'Employer: Dales Joinery Ltd',
        'In this employment',
      ],
    ],
  ],
])('%s is not verified by the machine', (_, type, pages) => {
  expect(isVerified(pages, type)).toBe(false)
})
