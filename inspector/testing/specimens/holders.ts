import type { Random } from './random.ts'

/** An invented person. */
export interface Holder {
  /** As written with care, with accents. */
  surname: string
  givenNames: string
  sex: 'M' | 'F'
  /** YYYY-MM-DD */
  birthDate: string
  birthPlace: string
  /** Lines of the address, the postcode last. */
  address: readonly string[]
}

/** The same person as the tests' client in `testing/read-drawn.ts`. */
export const adaeze: Holder = {
  surname: 'Okafor',
  givenNames: 'Adaeze',
  sex: 'F',
  birthDate: '1985-03-12',
  birthPlace: 'LAGOS',
  address: ['Flat 2', '12 Garden Street', 'London', 'W1U 4PL'],
}

export const holderFrom = (random: Random): Holder => {
  const sex = random.pick(['M', 'F'])
  return {
    surname: random.pick(surnames),
    givenNames: random.pick(sex === 'F' ? women : men),
    sex,
    birthDate: dayBetween(random, { first: 1942, last: 2005 }),
    birthPlace: random.pick(['LEEDS', 'LONDON', 'CARDIFF', 'GLASGOW', 'BELFAST', 'DUBLIN', 'LAGOS']),
    address: random.pick(addresses),
  }
}

export const dayBetween = (random: Random, { first, last }: { first: number; last: number }) =>
  [random.whole(first, last), random.whole(1, 12), random.whole(1, 28)]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

/** Letters as an MRZ writes them: accents transliterated by ICAO Doc 9303 part 3 section 6. */
export const plainLetters = (text: string) =>
  text
    .replace(/[äæÄÆ]/g, 'AE')
    .replace(/[öøÖØ]/g, 'OE')
    .replace(/[üÜ]/g, 'UE')
    .replace(/[åÅ]/g, 'AA')
    .replace(/ß/g, 'SS')
    .replace(/[łŁ]/g, 'L')
    .replace(/[þÞ]/g, 'TH')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()

const surnames: [string, ...string[]] = [
  'Okafor',
  'Smith-Jones',
  "O'Connor",
  'Larkin',
  'Ashworth',
  'McAllister',
  'MacDonald',
  'Nowak',
  'van der Berg',
  'Fox',
  'Przybylska',
  'Hughes',
  'Patel',
  'Müller',
  'Núñez',
  'Featherstonehaugh',
  'Li',
  'Quirke',
]
const women: [string, ...string[]] = [
  'Adaeze',
  'Amelia Rose',
  'Siobhán',
  'Zoë Jane',
  'Mary Elizabeth Anne',
  'Yi',
  'Priya',
]
const men: [string, ...string[]] = [
  'Peter',
  'John Paul',
  'Oluwaseun',
  'Tomasz',
  'Bo',
  'William George',
  'Ian',
]

const addresses: [string[], ...string[][]] = [
  ['Flat 2', '12 Garden Street', 'London', 'W1U 4PL'],
  ['8 Mill Lane', 'Ely', 'CB7 4QT'],
  ['27 Kirkstall Road', 'Leeds', 'LS3 1HG'],
  ['4 Orchard Close', 'Bristol', 'BS8 2LR'],
  ['115 Queen Street', 'Cardiff', 'CF10 2BH'],
  ['Flat 3/1', '9 Byres Road', 'Glasgow', 'G11 5RD'],
]
