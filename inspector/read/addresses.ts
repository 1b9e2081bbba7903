import { editsBetween, folded } from './names.ts'

/** `same` only when postcode, house, flat and street all agree; `unclear` when something is missing. */
export type AddressMatch = 'same' | 'unclear' | 'different'

// Royal Mail's postcode formats (PAF programmers' guide), without the letters that never occur.
const postcodes =
  /\b(GIR ?0AA|[A-PR-UWYZ](?:\d[A-HJKPSTUW\d]?|[A-HK-Y]\d[ABEHMNPRVWXY\d]?)) ?(\d[ABD-HJLNP-UW-Z]{2})\b/gi

/** The end of an address in the United States: the state's letters and a ZIP code. */
export const zipCode =
  /\b(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]) \d{5}(?:-\d{4})?(?![\d/])/

/** The last postcode in a text as "W1U 4PL". */
export const postcodeIn = (text: string): string | undefined => {
  const found = [...text.matchAll(postcodes)].at(-1)
  return found && `${found[1]} ${found[2]}`.toUpperCase()
}

/** The end of an address in other countries: an Eircode, a Canadian postal code, or a state and its ZIP code. */
const foreignCodes = [
  /\b[AC-FHKNPRTV-Y]\d[\dW] ?[AC-FHKNPRTV-Y\d]{4}$/,
  /\b[A-CEGHJ-NPR-TVXY]\d[A-Z] ?\d[A-Z]\d$/,
  zipCode,
  // British forces overseas.
  /\bBFPO ?\d{1,4}$/i,
]

/** The postal code that ends an address in the United Kingdom, with its forces, Ireland, Canada or the United States. */
export const postalCodeIn = (text: string): string | undefined =>
  postcodeIn(text) ??
  foreignCodes
    .map((pattern) => pattern.exec(text.trim().replace(/[,.]$/, ''))?.[0].replace(/^[A-Z]{2} (?=\d{5})/, ''))
    .find((code) => code !== undefined)
    ?.replace(/\s/g, '')

/**
 * Postcodes of organisations with so much post that they have their own (BX, or districts 95 to 99). Nobody lives
 * there.
 */
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
  /** The number before the street: "12", "12-14". Empty for a house with a name. */
  house: string
  /** Flat numbers and letters in order: "2", or "2", "2" for Flat 2/2. */
  units: string[]
  /** Words of the building, street and place, abbreviations written out. */
  words: string[]
  /** From the first word after the house number to the kind of street: "upper garden street". */
  street: string[]
  /** All words after the house number. */
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

// The house number is the last number before a street word that does not follow "flat", "room" or "studio".
const houseIn = (tokens: string[]) => {
  const numbers = tokens.flatMap((token, at) =>
    /\d/.test(token) && isStreetWord(tokens[at + 1]) ? [at] : [],
  )
  return numbers.findLast((at) => !unitWords.has(tokens[at - 1] ?? '')) ?? numbers.at(-1)
}

const splitHouse = (token = '') => /^([\d-]+)([a-z]?)$/.exec(token)?.slice(1) ?? [token]

// A letter is a flat's only if it is a word of its own ("Flat B") or ends a number ("2b").
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

// With the same postcode and number, one different letter in the street is a typing or reading error.
const streetsAgree = (here: Parts, there: Parts) => {
  const [longer, other] = here.street.length > there.street.length ? [here, there] : [there, here]
  const beside = other.behind.slice(0, longer.street.length)
  return editsBetween(beside.join(), longer.street.join(), 1) <= 1
}

const namesAgree = (here: Parts, there: Parts) => {
  if (there.house !== '') return there.street.length > 0 && streetsAgree(here, there)
  // A house without a number is known by its name, which comes first in the address.
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

/** Whether a line ends in a kind of street: "Sandbrook Way". */
export const isStreet = (line: string) => streetKinds.has(tokensOf(line).at(-1) ?? '')

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
