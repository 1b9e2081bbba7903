import type { Pen } from '../paper.ts'
import { dayAfter, dayIn, type Layout } from './layout.ts'

const table = (pen: Pen, rows: string[][], at: { columns: number[]; y: number; step?: number }) => {
  for (const [row, cells] of rows.entries())
    for (const [column, cell] of cells.entries())
      if (cell !== '')
        pen.write(cell, { x: at.columns[column] ?? 60, y: at.y + row * (at.step ?? 13), size: 8.5 })
}

/** Statements, and bills of other countries, laid out like those of real senders. */
export const lifelikeStatements: Record<string, Layout> = {
  'sheets, codes over their values': {
    type: 'bank_statement',
    issuer: 'HSBC',
    draw:
      ({ name, address, date }) =>
      (pen) => {
        const begins = dayAfter(date, -30)
        pen.write('HSBC UK', { x: 60, y: 50, size: 20, isBold: true })
        pen.write('Your Statement', { x: 440, y: 50, size: 14 })
        pen.stack(['Contact tel 03457 404 404', 'see reverse for call times', 'www.hsbc.co.uk'], {
          x: 440,
          y: 66,
          size: 7,
          step: 9,
        })
        pen.stack([name, ...address], { x: 60, y: 110, size: 9.5, step: 12 })
        pen.write(`${dayIn(begins, 'words').replace(/ \d{4}$/, '')} to ${dayIn(date, 'words')}`, {
          x: 60,
          y: 205,
          size: 11,
          isBold: true,
        })
        table(
          pen,
          [
            ['Account Name', '', 'Sortcode', 'Account Number', 'Sheet Number'],
            [name, '', '40-11-62', '12345678', '117'],
          ],
          { columns: [60, 200, 330, 400, 490], y: 225 },
        )
        table(
          pen,
          [
            ['Account Summary', ''],
            ['Opening Balance', '1,204.11'],
            ['Payments In', '2,310.00'],
            ['Payments Out', '1,902.45'],
            ['Closing Balance', '1,611.66'],
          ],
          { columns: [380, 500], y: 110, step: 12 },
        )
        table(
          pen,
          [
            ['Date', 'Payment type and details', 'Paid out', 'Paid in', 'Balance'],
            [dayIn(begins, 'capitals'), 'BALANCE BROUGHT FORWARD', '', '', '1,204.11'],
            [dayIn(dayAfter(date, -20), 'capitals'), 'CR  NORTHGATE DESIGN LTD', '', '2,310.00', '3,514.11'],
            [dayIn(dayAfter(date, -8), 'capitals'), 'DD  COUNCIL TAX', '1,902.45', '', '1,611.66'],
            [dayIn(date, 'capitals'), 'BALANCE CARRIED FORWARD', '', '', '1,611.66'],
          ],
          { columns: [60, 130, 350, 420, 490], y: 290 },
        )
        pen.write('11 Canada Place Canary Wharf London E14 5AH', { x: 60, y: 815, size: 7 })
      },
  },
  'app bank, period beside the head, name in a column of facts': {
    type: 'bank_statement',
    issuer: 'Monzo',
    draw:
      ({ name, address, date }) =>
      (pen) => {
        const bare = name.replace(/^(?:Mrs|Mr) /, '')
        pen.write('monzo', { x: 480, y: 50, size: 22, isBold: true })
        pen.write('Personal Account statement', { x: 50, y: 60, size: 15, isBold: true })
        pen.write(`${dayIn(dayAfter(date, -30), 'slashes')} - ${dayIn(date, 'slashes')}`, {
          x: 50,
          y: 78,
          size: 10,
        })
        pen.write(bare, { x: 50, y: 120, size: 10, isBold: true })
        pen.stack([...address], { x: 50, y: 134, size: 9, step: 11.5 })
        pen.stack(['Sort code: 04-00-04', 'Account number: 12345678', 'BIC: MONZGB2L'], {
          x: 330,
          y: 134,
          size: 9,
          step: 11.5,
        })
        pen.stack(['£611.66', 'Personal Account balance', '(Excluding all Pots)'], { x: 50, y: 240, size: 9 })
        pen.stack(['-£1,902.45', 'Total outgoings'], { x: 230, y: 240, size: 9 })
        pen.stack(['+£2,310.00', 'Total deposits'], { x: 400, y: 240, size: 9 })
        table(
          pen,
          [
            ['Date', 'Description', '(GBP) Amount', '(GBP) Balance'],
            [dayIn(date, 'slashes'), 'Northgate Design Ltd (Faster Payments)', '2,310.00', '611.66'],
            [dayIn(dayAfter(date, -3), 'slashes'), 'Rent', '-1,902.45', '-1,698.34'],
          ],
          { columns: [50, 130, 380, 470], y: 310, step: 18 },
        )
        pen.stack(
          [
            'Monzo Bank Limited (https://monzo.com) is a company registered in England No. 9446231. Registered',
            'Office: Broadwalk House, 5 Appold St, London, EC2A 2AG. Authorised by the Prudential Regulation Authority.',
          ],
          { x: 50, y: 800, size: 6.5, step: 9 },
        )
      },
  },
  'capitals, the account over the table, days as ordinals': {
    type: 'bank_statement',
    issuer: 'Santander',
    draw:
      ({ name, address, date }) =>
      (pen) => {
        pen.write('Santander', { x: 60, y: 50, size: 19, isBold: true, grey: 0.3 })
        pen.stack([name.toUpperCase(), ...address.map((line) => line.toUpperCase())], {
          x: 60,
          y: 100,
          size: 9,
          step: 11,
        })
        pen.write('Your account summary for', { x: 340, y: 190, size: 9 })
        pen.write(`${dayIn(dayAfter(date, -30), 'short ordinal')} to ${dayIn(date, 'short ordinal')}`, {
          x: 340,
          y: 203,
          size: 9,
          isBold: true,
        })
        pen.stack(
          [
            `Account name: ${name.toUpperCase()}`,
            'Account number: 12345678   Sort Code: 09 01 27   Statement number: 11/2026',
            'BIC: ABBYGB2LXXX  IBAN: GB12 ABBY 0901 2712 3456 78',
          ],
          { x: 60, y: 225, size: 8.5, step: 12 },
        )
        table(
          pen,
          [
            ['Balance brought forward from 12th Oct Statement', '£1,204.11'],
            ['Total money in', '£2,310.00'],
            ['Total money out', '£1,902.45'],
            ['Your balance at close of business', '£1,611.66'],
          ],
          { columns: [60, 300], y: 275 },
        )
        table(
          pen,
          [
            ['Date', 'Description', 'Money in', 'Money out', '£ Balance'],
            ['20th Oct', 'FASTER PAYMENTS RECEIPT FROM NORTHGATE', '2,310.00', '', '3,514.11'],
            ['2nd Nov', 'DIRECT DEBIT PAYMENT TO CAMDEN', '', '1,902.45', '1,611.66'],
          ],
          { columns: [60, 130, 360, 430, 500], y: 350 },
        )
      },
  },
  'bill of the United States': {
    type: 'utility_bill',
    issuer: 'Con Edison',
    hasTotal: true,
    abroad: ['2204 Ocean Avenue Apt 4C', 'Brooklyn NY 11229'],
    draw:
      ({ name, date, total, address }) =>
      (pen) => {
        pen.write('Con Edison', { x: 60, y: 50, size: 20, isBold: true })
        pen.write('Your electricity bill', { x: 60, y: 74, size: 13 })
        pen.stack(
          [
            `Name: ${name}`,
            'Account number: 51-2287-0019-0041-3',
            `Service delivered to: ${address[0]}`,
            `Bill date: ${dayIn(date, 'american figures')}`,
            `Next meter reading date: ${dayIn(dayAfter(date, 29), 'american figures')}`,
          ],
          { x: 60, y: 110, size: 9, step: 13 },
        )
        pen.fill({ x: 340, y: 95, width: 210, height: 60 }, 0.9)
        pen.write('Total amount due', { x: 350, y: 115, size: 11, isBold: true })
        pen.write(`$${total}`, { x: 350, y: 138, size: 16, isBold: true })
        pen.stack(['Supply charges 312 kWh at 11.0 cents', 'Delivery charges', 'Sales tax @ 4.5%'], {
          x: 60,
          y: 210,
        })
        pen.write(`Pay by ${dayIn(dayAfter(date, 21), 'american figures')} to avoid a late charge`, {
          x: 60,
          y: 300,
        })
        pen.stack([name, ...address], { x: 60, y: 690, size: 10, step: 13 })
        pen.stack(['Con Edison', 'JAF Station', 'P.O. Box 1702', 'New York, NY 10116-1702'], {
          x: 340,
          y: 690,
          step: 12,
        })
      },
  },
  'bill of Canada': {
    type: 'utility_bill',
    issuer: 'Toronto Hydro',
    hasTotal: true,
    abroad: ['418 Queen Street West', 'Toronto ON', 'M5V 2A7'],
    draw:
      ({ name, date, total, address }) =>
      (pen) => {
        pen.write('Toronto Hydro', { x: 60, y: 50, size: 20, isBold: true })
        pen.write('Your Electricity Bill', { x: 380, y: 50, size: 14 })
        pen.stack([name, ...address.slice(0, 1), address.slice(1).join('  ')], {
          x: 60,
          y: 110,
          size: 10,
          step: 13,
        })
        pen.stack(
          [
            `Statement date: ${dayIn(date, 'american')}`,
            'Account number: 2210 3344 71',
            'Meter number: 77120',
          ],
          {
            x: 380,
            y: 110,
            size: 9,
            step: 13,
          },
        )
        pen.write('Amount due', { x: 380, y: 180, size: 10 })
        pen.write(`$${total}`, { x: 380, y: 202, size: 18, isBold: true })
        pen.write(`Due date: ${dayIn(dayAfter(date, 20), 'american')}`, { x: 380, y: 222, size: 9 })
        pen.stack(
          ['Electricity 402 kWh', 'Delivery', 'Regulatory charges', 'H.S.T. (No. 896718327 RT 0001)'],
          { x: 60, y: 260 },
        )
        pen.write(`Service address: ${address.join(', ')}`, { x: 60, y: 340, size: 8 })
      },
  },
}
