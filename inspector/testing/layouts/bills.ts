import type { Pen } from '../paper.ts'
import { dayIn, type Layout, monthBefore } from './layout.ts'

const chart = (pen: Pen, at: { x: number; y: number }) => {
  for (const [bar, height] of [22, 34, 51, 47, 30, 18].entries())
    pen.fill({ x: at.x + bar * 22, y: at.y + 60 - height, width: 14, height }, 0.3 + bar * 0.08)
  pen.stack(['Your use, month by month'], { x: at.x, y: at.y + 74, size: 7 })
}

/** Bills that differ in the place of the name, the form of the address and the form of the date. */
export const bills: Record<string, Layout> = {
  'name in the header, chart': {
    type: 'utility_bill',
    issuer: 'Octopus Energy',
    hasTotal: true,
    draw:
      ({ name, address, date, total }) =>
      (pen) => {
        pen.fill({ x: 0, y: 0, width: 595, height: 70 }, 0.15)
        pen.write('Octopus Energy', { x: 40, y: 42, size: 22, isBold: true, isWhite: true })
        pen.write(name, { x: 400, y: 95, isBold: true })
        pen.stack([...address], { x: 400, y: 109, size: 9, step: 12 })
        pen.write('Your energy statement', { x: 40, y: 110, size: 18, isBold: true })
        pen.write(`Bill date: ${dayIn(date, 'ordinal')}`, { x: 40, y: 132 })
        pen.write('Bill reference: 221774810', { x: 40, y: 146 })
        chart(pen, { x: 40, y: 220 })
        pen.stack(['Electricity 412 kWh at 24.50p', 'Standing charge 31 days at 53.35p', 'VAT at 5% £5.59'], {
          x: 300,
          y: 240,
        })
        pen.write(`Total charges £${total}`, { x: 300, y: 300, size: 13, isBold: true })
        pen.write('Octopus Energy Limited, registered office UK House, 164 Oxford Street, London W1D 1NN', {
          x: 40,
          y: 810,
          size: 7,
          grey: 0.4,
        })
      },
  },
  'address in one line, service address apart': {
    type: 'utility_bill',
    issuer: 'Thames Water',
    hasTotal: true,
    draw:
      ({ name, address, date, total }) =>
      (pen) => {
        pen.write('Thames Water', { x: 430, y: 50, size: 17, isBold: true, grey: 0.25 })
        pen.stack([name, address.join(', ')], { x: 50, y: 120 })
        pen.stack(['Account number', 'Date', 'Please pay by', 'Amount due'], { x: 50, y: 200, step: 18 })
        pen.stack(['900 214 3377', dayIn(date, 'dots'), 'by Direct Debit', `£${total}`], {
          x: 170,
          y: 200,
          step: 18,
        })
        pen.write('Your water and wastewater bill', { x: 50, y: 310, size: 15, isBold: true })
        pen.write(`Service address: ${address.join(', ')}`, { x: 50, y: 332, size: 8 })
        pen.stack(['Fresh water 12 cubic metres', 'Wastewater 11 cubic metres', 'Meter reading 00412'], {
          x: 50,
          y: 360,
        })
      },
  },
  'name in a table': {
    type: 'utility_bill',
    issuer: 'Plusnet',
    hasTotal: true,
    draw:
      ({ name, address, date, total }) =>
      (pen) => {
        pen.write('Plusnet', { x: 50, y: 60, size: 24, isBold: true })
        pen.write('Your broadband bill', { x: 50, y: 90, size: 13 })
        const rows = [
          ['Customer', name],
          ['Address', address.join(', ')],
          ['Invoice number', 'PN-8841207'],
          ['Invoice date', dayIn(date, 'two figures')],
          ['Total due', `£${total}`],
        ]
        for (const [row, [label = '', value = '']] of rows.entries()) {
          pen.fill({ x: 50, y: 118 + row * 22, width: 130, height: 20 }, 0.9)
          pen.write(label, { x: 56, y: 132 + row * 22, size: 9, isBold: true })
          pen.write(value, { x: 190, y: 132 + row * 22, size: 9 })
        }
        pen.stack(['Line rental 1 month', 'Unlimited fibre 1 month', 'Landline calls'], { x: 50, y: 270 })
      },
  },
  'name and address in the return slip': {
    type: 'utility_bill',
    issuer: 'British Gas',
    hasTotal: true,
    draw:
      ({ name, address, date, total }) =>
      (pen) => {
        pen.write('British Gas', { x: 50, y: 60, size: 20, isBold: true })
        pen.write('Gas bill', { x: 470, y: 60, size: 16 })
        pen.pair('Issued', dayIn(date, 'capitals'), { x: 50, y: 110 })
        pen.pair('Customer reference', '8500 1122 3344', { x: 50, y: 126 })
        pen.stack(['Gas 812 kWh', 'Standing charge', 'Unit rate 6.12p', `Total to pay £${total}`], {
          x: 50,
          y: 190,
        })
        pen.write('- - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - -', {
          x: 50,
          y: 610,
        })
        pen.write('Payment slip', { x: 50, y: 632, isBold: true })
        pen.stack([name, ...address], { x: 50, y: 660, size: 9, step: 12 })
        pen.pair('Amount', `£${total}`, { x: 330, y: 660 })
      },
  },
  'supply and billing address side by side': {
    type: 'utility_bill',
    issuer: 'EDF Energy',
    hasTotal: true,
    draw:
      ({ name, address, date, total }) =>
      (pen) => {
        pen.write('EDF Energy', { x: 50, y: 50, size: 18, isBold: true })
        pen.write('Electricity bill', { x: 50, y: 74, size: 13 })
        pen.write('Billing address', { x: 50, y: 110, size: 8, grey: 0.4 })
        pen.stack([name, ...address], { x: 50, y: 124 })
        pen.write('Supply address', { x: 310, y: 110, size: 8, grey: 0.4 })
        pen.stack([...address], { x: 310, y: 124 })
        pen.write('Date of bill', { x: 50, y: 230, size: 8, grey: 0.4 })
        pen.write('Billing period', { x: 200, y: 230, size: 8, grey: 0.4 })
        pen.write('Total to pay', { x: 400, y: 230, size: 8, grey: 0.4 })
        const { from, to } = monthBefore(date)
        pen.write(dayIn(date, 'short'), { x: 50, y: 244 })
        pen.write(`${dayIn(from, 'short')} - ${dayIn(to, 'short')}`, { x: 200, y: 244 })
        pen.write(`£${total}`, { x: 400, y: 244, isBold: true })
        pen.stack(['MPAN 1900012345678', 'Unit rate 27.1p', '331 kWh'], { x: 50, y: 300 })
      },
  },
  'a letter with the day in words': {
    type: 'utility_bill',
    issuer: 'Power NI',
    hasTotal: true,
    draw:
      ({ name, address, date, total }) =>
      (pen) => {
        pen.write('Power NI', { x: 50, y: 50, size: 18, isBold: true })
        pen.stack([name.toUpperCase(), ...address.map((line) => line.toUpperCase())], { x: 70, y: 130 })
        pen.write(dayIn(date, 'words'), { x: 70, y: 230 })
        pen.write(`Dear ${name}`, { x: 70, y: 256 })
        pen.write('Your electricity bill', { x: 70, y: 280, isBold: true })
        pen.stack(
          [
            'Thank you for being with us. Your bill for the last quarter is below.',
            'You used 702 kWh. The standing charge is included.',
            `Your total charges are £${total}, which we will collect by Direct Debit.`,
          ],
          { x: 70, y: 304 },
        )
      },
  },
  'grey print, small': {
    type: 'utility_bill',
    issuer: 'Scottish Water',
    hasTotal: true,
    draw:
      ({ name, address, date, total }) =>
      (pen) => {
        const grey = 0.45
        pen.write('Scottish Water', { x: 40, y: 46, size: 15, grey })
        for (const [at, line] of [name, ...address].entries())
          pen.write(line, { x: 40, y: 100 + at * 10, size: 8, grey })
        for (const [at, [label, value]] of [
          ['Bill number', '00713-22'],
          ['Bill date', dayIn(date, 'slashes')],
          ['Amount to pay', `£${total}`],
        ].entries()) {
          pen.write(label ?? '', { x: 380, y: 100 + at * 12, size: 8, grey })
          pen.write(value ?? '', { x: 470, y: 100 + at * 12, size: 8, grey })
        }
        for (const [at, line] of [
          'Water bill',
          'Fresh water, 9 m3',
          'Wastewater, 9 m3',
          'Surface water drainage',
        ].entries())
          pen.write(line, { x: 40, y: 220 + at * 12, size: 8, grey })
      },
  },
  'two columns, details below the sum': {
    type: 'utility_bill',
    issuer: 'OVO Energy',
    hasTotal: true,
    draw:
      ({ name, address, date, total }) =>
      (pen) => {
        pen.write('OVO Energy', { x: 50, y: 50, size: 16, isBold: true })
        pen.write('Your energy bill', { x: 50, y: 100, size: 26, isBold: true })
        pen.write(`£${total}`, { x: 50, y: 140, size: 30, isBold: true })
        pen.write('Amount due', { x: 50, y: 158, size: 9 })
        pen.write('Your details', { x: 50, y: 220, isBold: true })
        pen.stack(
          [
            `Name: ${name}`,
            `Address: ${address.join(', ')}`,
            'Account: 31-7742',
            `Statement date: ${dayIn(date, 'words')}`,
          ],
          { x: 50, y: 238, size: 9, step: 13 },
        )
        pen.write('How we worked it out', { x: 320, y: 220, isBold: true })
        pen.stack(['Electricity 210 kWh', 'Gas 630 kWh', 'Standing charge 30 days', 'Discount 0.00'], {
          x: 320,
          y: 238,
          size: 9,
          step: 13,
        })
        chart(pen, { x: 320, y: 330 })
      },
  },
  'joint names, address of six lines': {
    type: 'utility_bill',
    issuer: 'Severn Trent',
    hasTotal: true,
    draw:
      ({ name, address, date, total }) =>
      (pen) => {
        pen.write('Severn Trent Water', { x: 360, y: 50, size: 15, isBold: true })
        pen.stack([name, ...address.slice(0, -1), 'United Kingdom', address.at(-1) ?? ''], {
          x: 50,
          y: 110,
          step: 12,
        })
        pen.pair('Bill issued on', dayIn(date, 'slashes'), { x: 330, y: 110 })
        pen.pair('Total amount due', `£${total}`, { x: 330, y: 126 })
        pen.write('Your water bill', { x: 50, y: 260, size: 15 })
        pen.stack(['Sewerage charge', 'Meter serial 15AX0021'], { x: 50, y: 284 })
      },
  },
  'label above value, boxes': {
    type: 'utility_bill',
    issuer: 'E.ON Next',
    hasTotal: true,
    draw:
      ({ name, address, date, total }) =>
      (pen) => {
        pen.write('E.ON Next', { x: 50, y: 50, size: 18, isBold: true })
        for (const [at, [label, value]] of [
          ['ACCOUNT HOLDER', name],
          ['BILL DATE', dayIn(date, 'short')],
          ['TOTAL DUE', `£${total}`],
        ].entries()) {
          pen.fill({ x: 50 + at * 170, y: 80, width: 160, height: 44 }, 0.93)
          pen.write(label ?? '', { x: 58 + at * 170, y: 95, size: 7, grey: 0.35 })
          pen.write(value ?? '', { x: 58 + at * 170, y: 112, size: 10, isBold: true })
        }
        pen.write('Property supplied', { x: 50, y: 160, size: 8, grey: 0.35 })
        pen.stack([...address], { x: 50, y: 174, size: 9, step: 12 })
        pen.stack(['Your electricity bill', '288 kWh used, unit rate 24.8p', 'Standing charge 30 days'], {
          x: 50,
          y: 270,
        })
      },
  },
}
