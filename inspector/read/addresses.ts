import { editsBetween, folded } from './names.ts'

/** `same` only when postcode, house, flat and street all agree; `unclear` when something is missing. */
export type AddressMatch = 'same' | 'unclear' | 'different'

// Royal Mail's shapes of a postcode (PAF programmers' guide), with the letters that never occur left out.
const postcodes =
  /\b(GIR ?0AA|[A-PR-UWYZ](?:\d[A-HJKPSTUW\d]?|[A-HK-Y]\d[ABEHMNPRVWXY\d]?)) ?(\d[ABD-HJLNP-UW-Z]{2})\b/gi

/** Where an address in the United States ends: the letters of the state and five figures. */
export const zipCode =
  /\b(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]) \d{5}(?:-\d{4})?(?![\d/])/

/** The last postcode in a text as "W1U 4PL". */
export const postcodeIn = (text: string): string | undefined => {
  const found = [...text.matchAll(postcodes)].at(-1)
  return found && `${found[1]} ${found[2]}`.toUpperCase()
}

/** Where an address ends elsewhere: an Eircode, a Canadian postal code, or a state and its ZIP code. */
const foreignCodes = [
  /\b[AC-FHKNPRTV-Y]\d[\dW] ?[AC-FHKNPRTV-Y\d]{4}$/,
  /\b[A-CEGHJ-NPR-TVXY]\d[A-Z] ?\d[A-Z]\d$/,
  zipCode,
]

/** The code at which an address ends in the United Kingdom, Ireland, Canada or the United States. */
export const postalCodeIn = (text: string): string | undefined =>
  postcodeIn(text) ??
  foreignCodes
    .map((pattern) => pattern.exec(text.trim().replace(/[,.]$/, ''))?.[0].replace(/^[A-Z]{2} (?=\d{5})/, ''))
    .find((code) => code !== undefined)
    ?.replace(/\s/g, '')

/** Nobody lives there: the codes of those who get so much post that theirs lead to a sorting office. */
export const isSendersPostcode = (text: string) => /^(?:BX\d|[A-Z]{2}9[5-9]) /.test(postcodeIn(text) ?? '')

export const withoutPostcode = (text: string) => text.replace(postcodes, ' ')

/**
 * Compares two addresses however they are written: "Flat 2, 12 Garden Street" and "2/12 Garden St" are the
 * same home. The postcode must be in both and equal.
 */
export const matchAddress = (printed: string, known: string): AddressMatch => {
  const [postcode, expected] = [postalCodeIn(printed), postalCodeIn(known)]
  if (postcode === undefined || expected === undefined) return 'unclear'
  if (postcode !== expected) return 'different'
  const [here, there] = [partsOf(printed), partsOf(known)]
  if (here.house !== there.house) return here.house && there.house ? 'different' : 'unclear'
  if (here.units.join() !== there.units.join())
    return here.units.length && there.units.length ? 'different' : 'unclear'
  return namesAgree(here, there) ? 'same' : 'unclear'
}

interface Parts {
  /** The number that stands before the street: "12", "12-14"; empty for a house with a name. */
  house: string
  /** Flat numbers and letters in order: "2", or "2", "2" for Flat 2/2. */
  units: string[]
  /** Words of building, street and place, abbreviations written out. */
  words: string[]
  /** From the house number to the word that says what it is: "upper garden street". */
  street: string[]
  /** All words behind the house number. */
  behind: string[]
}

const partsOf = (address: string): Parts => {
  const tokens = tokensOf(address)
  const houseAt = houseIn(tokens)
  const [house = '', letter = ''] = splitHouse(houseAt === undefined ? '' : tokens[houseAt])
  const units = [...unitsOf(tokens, houseAt), ...(letter === '' ? [] : [letter])]
  const behind = houseAt === undefined ? [] : tokens.slice(houseAt + 1)
  const street = houseAt === undefined ? [] : streetFrom(behind)
  return { house, units, words: tokens.filter(isStreetWord), street, behind }
}

