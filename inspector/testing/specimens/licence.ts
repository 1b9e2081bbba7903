import { type Holder, plainLetters } from './holders.ts'
import { drawPortrait } from './portrait.ts'
import { dayAs, type Forgery, type Specimen } from './specimen.ts'
import { drawWaves, newSurface } from './surface.ts'

export interface LicenceFacts {
  holder: Holder
  issueDate: string
  expiryDate: string
  /** Printed instead of the number that the rule gives. */
  number?: string
  forgery?: Forgery
}

/**
 * The sixteen characters of a British driver number: five of the surname, the decade, the month (plus 50 for women),
 * the day, the last figure of the year, two initials, and three that distinguish people with the same details (INF1D,
 * "Your driver number explained").
 */
export const driverNumber = ({ surname, givenNames, sex, birthDate }: Holder, last = '9AB') => {
  const family = plainLetters(surname)
    .replace(/^MAC/, 'MC')
    .replace(/[^A-Z]/g, '')
  const [year = '', month = '', day = ''] = birthDate.split('-')
  const months = String(Number(month) + (sex === 'F' ? 50 : 0)).padStart(2, '0')
  const initials = plainLetters(givenNames)
    .split(/[\s-]+/)
    .map((name) => name.charAt(0))
  const born = `${year.charAt(2)}${months}${day}${year.charAt(3)}`
  return family.slice(0, 5).padEnd(5, '9') + born + initials.join('').slice(0, 2).padEnd(2, '9') + last
}

/** A British photocard licence, 85.6 × 54 mm, with the numbered fields of Directive 2006/126/EC annex I. */
export const drawLicence = (facts: LicenceFacts): Specimen => {
  const { holder, issueDate, expiryDate, forgery } = facts
  const number = facts.number ?? driverNumber(holder)
  const printed = { ...holder, documentNumber: number, ...forgery?.printed }
  const surface = newSurface(85.6, 54, 18)
  drawWaves(surface, ['#f3e3e8', '#dfb3c3'])
  surface.write('DRIVING LICENCE', { x: 28, y: 6, size: 4, isBold: true, colour: '#2b3f73' })
  surface.write('UK', { x: 5, y: 8, size: 4, isBold: true, colour: '#2b3f73' })
  drawPortrait(surface, { x: 3, y: 12, width: 23, height: 29 }, holder)
  const rows: [string, string][] = [
    ['1.', plainLetters(printed.surname)],
    ['2.', `${holder.sex === 'F' ? 'MS' : 'MR'} ${plainLetters(printed.givenNames)}`],
    ['3.', `${dayAs(printed.birthDate, 'dots')}   UNITED KINGDOM`],
    ['4a.', `${dayAs(issueDate, 'dots')}    4c. DVLA`],
    ['4b.', dayAs(expiryDate, 'dots')],
    ['5.', `${printed.documentNumber}   35`],
    ['7.', ''],
    ['8.', holder.address.slice(0, -1).join(', ').toUpperCase()],
    ['', (holder.address.at(-1) ?? '').toUpperCase()],
  ]
  for (const [row, [label, value]] of rows.entries()) {
    surface.write(label, { x: 29, y: 12 + row * 4.3, size: 1.9 })
    surface.write(value, { x: 34, y: 12 + row * 4.3, size: 2.7 })
  }
  surface.write('9.', { x: 29, y: 51, size: 1.9 })
  surface.write('AM/A/B1/B/f/k/l/n/p/q', { x: 34, y: 51, size: 2.3 })
  return {
    kind: 'driving licence',
    documentType: 'drivers_license',
    canvas: surface.canvas,
    truth: {
      fullName: `${plainLetters(holder.givenNames)} ${plainLetters(holder.surname)}`,
      dateOfBirth: holder.birthDate,
      documentNumber: number,
      expiryDate,
      address: holder.address.join(', ').toUpperCase(),
    },
    zone: [],
  }
}
