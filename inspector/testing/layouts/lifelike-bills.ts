import { dayAfter, dayIn, type Layout, monthBefore } from './layout.ts'

/** Bills and letters laid out like those of real senders, with further dates and amounts on the page. */
export const lifelikeBills: Record<string, Layout> = {
  'energy bill, facts at the right, sum in a panel': {
    type: 'utility_bill',
    issuer: 'British Gas',
    hasTotal: true,
    draw:
      ({ name, address, date, total }) =>
      (pen) => {
        const { from, to } = monthBefore(date)
        pen.write('British Gas', { x: 430, y: 55, size: 20, isBold: true, grey: 0.2 })
        pen.stack([name, ...address], { x: 55, y: 110, size: 9.5, step: 12 })
        pen.stack(['Your customer number', '850 044 117 203'], { x: 380, y: 110, size: 9, step: 12 })
        pen.stack(['Date of bill', dayIn(date, 'words')], { x: 380, y: 140, size: 9, step: 12 })
        pen.stack(['Contact us', 'britishgas.co.uk/help', '0333 202 9802'], { x: 380, y: 170, size: 9 })
        pen.write('Your electricity bill', { x: 55, y: 235, size: 22, isBold: true })
        pen.write(`For ${dayIn(from, 'short')} to ${dayIn(to, 'short')}`, { x: 55, y: 254, size: 10 })
        pen.fill({ x: 55, y: 270, width: 230, height: 90 }, 0.9)
        pen.write('What you owe', { x: 65, y: 290, size: 11 })
        pen.write(`£${total}`, { x: 65, y: 320, size: 26, isBold: true })
        pen.write(`We'll take this by Direct Debit on or after ${dayIn(dayAfter(date, 14), 'words')}`, {
          x: 65,
          y: 345,
          size: 7.5,
        })
        pen.stack(
          ['Balance on your last bill £84.10', 'Payments received - thank you -£84.10', 'VAT at 5% £4.27'],
          { x: 310, y: 290, size: 9 },
        )
        pen.stack(
          [
            'Meter readings: 24118 (estimated) to 24390 (smart), 272 kWh at 24.86p',
            'Tariff: Fixed Tariff v47, ends 31 March 2027. Exit fees: £50.00. Standing charge 54.75p a day',
            'British Gas is a trading name of British Gas Trading Limited. Registered office: Millstream,',
            'Maidenhead Road, Windsor, Berkshire SL4 5GD. Registered in England and Wales no. 3078711.',
          ],
          { x: 55, y: 410, size: 7.5, step: 11 },
        )
      },
  },
  'yearly water bill, letter with the sum in a sentence': {
    type: 'utility_bill',
    issuer: 'Thames Water',
    hasTotal: true,
    draw:
      ({ name, address, date, total }) =>
      (pen) => {
        pen.write('Thames Water', { x: 60, y: 60, size: 18, isBold: true })
        pen.stack(['Account number', '900123456789', 'Date of bill', dayIn(date, 'ordinal')], {
          x: 420,
          y: 60,
          size: 8.5,
          step: 11,
        })
        pen.stack([name.toUpperCase(), ...address.map((line) => line.toUpperCase())], {
          x: 60,
          y: 140,
          size: 9,
          step: 11.5,
        })
        pen.write('Your water and wastewater bill', { x: 60, y: 250, size: 16, isBold: true })
        pen.write('1 April 2026 to 31 March 2027', { x: 60, y: 268 })
        pen.write('Total amount due', { x: 60, y: 310, size: 13 })
        pen.write(`£${total}`, { x: 440, y: 310, size: 13, isBold: true })
        pen.stack(['Pay in full by', `${dayIn(dayAfter(date, 21), 'words')}`], { x: 60, y: 334 })
        pen.stack(['Water charges', 'Wastewater charges', 'Previous balance'], { x: 60, y: 380 })
        pen.stack(['£31.70', '£52.11', '£0.00'], { x: 440, y: 380 })
        pen.write(`Property charged: ${address.join(', ')}`, { x: 60, y: 440, size: 8 })
        pen.write('Thames Water Utilities Limited, Clearwater Court, Vastern Road, Reading RG1 8DB', {
          x: 60,
          y: 800,
          size: 7,
        })
      },
  },
  'phone and broadband, greeting, page numbers': {
    type: 'utility_bill',
    issuer: 'BT',
    hasTotal: true,
    draw:
      ({ name, address, date, total }) =>
      (pen) => {
        pen.write('BT', { x: 500, y: 60, size: 30, isBold: true })
        pen.write('Page 1 of 4', { x: 500, y: 820, size: 7 })
        pen.stack([name, ...address], { x: 60, y: 120, size: 10, step: 12.5 })
        pen.stack(
          [
            `Account number: GB 1029 3847`,
            `Bill number: M031 QX`,
            `Bill date: ${dayIn(date, 'slashes')} (tax point)`,
          ],
          { x: 350, y: 120, size: 9, step: 13 },
        )
        pen.write("Here's your bill", { x: 60, y: 240, size: 20, isBold: true })
        pen.write('Total including VAT', { x: 60, y: 275, size: 12 })
        pen.write(`£${total}`, { x: 300, y: 275, size: 12, isBold: true })
        pen.stack(
          [
            `We'll collect your payment on ${dayIn(dayAfter(date, 10), 'short')}`,
            'Full Fibre 100 broadband, 1 month in advance',
            'Landline calls and line rental, Digital Voice',
            'Your contract ends on 02/09/2027',
          ],
          { x: 60, y: 305, size: 9, step: 15 },
        )
        pen.write('British Telecommunications plc, 1 Braham Street, London E1 8EE', {
          x: 60,
          y: 820,
          size: 7,
        })
      },
  },
  'council tax of a borough, table of authorities': {
    type: 'address_proof',
    issuer: 'London Borough of Hackney',
    draw:
      ({ name, address, date }) =>
      (pen) => {
        pen.write('Hackney', { x: 60, y: 50, size: 24, isBold: true })
        pen.stack(
          ['Revenues and Benefits Service', 'London Borough of Hackney', '1 Hillman Street', 'London E8 1DY'],
          {
            x: 400,
            y: 50,
            size: 8,
            step: 10,
          },
        )
        pen.stack([name, ...address], { x: 60, y: 140, size: 10, step: 12 })
        pen.write('COUNCIL TAX BILL 2026/2027', { x: 330, y: 140, size: 12, isBold: true })
        for (const [at, [label = '', value = '']] of [
          ['Date of issue', dayIn(date, 'slashes')],
          ['Account reference', '3320 1187 4'],
          ['Property reference', '00091240030'],
          ['Valuation band', 'D'],
          ['Bill reason', 'Change of payment method'],
        ].entries()) {
          pen.write(label, { x: 330, y: 160 + at * 13, size: 8.5 })
          pen.write(value, { x: 440, y: 160 + at * 13, size: 8.5 })
        }
        pen.write(`Council Tax charge for: ${address.join(', ')}`, { x: 60, y: 260, size: 9 })
        const rows = [
          ['London Borough of Hackney', '£1,402.31', '2.9%'],
          ['Adult social care precept', '£201.10', '2.0%'],
          ['Greater London Authority', '£490.38', '4.0%'],
          ['Total for the year', '£2,093.79', ''],
          ['Amount to pay from 01/04/2026 to 31/03/2027', '£2,093.79', ''],
        ]
        for (const [row, cells] of rows.entries())
          for (const [column, cell] of cells.entries())
            pen.write(cell, { x: [60, 400, 490][column] ?? 60, y: 285 + row * 15, size: 9 })
        pen.stack(
          ['Instalments: £209.79 on 01/05/2026, then £209.00 on the 1st of each month to 01/02/2027'],
          {
            x: 60,
            y: 390,
            size: 8.5,
          },
        )
      },
  },
  'letter of the tax office': {
    type: 'address_proof',
    issuer: 'HM Revenue & Customs',
    draw:
      ({ name, address, date }) =>
      (pen) => {
        pen.write('HM Revenue & Customs', { x: 60, y: 60, size: 15, isBold: true })
        pen.stack([name, ...address], { x: 60, y: 130, size: 10, step: 12.5 })
        pen.stack(['Pay As You Earn and Self Assessment', 'HM Revenue and Customs', 'BX9 1AS'], {
          x: 360,
          y: 130,
          size: 8.5,
          step: 11,
        })
        pen.stack(['Phone 0300 200 3300', 'www.gov.uk/hmrc', '', `Date ${dayIn(date, 'words')}`], {
          x: 360,
          y: 170,
          size: 8.5,
          step: 11,
        })
        pen.write('Our reference QQ 12 34 56 C', { x: 360, y: 222, size: 8.5 })
        pen.write(`Dear ${name}`, { x: 60, y: 250 })
        pen.write('Your tax code for 2026-27 (PAYE Coding Notice)', { x: 60, y: 275, size: 12, isBold: true })
        pen.stack(
          [
            'We have changed your tax code from 6 April 2026. Your new tax code is 1257L.',
            'Your Personal Allowance is £12,570. Please keep this notice with your records.',
            'If you think this is wrong, tell us within 30 days of the date of this letter.',
          ],
          { x: 60, y: 300 },
        )
      },
  },
  'letter of the pension service': {
    type: 'address_proof',
    issuer: 'Department for Work & Pensions',
    draw:
      ({ name, address, date }) =>
      (pen) => {
        pen.stack(['Department', 'for Work &', 'Pensions'], { x: 60, y: 60, size: 13, step: 15 })
        pen.stack(['The Pension Service 11', 'Mail Handling Site A', 'Wolverhampton', 'WV98 1LU'], {
          x: 390,
          y: 60,
          size: 8.5,
          step: 11,
        })
        pen.stack(['Telephone 0800 731 0469', 'If you contact us, use this', 'reference: QQ 12 34 56 C'], {
          x: 390,
          y: 120,
          size: 8.5,
          step: 11,
        })
        pen.write(dayIn(date, 'words'), { x: 390, y: 170, size: 8.5 })
        pen.stack([name, ...address], { x: 60, y: 150, size: 10, step: 12.5 })
        pen.write('About the general increase in your State Pension', {
          x: 60,
          y: 260,
          size: 13,
          isBold: true,
        })
        pen.stack(
          [
            `Dear ${name},`,
            'From 6 April 2026 we will pay you £241.30 a week. This is paid every four weeks.',
            'Your basic State Pension is £241.30 and your additional State Pension £0.00.',
          ],
          { x: 60, y: 290, step: 20 },
        )
      },
  },
}
