import type { Pen } from '../paper.ts'
import { dayIn, type Layout, monthBefore } from './layout.ts'

const moves = (pen: Pen, y: number, heads: string[]) => {
  const columns = [50, 130, 330, 410, 490]
  const rows = [
    heads,
    ['4 Oct', 'COUNCIL TAX DD', '148.00', '', '1,056.11'],
    ['9 Oct', 'BRITISH GAS', '92.10', '', '964.01'],
    ['28 Oct', 'ACME WIDGETS SALARY', '', '2,633.40', '3,597.41'],
  ]
  for (const [row, cells] of rows.entries())
    for (const [column, cell] of cells.entries())
      if (cell !== '')
        pen.write(cell, { x: columns[column] ?? 50, y: y + row * 14, size: 9, isBold: row === 0 })
}

/** Statements and yearly bills in different layouts. */
export const statements: Record<string, Layout> = {
  'addressee at the right, period in figures': {
    type: 'bank_statement',
    issuer: 'Santander',
    draw:
      ({ name, address, date }) =>
      (pen) => {
        pen.write('Santander', { x: 50, y: 50, size: 20, isBold: true })
        pen.stack([name, ...address], { x: 360, y: 100 })
        const { from } = monthBefore(date)
        pen.write('Current account statement', { x: 50, y: 200, size: 13 })
        pen.write(`${dayIn(from, 'slashes')} to ${dayIn(date, 'slashes')}`, { x: 50, y: 218 })
        pen.pair('Sort code', '09-01-26', { x: 50, y: 240 })
        pen.pair('Account number', '12345678', { x: 50, y: 254 })
        moves(pen, 300, ['Date', 'Details', 'Money out', 'Money in', 'Balance'])
      },
  },
  'account name and address on lines of their own': {
    type: 'bank_statement',
    issuer: 'Nationwide',
    draw:
      ({ name, address, date }) =>
      (pen) => {
        pen.fill({ x: 40, y: 30, width: 50, height: 50 }, 0.2)
        pen.write('Nationwide', { x: 100, y: 62, size: 18, isBold: true })
        pen.write('Your statement', { x: 50, y: 110, size: 14 })
        pen.stack(
          [
            `Account name: ${name}`,
            `Address: ${address.join(', ')}`,
            `Statement date: ${dayIn(date, 'words')}`,
            'Sort code: 07-01-16',
            'Account number: 12345678',
          ],
          { x: 50, y: 134 },
        )
        moves(pen, 260, ['Date', 'Description', 'Out', 'In', 'Balance'])
      },
  },
  'card statement in capitals': {
    type: 'bank_statement',
    issuer: 'Barclaycard',
    draw:
      ({ name, address, date, total }) =>
      (pen) => {
        pen.write('Barclaycard', { x: 420, y: 50, size: 17, isBold: true })
        pen.stack(
          [name, ...address].map((line) => line.toUpperCase()),
          { x: 60, y: 130, step: 12 },
        )
        pen.write('Credit card statement', { x: 60, y: 240, size: 13, isBold: true })
        for (const [at, [label, value]] of [
          ['Statement date', dayIn(date, 'short')],
          ['New balance', `£${total}`],
          ['Minimum payment', '£25.00'],
          ['Credit limit', '£4,000.00'],
        ].entries()) {
          pen.write(label ?? '', { x: 60 + at * 125, y: 266, size: 8, grey: 0.4 })
          pen.write(value ?? '', { x: 60 + at * 125, y: 280, size: 10 })
        }
        moves(pen, 320, ['Date', 'Transaction', 'Amount', '', ''])
      },
  },
  'statement number and day in one line': {
    type: 'bank_statement',
    issuer: 'Halifax',
    draw:
      ({ name, address, date }) =>
      (pen) => {
        pen.write('Halifax', { x: 50, y: 50, size: 20, isBold: true })
        pen.write(`Statement number 45   Date of statement ${dayIn(date, 'words')}   Page 1 of 1`, {
          x: 50,
          y: 80,
          size: 9,
        })
        pen.stack([name, ...address], { x: 50, y: 120, size: 11 })
        pen.stack(
          ['Current account', 'Sort code 11-00-01', 'Account number 12345678', 'IBAN GB33HLFX11000112345678'],
          { x: 360, y: 120, size: 9, step: 12 },
        )
        moves(pen, 280, ['Date', 'Details', 'Paid out', 'Paid in', 'Balance'])
      },
  },
  'bank on a phone, everything at the left': {
    type: 'bank_statement',
    issuer: 'Starling Bank',
    draw:
      ({ name, address, date }) =>
      (pen) => {
        pen.write('Starling Bank', { x: 50, y: 60, size: 16, isBold: true })
        const { from } = monthBefore(date)
        pen.stack(
          [
            name,
            ...address,
            '',
            'Account statement',
            `${dayIn(from, 'ordinal')} to ${dayIn(date, 'ordinal')}`,
            'Sort code 60-83-71',
            'Account number 12345678',
          ],
          { x: 50, y: 90, size: 9, step: 12 },
        )
        moves(pen, 300, ['Date', 'Type', 'Out', 'In', 'Balance'])
      },
  },
  'council tax, addressee at the right': {
    type: 'address_proof',
    issuer: 'Leeds City Council',
    draw:
      ({ name, address, date }) =>
      (pen) => {
        pen.write('Leeds City Council', { x: 50, y: 60, size: 17, isBold: true })
        pen.stack([name, ...address], { x: 350, y: 130, step: 13 })
        pen.write('Council Tax Bill 2026/27', { x: 50, y: 130, size: 14, isBold: true })
        pen.stack([`Date of issue: ${dayIn(date, 'words')}`, 'Account number: 7001234', 'Property band: C'], {
          x: 50,
          y: 156,
        })
        pen.stack(
          [
            'West Yorkshire Police and Crime precept',
            'Fire and Rescue precept',
            'Adult social care',
            'Instalments: 10',
          ],
          { x: 50, y: 300 },
        )
      },
  },
  'council tax with a liable person': {
    type: 'address_proof',
    issuer: 'Borough of Reading',
    draw:
      ({ name, address, date }) =>
      (pen) => {
        pen.write('Borough of Reading', { x: 300, y: 50, size: 14, isBold: true })
        pen.write('Council Tax demand notice 2026/27', { x: 50, y: 100, size: 13 })
        pen.stack(
          [
            `Liable person: ${name}`,
            `Property: ${address.join(', ')}`,
            `Issue date: ${dayIn(date, 'slashes')}`,
            'Valuation band B',
            'Single person discount: none',
          ],
          { x: 50, y: 130, step: 16 },
        )
        pen.stack(
          ['Police and Crime Commissioner', 'Royal Berkshire Fire and Rescue', 'Precepts of parishes'],
          { x: 50, y: 260 },
        )
      },
  },
  'mortgage, year in words': {
    type: 'address_proof',
    issuer: 'Skipton Building Society',
    draw:
      ({ name, address, date }) =>
      (pen) => {
        pen.write('Skipton Building Society', { x: 50, y: 56, size: 16, isBold: true, grey: 0.2 })
        pen.stack([name, ...address], { x: 50, y: 110 })
        pen.write(dayIn(date, 'words'), { x: 400, y: 110 })
        pen.write('Mortgage account 60-11823-4', { x: 400, y: 126 })
        pen.write('Your annual mortgage statement', { x: 50, y: 230, size: 14 })
        pen.stack(
          [
            'Outstanding balance £182,334.10',
            'Monthly payment £912.00',
            'Remaining term 21 years',
            'Interest rate 4.19%',
          ],
          { x: 50, y: 256 },
        )
      },
  },
  'payslip in boxes': {
    type: 'funds_proof',
    issuer: 'Acme Widgets Limited',
    draw:
      ({ name, address, date }) =>
      (pen) => {
        pen.write('Acme Widgets Limited', { x: 50, y: 40, size: 12, isBold: true })
        pen.write('Payslip', { x: 480, y: 40, size: 12 })
        for (const [at, [label, value]] of [
          ['Employee no', '1187'],
          ['Employee name', name],
          ['Pay date', dayIn(date, 'slashes')],
          ['Tax code', '1257L'],
        ].entries()) {
          pen.fill({ x: 50 + at * 125, y: 56, width: 120, height: 14 }, 0.88)
          pen.write(label ?? '', { x: 54 + at * 125, y: 66, size: 8, isBold: true })
          pen.write(value ?? '', { x: 54 + at * 125, y: 82, size: 9 })
        }
        pen.stack(
          [
            'Basic pay 3,250.00',
            'Gross pay 3,250.00',
            'PAYE 440.40',
            'National Insurance 176.20',
            'Net pay 2,633.40',
          ],
          { x: 50, y: 120 },
        )
        pen.stack([name, ...address], { x: 50, y: 700, size: 9, step: 12 })
      },
  },
  'rates of Northern Ireland': {
    type: 'address_proof',
    issuer: 'Land & Property Services',
    draw:
      ({ name, address, date }) =>
      (pen) => {
        pen.write('Land & Property Services', { x: 50, y: 50, size: 15, isBold: true })
        pen.write('Rate bill 2026/27', { x: 420, y: 50, size: 14 })
        pen.stack([name, ...address], { x: 60, y: 120 })
        pen.stack(['Ratepayer ID 1234567', `Date of bill ${dayIn(date, 'dots')}`, 'Capital value £140,000'], {
          x: 350,
          y: 120,
        })
        pen.stack(['District rate', 'Regional rate', 'Instalments from April'], { x: 60, y: 280 })
      },
  },
}
