import type { DocumentType } from '#contract/documents/validation.ts'
import { drawPage } from '../../read/draw.ts'
import { isFault, openPdf } from '../../read/pdf.ts'
import {
  bankStatement,
  councilTaxBill,
  type Facts,
  mobileBill,
  mortgageStatement,
  payslip,
  utilityBill,
} from '../documents.ts'
import { type Draw, drawPdf } from '../paper.ts'
import type { Holder } from './holders.ts'
import type { Specimen, SpecimenKind } from './specimen.ts'

export type PaperKind = Extract<
  SpecimenKind,
  'utility bill' | 'bank statement' | 'council tax bill' | 'mortgage statement' | 'payslip' | 'mobile bill'
>

export interface PaperFacts {
  holder: Holder
  /** YYYY-MM-DD */
  date: string
  /** Pixels per point: 2.8 is a scan at 200 dpi. */
  dots?: number
}

const drawings: Record<PaperKind, { draw: (facts: Facts) => Draw; type: DocumentType }> = {
  'utility bill': { draw: (facts) => utilityBill(facts), type: 'utility_bill' },
  'bank statement': { draw: (facts) => bankStatement(facts), type: 'bank_statement' },
  'council tax bill': { draw: (facts) => councilTaxBill(facts, '2026/27'), type: 'address_proof' },
  'mortgage statement': { draw: mortgageStatement, type: 'address_proof' },
  payslip: { draw: payslip, type: 'funds_proof' },
  'mobile bill': { draw: mobileBill, type: 'utility_bill' },
}

/** A bill or statement on paper: the PDF page drawn as a picture, without text behind it. */
export const drawOnPaper = async (kind: PaperKind, facts: PaperFacts): Promise<Specimen> => {
  const { draw, type } = drawings[kind]
  const name = nameOf(facts.holder)
  const address = [...facts.holder.address]
  const pdf = await openPdf(await drawPdf(draw({ name: [name], address, date: inWords(facts.date) })))
  if (isFault(pdf)) throw new Error(`A drawn paper did not open: ${pdf}`)
  try {
    const canvas = await drawPage(await pdf.page(1), facts.dots ?? 2.8)
    const home = kind === 'payslip' ? {} : { address: address.join(', ') }
    const truth = { fullName: name, documentDate: facts.date, ...home }
    return { kind, documentType: type, canvas, truth, zone: [] }
  } finally {
    await pdf.close()
  }
}

// A PDF's standard fonts have only the letters of western Europe.
const nameOf = ({ givenNames, surname, sex }: Holder) =>
  `${sex === 'F' ? 'Mrs' : 'Mr'} ${givenNames} ${surname}`

const inWords = (day: string) =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${day}T00:00:00Z`))
