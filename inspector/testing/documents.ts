import type { Draw, Pen } from './paper.ts'

/** Details of an invented client's document, printed in the layouts of British firms. */
export interface Facts {
  name: string[]
  address: string[]
  /** As printed. */
  date: string
  issuer?: string
}

export const okafor: Facts = {
  name: ['Mrs Adaeze Okafor'],
  address: ['Flat 2', '12 Garden Street', 'London', 'W1U 4PL'],
  date: '3 November 2026',
}

const block = ({ name, address }: Facts) => [...name, ...address]

/** A bill with sender and details at the right, the addressee at the left, and the charges in a table. */
export const utilityBill =
  (facts: Facts, dateLabel = 'Bill date'): Draw =>
  (pen) => {
    pen.write(facts.issuer ?? 'Octopus Energy', { x: 60, y: 60, size: 20, isBold: true })
    pen.stack(block(facts), { x: 60, y: 130 })
    pen.pair('Account number', 'A-1B2C3D4E', { x: 330, y: 130 })
    pen.pair(dateLabel, facts.date, { x: 330, y: 146 })
    pen.pair('Bill period', '1 October 2026 to 31 October 2026', { x: 330, y: 162 })
    pen.pair('Payment due date', '20 November 2026', { x: 330, y: 178 })
    pen.write('Your electricity bill', { x: 60, y: 260, size: 16, isBold: true })
    pen.stack(
      [
        'Meter number 21L3456789',
        'MPAN 1900012345678',
        'Standing charge 31 days at 53.35p',
        'Unit rate 24.50p',
        '412 kWh used',
        'Tariff: Flexible Octopus',
        'Total charges £117.48',
      ],
      { x: 60, y: 290 },
    )
    foot(pen, 'Octopus Energy Limited, registered office: UK House, 164 Oxford Street, London W1D 1NN')
  }

/** A bank statement: details in columns, transactions that name other firms and dates. */
export const bankStatement =
  (facts: Facts, heading = 'Statement date'): Draw =>
  (pen) => {
    pen.write(facts.issuer ?? 'Barclays', { x: 60, y: 50, size: 18, isBold: true })
    pen.write('Your current account statement', { x: 60, y: 80, size: 14 })
    pen.stack(block(facts), { x: 60, y: 120 })
    pen.write(heading, { x: 330, y: 120 })
    pen.write('Sort code', { x: 420, y: 120 })
    pen.write('Account number', { x: 490, y: 120 })
    pen.write(facts.date, { x: 330, y: 134 })
    pen.write('20-11-26', { x: 420, y: 134 })
    pen.write('12345678', { x: 490, y: 134 })
    table(pen)
    foot(pen, 'Barclays Bank UK PLC. Registered office: 1 Churchill Place, London E14 5HP')
  }

/** An app bank's statement: everything in one column, only a period, no statement date. */
export const phoneBankStatement =
  (facts: Facts, period = '01/10/2026 - 31/10/2026'): Draw =>
  (pen) => {
    pen.write('monzo', { x: 60, y: 50, size: 22, isBold: true })
    pen.write('Personal Account statement', { x: 60, y: 90, size: 12, isBold: true })
    pen.write(period, { x: 60, y: 106 })
    pen.stack([...facts.name, facts.address.slice(0, -1).join(', '), facts.address.at(-1) ?? ''], {
      x: 60,
      y: 150,
    })
    pen.stack(
      ['Sort code: 04-00-04', 'Account number: 12345678', 'IBAN: GB33MONZ04000412345678', 'BIC: MONZGB2L'],
      { x: 60, y: 220 },
    )
    table(pen)
    foot(pen, 'Monzo Bank Limited is authorised by the Prudential Regulation Authority')
  }

export const councilTaxBill =
  (facts: Facts, years: string): Draw =>
  (pen) => {
    pen.write(facts.issuer ?? 'London Borough of Camden', { x: 60, y: 60, size: 16, isBold: true })
    pen.write(`Council Tax Bill ${years}`, { x: 60, y: 90, size: 14, isBold: true })
    pen.stack(block(facts), { x: 60, y: 150, step: 13 })
    pen.pair('Account reference', '5001234567', { x: 330, y: 150 })
    pen.pair('Date of issue', facts.date, { x: 330, y: 166 })
    pen.pair('Valuation band', 'Band D', { x: 330, y: 182 })
    pen.stack(
      [
        'Adult social care precept',
        'Police and Crime precept',
        'Ten instalments from 1 April 2026',
        'First instalment due 1 April 2026',
      ],
      { x: 60, y: 320 },
    )
  }

export const mortgageStatement =
  (facts: Facts): Draw =>
  (pen) => {
    pen.write(facts.issuer ?? 'Nationwide Building Society', { x: 60, y: 60, size: 16, isBold: true })
    pen.write('Annual mortgage statement', { x: 60, y: 90, size: 14 })
    pen.stack(block(facts), { x: 60, y: 140 })
    pen.pair('Statement date', facts.date, { x: 330, y: 140 })
    pen.pair('Mortgage account number', '9999/12345678', { x: 330, y: 156, gap: 130 })
    pen.stack(
      [
        'Outstanding balance £182,334.10',
        'Remaining term 21 years',
        'Repayment type: capital and interest',
        'Early repayment charge applies until 31 March 2028',
        'Interest rate 4.19% fixed until 31 March 2028',
      ],
      { x: 60, y: 300 },
    )
  }

