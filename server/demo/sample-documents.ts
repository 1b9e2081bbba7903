import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'

/** Lines of a statement of a fictitious bank. */
const statement = (day: string) => [
  'GREYFRIARS BANK',
  'Current account statement',
  '',
  'Miss Amara Okafor',
  'Flat 2, 12 Garden Street',
  'London',
  'SW1A 1AA',
  '',
  `Statement date: ${day}`,
  'Account number: 12345678   Sort code: 00-00-00',
  '',
  'Opening balance                £24,310.22',
  'Salary, Garden Street School    £2,640.00',
  'Rent                             -£980.00',
  'Closing balance                £25,970.22',
]

/** Draws the statement as a PDF with text. `day` as printed, such as "3 November 2026". */
export const drawStatement = (day: string) => drawPaper(statement(day))

export interface Holder {
  name: string
  /** The address lines below the name. */
  home: readonly string[]
}

/** A savings statement of the same bank. */
export const drawSavings = ({ name, home }: Holder, day: string) =>
  drawPaper([
    'GREYFRIARS BANK',
    'Savings account statement',
    '',
    name,
    ...home,
    '',
    `Statement date: ${day}`,
    'Account number: 23456789   Sort code: 00-00-00',
    '',
    'Opening balance                £61,870.15',
    'Interest                          £148.40',
    'Closing balance                £62,018.55',
  ])

/** A bill of a fictitious supplier. */
export const drawBill = ({ name, home }: Holder, day: string) =>
  drawPaper([
    'THAMESIDE ENERGY',
    'Your electricity bill',
    '',
    name,
    ...home,
    '',
    `Bill date: ${day}`,
    'Account number: 7003 8841 22',
    '',
    'Electricity used: 212 kWh         £58.94',
    'Standing charge                   £17.10',
    'Total to pay                      £76.04',
  ])

/** Draws the lines one below the other, the first one larger. */
async function drawPaper(lines: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([595, 842])
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (const [place, text] of lines.entries())
    page.drawText(text, { x: 60, y: 770 - place * 20, size: place === 0 ? 16 : 11, font })
  return new Uint8Array(await pdf.save())
}
