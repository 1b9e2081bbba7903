import { transliterated } from '../../read/names.ts'

/** The parts of a British driver number: MORGA 6 57 05 4 SM 9IJ. */
export interface DriverNumber {
  /** Five letters of the surname, padded with nines. */
  family: string
  /** Date of birth without its century: year, month, day as two figures each. */
  year: string
  month: string
  day: string
  sex: 'M' | 'F'
  /** Two initials, nine for a missing one. */
  initials: string
  /** All sixteen characters. */
  whole: string
}

/**
 * Finds a driver number as DVLA builds it (INF1D): five letters of the surname, the decade of birth, the month with 50
 * added for women, the day, the last figure of the year, two initials, and three further characters. The position
 * decides between letters and figures that look alike. Undefined if the text has no such number.
 */
export const driverNumberIn = (text: string): DriverNumber | undefined => {
  // A capital I is often read as a bar. Dropping it would shift every character after it.
  const squeezed = text
    .toUpperCase()
    .replace(/[|!]/g, 'I')
    .replace(/[^A-Z0-9]/g, '')
  for (let from = 0; from + 16 <= squeezed.length; from++) {
    const found = readNumber(squeezed.slice(from, from + 16))
    if (found) return found
  }
  return undefined
}

const readNumber = (raw: string): DriverNumber | undefined => {
  const family = [...raw]
    .slice(0, 5)
    .map((item, at) => (item === '9' && at > 0 ? item : letterFor(item)))
    .join('')
  const born = [...raw].slice(5, 11).map(figureFor).join('')
  const initials = [...raw]
    .slice(11, 13)
    .map((item) => (item === '9' ? item : letterFor(item)))
    .join('')
  const whole = family + born + initials + raw.slice(13)
  const match = /^([A-Z]{1,5}9{0,4})(\d)(\d\d)(\d\d)(\d)([A-Z9]{2})[A-Z0-9]{3}$/.exec(whole)
  const [, , decade = '', months = '', day = '', last = ''] = match ?? []
  const month = Number(months) % 50
  if (!match || Number(months) > 62 || month < 1 || month > 12 || Number(day) < 1 || Number(day) > 31)
    return undefined
  return {
    family,
    year: decade + last,
    month: String(month).padStart(2, '0'),
    day,
    sex: Number(months) > 50 ? 'F' : 'M',
    initials,
    whole,
  }
}

const letterFor = (character: string) =>
  ({ '0': 'O', '1': 'I', '2': 'Z', '5': 'S', '6': 'G', '8': 'B' })[character] ?? character
const figureFor = (character: string) =>
  ({ O: '0', Q: '0', D: '0', I: '1', L: '1', Z: '2', S: '5', G: '6', B: '8' })[character] ?? character

/** The printed facts that the number must agree with. Null for what was not read. */
export interface Holder {
  surname: string
  givenNames: string
  /** YYYY-MM-DD */
  birthDate: string | null
  sex: 'M' | 'F' | null
}

/** Says how a number contradicts what is printed beside it. Empty if all agrees. */
export const contradictionsOf = (number: DriverNumber, holder: Holder): string[] => {
  const family = familyOf(holder.surname)
  const initials = initialsOf(holder.givenNames)
  const [year, month, day] = (holder.birthDate ?? '').split('-')
  return [
    family !== number.family && `it is for a surname that begins ${number.family.replace(/9+$/, '')}`,
    !isInitialled(number.initials, initials) && `its initials are ${number.initials.replaceAll('9', '')}`,
    holder.birthDate !== null &&
      `${year?.slice(2)}-${month}-${day}` !== `${number.year}-${number.month}-${number.day}` &&
      `it is for somebody born on ${Number(number.day)}.${Number(number.month)}.${number.year}`,
    holder.sex !== null && holder.sex !== number.sex && `it is for a ${number.sex === 'F' ? 'woman' : 'man'}`,
  ].filter((candidate) => candidate !== false)
}

const lettersOf = (name: string) =>
  transliterated(name)
    .toUpperCase()
    .replace(/[^A-Z]/g, '')

const familyOf = (surname: string) => lettersOf(surname).replace(/^MAC/, 'MC').slice(0, 5).padEnd(5, '9')

const initialsOf = (givenNames: string) =>
  transliterated(givenNames)
    .toUpperCase()
    .split(/[^A-Z]+/)
    .filter(Boolean)
    .map((name) => name.charAt(0))
    .join('')

// The second name may be on the card or in the number only.
const isInitialled = (number: string, initials: string) =>
  number.charAt(0) === initials.charAt(0) &&
  (number.charAt(1) === initials.charAt(1) || number.charAt(1) === '9' || initials.length < 2)
