import type { IdentityFacts, ScannedPage } from '../documents/identity/print.ts'
import type { Mrz, MrzField, MrzFormat } from '../mrz/parse.ts'
import type { TextLine } from '../ocr/lines.ts'
import { td1, td2, td3, visa } from './specimens/mrz.ts'

/** A document that was read well. Each test changes what it is about. */
export interface Card {
  format: MrzFormat
  documentCode: string
  surname: string
  givenNames: string
  documentNumber: string
  nationality: string
  issuer: string
  birthDate: string
  expiryDate: string
  sex: 'M' | 'F' | 'X'
}

export const adaezesPassport: Card = {
  format: 'TD3',
  documentCode: 'P',
  surname: 'OKAFOR',
  givenNames: 'ADAEZE NGOZI',
  documentNumber: '533401286',
  nationality: 'GBR',
  issuer: 'GBR',
  birthDate: '1985-03-12',
  expiryDate: '2031-06-30',
  sex: 'F',
}

/** The client whose passport it is. */
export const adaeze = {
  firstName: 'Adaeze',
  lastName: 'Okafor',
  dateOfBirth: '1985-03-12',
  address: null,
  postcode: null,
}

const field = (value: string): MrzField => ({ value, isRepaired: false, isChecked: true, confidence: 0.98 })

/** The MRZ of such a document, read without an error. */
export const zoneOf = (card: Card, changes: Partial<Mrz> = {}): Mrz => ({
  format: card.format,
  lines: linesOf(card),
  documentCode: card.documentCode,
  issuer: card.issuer,
  nationality: card.nationality,
  surname: card.surname,
  givenNames: card.givenNames,
  nameConfidence: 0.98,
  documentNumber: field(card.documentNumber),
  birthDate: field(card.birthDate),
  expiryDate: field(card.expiryDate),
  sex: card.sex,
  optional: [],
  isCompositeChecked: true,
  compositeConfidence: 0.98,
  areDigitsRight: true,
  isRepaired: false,
  confidence: 0.98,
  box: { x: 800, y: 1020, width: 1440, height: 100, angle: 0 },
  ...changes,
})

const linesOf = (card: Card) => {
  if (card.format === 'TD1') return td1(card)
  if (card.format === 'TD2' || card.format === 'FRA') return td2(card)
  return card.format === 'TD3' ? td3(card) : visa(card, card.format)
}

/** A line of print with its left edge at `x` and its centre line at `y`. */
export const lineAt = (
  text: string,
  x: number,
  y: number,
  { confidence = 0.97, height = 30 } = {},
): TextLine => {
  const width = text.length * height * 0.55
  return { text, confidence, box: { x: x + width / 2, y, width, height, angle: 0, bend: 0, taper: 0 } }
}

const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const printedDay = (day: string) => {
  const [year = '', month = '', date = ''] = day.split('-')
  const name = months[Number(month) - 1] ?? ''
  return `${date} ${name} /${name} ${year.slice(2)}`
}

const tenYearsBefore = (day: string) => `${Number(day.slice(0, 4)) - 10}${day.slice(4)}`

/** The print of a passport page as found in a photo, labels above values. */
export const printOf = (card: Card, changes: Partial<Card> = {}): TextLine[] => {
  const said = { ...card, ...changes }
  const rows: [string, string][] = [
    ['Surname/Nom (1)', said.surname],
    ['Given names/Prénoms (2)', said.givenNames],
    ['Nationality/Nationalité (3)', 'BRITISH CITIZEN'],
    ['Date of birth/Date de naissance (4)', printedDay(said.birthDate)],
    ['Date of issue/Date de délivrance (7)', printedDay(tenYearsBefore(said.expiryDate))],
    ['Date of expiry/Date d’expiration (9)', printedDay(said.expiryDate)],
  ]
  return [
    lineAt('UNITED KINGDOM OF GREAT BRITAIN AND NORTHERN IRELAND', 100, 80),
    lineAt('PASSPORT', 100, 140),
    lineAt('Passport No./Passeport No.', 1100, 140, { height: 20 }),
    lineAt(said.documentNumber, 1100, 175),
    ...rows.flatMap(([label, value], row) => [
      lineAt(label, 600, 240 + row * 100, { height: 20 }),
      lineAt(value, 600, 280 + row * 100),
    ]),
  ]
}

export const goodQuality = {
  taken: { width: 4000, height: 3000 },
  letters: 40,
  sharpness: 900,
  light: 150,
  glare: 0,
  blankPage: null,
}

/** One photo and everything read from it. */
export const seen = (page: Partial<ScannedPage>, facts: Partial<IdentityFacts> = {}): IdentityFacts => ({
  pages: [
    {
      number: 1,
      width: 1600,
      height: 1200,
      lines: [],
      turned: 0,
      mrz: null,
      otherMrz: null,
      partial: null,
      quality: goodQuality,
      colours: null,
      moire: 0,
      ...page,
    },
  ],
  pageCount: 1,
  hasActiveContent: false,
  signs: [],
  portrait: null,
  ...facts,
})

/** A passport page read completely. The print and the MRZ can be changed separately. */
export const seenPassport = (
  changes: { print?: Partial<Card>; zone?: Partial<Card>; mrz?: Partial<Mrz> } = {},
) =>
  seen({
    lines: printOf(adaezesPassport, changes.print),
    mrz: zoneOf({ ...adaezesPassport, ...changes.zone }, changes.mrz),
  })