export const mobileBill =
  (facts: Facts): Draw =>
  (pen) => {
    pen.write('Vodafone', { x: 60, y: 60, size: 20, isBold: true })
    pen.write('Your mobile bill', { x: 60, y: 90, size: 14 })
    pen.stack(block(facts), { x: 60, y: 140 })
    pen.pair('Bill date', facts.date, { x: 330, y: 140 })
    pen.pair('Mobile number', '07700 900123', { x: 330, y: 156 })
    pen.stack(
      ['Pay monthly airtime plan', 'Data allowance 30 GB of data', 'Roaming 0 minutes', 'Total due £24.00'],
      { x: 60, y: 300 },
    )
  }

export const payslip =
  (facts: Facts): Draw =>
  (pen) => {
    pen.write(facts.issuer ?? 'Acme Widgets Limited', { x: 60, y: 50, size: 14, isBold: true })
    pen.write('Payslip', { x: 450, y: 50, size: 14 })
    pen.write(`Employee name: ${facts.name[0]}`, { x: 60, y: 90 })
    pen.write('Employee no: 1187', { x: 300, y: 90 })
    pen.write(`Pay date: ${facts.date}`, { x: 430, y: 90 })
    pen.write('NI number: QQ 12 34 56 C', { x: 60, y: 106 })
    pen.write('Tax code: 1257L', { x: 300, y: 106 })
    pen.stack(
      [
        'Basic pay 3,250.00',
        'Gross pay 3,250.00',
        'PAYE tax 440.40',
        'National Insurance 176.20',
        'Net pay 2,633.40',
      ],
      { x: 60, y: 150 },
    )
  }

export const completionStatement =
  (facts: Facts): Draw =>
  (pen) => {
    pen.write('Dunmore Solicitors LLP', { x: 60, y: 50, size: 14, isBold: true })
    pen.write('Completion statement', { x: 60, y: 80, size: 14 })
    pen.pair('Client', facts.name[0] ?? '', { x: 60, y: 120 })
    pen.pair('Property', '8 Mill Lane, Ely', { x: 60, y: 136 })
    pen.pair('Completion date', facts.date, { x: 60, y: 152 })
    pen.stack(
      [
        'Sale price £415,000.00',
        'Redemption of mortgage £182,334.10',
        'Land Registry fee £40.00',
        'Our legal fees £1,140.00',
        'Net proceeds £231,485.90',
      ],
      { x: 60, y: 200 },
    )
  }

export const giftLetter =
  (facts: Facts, giver = 'Mary Okafor'): Draw =>
  (pen) => {
    pen.stack([giver, '4 Orchard Close', 'Leeds', 'LS1 4AP'], { x: 380, y: 60 })
    pen.write(facts.date, { x: 380, y: 130 })
    pen.write('Gift letter', { x: 60, y: 160, size: 14, isBold: true })
    pen.stack(
      [
        `I, ${giver}, confirm that I am giving £30,000 as an outright gift to my daughter`,
        `${facts.name[0]}, towards the purchase of a home. It is not a loan and I will`,
        'have no interest in the property. I was born on 4 May 1955.',
      ],
      { x: 60, y: 190 },
    )
    pen.stack(['Signed', giver], { x: 60, y: 300, step: 40 })
  }

/** The printout of a recipe from a web page: it has words, but is no document that anyone requested. */
export const recipe: Draw = (pen) => {
  pen.write('Lemon drizzle cake', { x: 60, y: 60, size: 18, isBold: true })
  pen.stack(
    [
      'Beat the butter and the sugar until pale.',
      'Fold in flour and the zest of two lemons.',
      'Bake for forty minutes and let it cool.',
    ],
    { x: 60, y: 100 },
  )
}

const table = (pen: Pen) => {
  const rows = [
    ['Date', 'Description', 'Money out', 'Money in', 'Balance'],
    ['02 Oct 2026', 'Balance brought forward', '', '', '1,204.11'],
    ['04 Oct 2026', 'Direct debit COUNCIL TAX', '148.00', '', '1,056.11'],
    ['09 Oct 2026', 'Direct debit BRITISH GAS', '92.10', '', '964.01'],
    ['15 Oct 2026', 'Transfer to Mr Peter Larkin', '50.00', '', '914.01'],
    ['28 Oct 2026', 'ACME WIDGETS SALARY', '', '2,633.40', '3,547.41'],
  ]
  for (const [row, cells] of rows.entries())
    for (const [column, cell] of cells.entries())
      if (cell !== '')
        pen.write(cell, { x: [60, 140, 320, 400, 480][column] ?? 60, y: 360 + row * 14, size: 9 })
}

const foot = (pen: Pen, text: string) => pen.write(text, { x: 60, y: 800, size: 7 })
