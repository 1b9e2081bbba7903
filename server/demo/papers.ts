import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib'

/** A bank statement of a bank that does not exist, as its lines stand on the page. */
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

/** Draws the statement as a PDF with its text; `day` as printed, such as "3 November 2026". */
export async function drawStatement(day: string): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([595, 842])
  const font = await pdf.embedFont(StandardFonts.Helvetica)
  for (const [place, text] of statement(day).entries())
    page.drawText(text, { x: 60, y: 770 - place * 20, size: place === 0 ? 16 : 11, font })
  return new Uint8Array(await pdf.save())
}
