import { dayAfter, dayIn, type Layout, monthBefore } from './layout.ts'

/** A holdout set: drawn when the rules for the other layouts were finished. No rule was changed for them. */
export const heldBack: Record<string, Layout> = {
  'statement of energy, account panel at the left, letter at the right': {
    type: 'utility_bill',
    issuer: 'ScottishPower',
    hasTotal: true,
    draw:
      ({ name, address, date, total }) =>
      (pen) => {
        const { from, to } = monthBefore(date)
        pen.fill({ x: 0, y: 0, width: 180, height: 842 }, 0.93)
        pen.write('ScottishPower', { x: 20, y: 50, size: 17, isBold: true })
        for (const [at, [label = '', value = '']] of [
          ['Account no.', '71 3345 2209'],
          ['Issue date', dayIn(date, 'short')],
          ['Statement no.', '14'],
          ['Energy period', `${dayIn(from, 'two figures')} - ${dayIn(to, 'two figures')}`],
          ['Tariff end', '30/09/2027'],
        ].entries()) {
          pen.write(label, { x: 20, y: 100 + at * 34, size: 8, grey: 0.35 })
          pen.write(value, { x: 20, y: 114 + at * 34, size: 10, isBold: true })
        }
        pen.stack([name, ...address], { x: 210, y: 100, size: 10, step: 12.5 })
        pen.write('Your energy statement', { x: 210, y: 220, size: 18, isBold: true })
        pen.stack(['Balance from your last statement', 'Payments we received', 'Charges this time'], {
          x: 210,
          y: 260,
          step: 18,
        })
        pen.stack(['£61.20 DR', '£61.20 CR', `£${total} DR`], { x: 470, y: 260, step: 18 })
        pen.write('Amount to pay', { x: 210, y: 330, size: 13, isBold: true })
        pen.write(`£${total}`, { x: 470, y: 330, size: 13, isBold: true })
        pen.write('Electricity 201 kWh, gas 388 kWh, standing charges 62 days', { x: 210, y: 360, size: 8.5 })
      },
  },
  'building society, joint facts in sentences, days in words': {
    type: 'bank_statement',
    issuer: 'Nationwide',
    draw:
      ({ name, address, date }) =>
      (pen) => {
        pen.write('Nationwide', { x: 60, y: 50, size: 20, isBold: true })
        pen.stack([`${name}`, ...address], { x: 60, y: 110, size: 10, step: 12 })
        pen.write('FlexAccount statement', { x: 330, y: 50, size: 14, isBold: true })
        pen.stack(
          [
            `Statement date: ${dayIn(date, 'words')}`,
            'Statement no: 88  Sheet no: 1 of 2',
            'Sort code: 07-01-16',
            'Account no: 12345678',
            `Start balance £1,204.11`,
            `End balance £1,611.66`,
          ],
          { x: 330, y: 110, size: 9, step: 12 },
        )
        const rows = [
          ['Date', 'Description', '£ Out', '£ In', '£ Balance'],
          [
            dayIn(dayAfter(date, -21), 'short').slice(0, 6),
            'Bank credit Northgate Design',
            '',
            '2,310.00',
            '3,514.11',
          ],
          [
            dayIn(dayAfter(date, -9), 'short').slice(0, 6),
            'Direct debit City Council',
            '1,902.45',
            '',
            '1,611.66',
          ],
        ]
        for (const [row, cells] of rows.entries())
          for (const [column, cell] of cells.entries())
            if (cell !== '')
              pen.write(cell, { x: [60, 120, 360, 430, 500][column] ?? 60, y: 230 + row * 14, size: 8.5 })
        pen.write('Nationwide Building Society, Nationwide House, Pipers Way, Swindon SN38 1NW', {
          x: 60,
          y: 815,
          size: 7,
        })
      },
  },
  'cable company, name under the greeting, several sums': {
    type: 'utility_bill',
    issuer: 'Virgin Media',
    hasTotal: true,
    draw:
      ({ name, address, date, total }) =>
      (pen) => {
        pen.write('Virgin Media', { x: 420, y: 50, size: 20, isBold: true })
        pen.write(`Hi ${name.split(' ')[1] ?? ''}, here's your latest bill`, {
          x: 60,
          y: 70,
          size: 15,
          isBold: true,
        })
        pen.stack([name, ...address], { x: 60, y: 110, size: 9, step: 11.5 })
        pen.write('Account number', { x: 330, y: 110, size: 8 })
        pen.write('Bill date', { x: 430, y: 110, size: 8 })
        pen.write('Area', { x: 510, y: 110, size: 8 })
        pen.write('412 771 009', { x: 330, y: 122, size: 9, isBold: true })
        pen.write(dayIn(date, 'short'), { x: 430, y: 122, size: 9, isBold: true })
        pen.write('29', { x: 510, y: 122, size: 9, isBold: true })
        const rows = [
          ['Last bill', '£42.00'],
          ['Payments since then', '-£42.00'],
          ['Broadband and landline package', '£48.00'],
          ['Discounts', '-£6.00'],
          ['Total for this bill', `£${total}`],
        ]
        for (const [row, [label = '', value = '']] of rows.entries()) {
          pen.write(label, { x: 60, y: 230 + row * 18, isBold: row === 4 })
          pen.write(value, { x: 300, y: 230 + row * 18, isBold: row === 4 })
        }
        pen.write(`Direct Debit leaves your account on ${dayIn(dayAfter(date, 12), 'short')}`, {
          x: 60,
          y: 340,
          size: 9,
        })
      },
  },
}