// The house number is the last number that a word of the street follows, unless "flat" stands before it.
const houseIn = (tokens: string[]) => {
  const numbers = tokens.flatMap((token, at) =>
    /\d/.test(token) && isStreetWord(tokens[at + 1]) ? [at] : [],
  )
  return numbers.findLast((at) => !unitWords.has(tokens[at - 1] ?? '')) ?? numbers.at(-1)
}

const splitHouse = (token = '') => /^([\d-]+)([a-z]?)$/.exec(token)?.slice(1) ?? [token]

// A letter is a flat's only where it stands apart ("Flat B") or ends a number ("2b").
const unitsOf = (tokens: string[], houseAt: number | undefined) =>
  tokens.flatMap((token, at) => {
    if (at === houseAt) return []
    if (/\d/.test(token)) return token.match(/\d+|[a-z]+/g) ?? []
    return /^[a-z]$/.test(token) && unitWords.has(tokens[at - 1] ?? '') ? [token] : []
  })

const unitWords = new Set(['flat', 'room', 'studio'])
const isStreetWord = (token = '') => /^[a-z]{2,}$/.test(token) && !unitWords.has(token)

// The first word cannot be the kind of street: in "St John's Road" it is a saint.
const streetFrom = (tokens: string[]) => {
  const kindAt = tokens.slice(1, 5).findIndex((token) => streetKinds.has(token))
  return tokens.slice(0, kindAt < 0 ? 1 : kindAt + 2)
}

// Beside the same postcode and number, one letter of the street is a slip of a pen or of a reader.
const streetsAgree = (here: Parts, there: Parts) => {
  const [longer, other] = here.street.length > there.street.length ? [here, there] : [there, here]
  const beside = other.behind.slice(0, longer.street.length)
  return editsBetween(beside.join(), longer.street.join(), 1) <= 1
}

const namesAgree = (here: Parts, there: Parts) => {
  if (there.house !== '') return there.street.length > 0 && streetsAgree(here, there)
  // A house without a number is known by its name, which is the first thing written.
  const name = there.words.slice(0, 2)
  return name.length === 2 && ` ${here.words.join(' ')} `.includes(` ${name.join(' ')} `)
}

const written: Record<string, string> = {
  st: 'street',
  str: 'street',
  rd: 'road',
  ave: 'avenue',
  av: 'avenue',
  ln: 'lane',
  dr: 'drive',
  drv: 'drive',
  ct: 'court',
  crt: 'court',
  pl: 'place',
  sq: 'square',
  cres: 'crescent',
  cresc: 'crescent',
  cl: 'close',
  gdns: 'gardens',
  gdn: 'gardens',
  gro: 'grove',
  grv: 'grove',
  terr: 'terrace',
  ter: 'terrace',
  pk: 'park',
  hse: 'house',
  bldg: 'building',
  bldgs: 'buildings',
  ests: 'estate',
  apt: 'apartment',
  flt: 'flat',
  fl: 'flat',
}

const streetKinds = new Set([
  ...Object.values(written),
  ...'way hill mews row walk rise view wharf green vale parade circus quay yard path end common'.split(' '),
])

const sameUnit: Record<string, string> = { apartment: 'flat', unit: 'flat' }

const tokensOf = (address: string) =>
  folded(withoutPostcode(address))
    .replace(/['’‘`´.]/g, '')
    .replace(/(\d)\s*[-–]\s*(\d)/g, '$1-$2')
    // "12 a" is "12a", but the "a" of "Flat a" stays by itself.
    .replace(/(\d) ([a-z])(?=[\s,])/g, '$1$2')
    .split(/[^a-z\d-]+/)
    .map((token) => token.replace(/^-+|-+$/g, ''))
    .filter((token) => token !== '' && !['no', 'number', 'the', 'and'].includes(token))
    .map((token, at) => (at === 0 && token === 'st' ? 'saint' : (written[token] ?? token)))
    .map((token) => sameUnit[token] ?? token)
