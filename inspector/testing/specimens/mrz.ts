import { plainLetters } from './holders.ts'

/** The content of a machine readable zone. Dates are YYYY-MM-DD. */
export interface MrzFacts {
  documentCode: string
  /** ICAO's three-letter code, or D for Germany. */
  issuer: string
  nationality: string
  surname: string
  givenNames: string
  documentNumber: string
  birthDate: string
  expiryDate: string
  sex: 'M' | 'F' | 'X'
  optional?: string
}

/** Weights 7, 3, 1; letters count from 10 (ICAO Doc 9303 part 3 section 4.9). */
export const checkDigit = (text: string) => {
  const sum = [...text].reduce((total, letter, at) => total + valueOf(letter) * ([7, 3, 1][at % 3] ?? 0), 0)
  return String(sum % 10)
}

/** A passport's MRZ (Doc 9303 part 4 section 4.2). */
export const td3 = (facts: MrzFacts): string[] => {
  const optional = filled(facts.optional ?? '', 14)
  const second = `${fieldsOf(facts)}${optional}${checkDigit(optional)}`
  return [firstLine(facts, 44), second + checkDigit(compositeOf(second))]
}

/** The MRZ of a card with two lines (part 6 section 4.2). */
export const td2 = (facts: MrzFacts): string[] => {
  const second = fieldsOf(facts) + filled(facts.optional ?? '', 7)
  return [firstLine(facts, 36), second + checkDigit(compositeOf(second))]
}

/** The MRZ of a card with three lines (part 5 section 4.2). */
export const td1 = (facts: MrzFacts): string[] => {
  const number = filled(facts.documentNumber, 9)
  const code = filled(facts.documentCode, 2) + filled(facts.issuer, 3)
  const first = code + number + checkDigit(number) + filled(facts.optional ?? '', 15)
  const [birth, expiry] = [shortDay(facts.birthDate), shortDay(facts.expiryDate)]
  const sex = facts.sex === 'X' ? '<' : facts.sex
  const dates = birth + checkDigit(birth) + sex + expiry + checkDigit(expiry)
  const second = filled(dates + filled(facts.nationality, 3), 29)
  const whole = first.slice(5) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18, 29)
  return [first, second + checkDigit(whole), filled(namesOf(facts), 30)]
}

/** A visa's MRZ, which has no composite check digit (part 7 sections 4.2 and 5.2). */
export const visa = (facts: MrzFacts, format: 'MRV-A' | 'MRV-B'): string[] => {
  const width = format === 'MRV-A' ? 44 : 36
  return [firstLine(facts, width), filled(fieldsOf(facts) + (facts.optional ?? ''), width)]
}

const firstLine = (facts: MrzFacts, width: number) =>
  filled(filled(facts.documentCode, 2) + filled(facts.issuer, 3) + namesOf(facts), width)

const fieldsOf = ({ documentNumber, nationality, birthDate, sex, expiryDate }: MrzFacts) => {
  const [number, birth, expiry] = [filled(documentNumber, 9), shortDay(birthDate), shortDay(expiryDate)]
  const who = number + checkDigit(number) + filled(nationality, 3) + birth + checkDigit(birth)
  return who + (sex === 'X' ? '<' : sex) + expiry + checkDigit(expiry)
}

const compositeOf = (second: string) => second.slice(0, 10) + second.slice(13, 20) + second.slice(21)

const namesOf = ({ surname, givenNames }: MrzFacts) =>
  [surname, givenNames].map((name) => machineName(name).replace(/[ -]/g, '<')).join('<<')

/** A name as the MRZ prints it: an apostrophe is dropped, a hyphen becomes a space. */
export const machineName = (name: string) => plainLetters(name).replace(/['’]/g, '').replace(/-/g, ' ')

const filled = (text: string, width: number) => text.slice(0, width).padEnd(width, '<')
const shortDay = (day: string) => day.slice(2).replaceAll('-', '')

const valueOf = (letter: string) =>
  letter === '<' ? 0 : /\d/.test(letter) ? Number(letter) : letter.charCodeAt(0) - 55
