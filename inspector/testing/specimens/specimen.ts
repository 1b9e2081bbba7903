import type { Canvas } from '@napi-rs/canvas'
import type { DocumentType } from '#contract/documents/validation.ts'

export type SpecimenKind =
  | 'passport'
  | 'card of three lines'
  | 'card of two lines'
  | 'visa'
  | 'driving licence'
  | 'utility bill'
  | 'bank statement'
  | 'council tax bill'
  | 'mortgage statement'
  | 'payslip'
  | 'mobile bill'

/** The values a reader should find, as fields of a verdict's metadata. Values that are not printed are left out. */
export interface Truth {
  fullName?: string
  dateOfBirth?: string
  documentNumber?: string
  expiryDate?: string
  documentDate?: string
  address?: string
}

/** A drawn document, seen straight on, with its content. */
export interface Specimen {
  kind: SpecimenKind
  documentType: DocumentType
  canvas: Canvas
  truth: Truth
  /** The correct lines of its machine readable zone. */
  zone: string[]
}

/** A forger's edit of the printed words or the MRZ lines. */
export interface Forgery {
  printed?: { surname?: string; givenNames?: string; birthDate?: string; documentNumber?: string }
  zone?: (lines: string[]) => string[]
}

/** Formats a date as passports do: "14 MAR / MARS 91" and "14 MAR 1991" are the same day. */
export const dayAs = (day: string, form: 'british' | 'irish' | 'plain' | 'dots') => {
  const [year = '', month = '', date = ''] = day.split('-')
  const at = Number(month) - 1
  if (form === 'dots') return `${date}.${month}.${year}`
  if (form === 'british') return `${date} ${english[at]} /${french[at]} ${year.slice(2)}`
  if (form === 'irish') return `${date} ${irish[at]}/${english[at]} ${year}`
  return `${date} ${english[at]} ${year}`
}

const english = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')
const french = 'JAN FEV MARS AVR MAI JUIN JUIL AOUT SEPT OCT NOV DEC'.split(' ')
const irish = 'EAN FEA MÁR AIB BEA MEI IÚI LÚN MFÓ DFÓ SAM NOL'.split(' ')
