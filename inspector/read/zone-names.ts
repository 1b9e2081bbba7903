import {
  familyOf,
  folded,
  isOnlyName,
  matchGiven,
  type NameMatch,
  type PersonName,
  transliterated,
} from './names.ts'

/** A name with a separate surname, as in a machine readable zone or on the numbered lines of a card. */
export interface SplitName {
  surname: string
  givenNames: string
  /** The line was full, so the last name may be truncated. */
  isCut?: boolean
}

/**
 * Compares a name split into its parts with the client's. Letters may be transliterated (Ö as OE) or lack their
 * accents, and middle names may be missing on either side. A truncated name matches a name that begins with it (ICAO
 * 9303 part 3 §4.6, part 4 §4.2.3).
 */
export const matchSplitName = (name: SplitName, client: PersonName): NameMatch => {
  if (isOnlyName(`${name.givenNames} ${name.surname}`, client)) return 'full'
  const clients = [client, spelt(client, transliterated), spelt(client, withSharpU)]
  // Where a name of several words is divided into first and last name is its bearer's choice.
  if (clients.some((item) => isDividedOtherwise(name, item))) return 'full'
  const matches = clients.flatMap((item) => [matchAs(name, item), swapped(name, item)])
  return closest(matches)
}

const isDividedOtherwise = ({ surname, givenNames }: SplitName, { firstName, lastName }: PersonName) => {
  const [read, own] = [wordsIn(`${givenNames} ${surname}`), wordsIn(`${firstName} ${lastName}`)]
  return givenNames !== '' && surname !== '' && read.length > 2 && read.join(' ') === own.join(' ')
}

/** The best of several matches. */
export const closest = (matches: NameMatch[]): NameMatch =>
  ranking.find((match) => matches.includes(match)) ?? 'different'

const ranking: NameMatch[] = ['full', 'initial', 'reordered', 'unclear', 'different']

const spelt = ({ firstName, lastName }: PersonName, write: (text: string) => string): PersonName => ({
  firstName: write(firstName),
  lastName: write(lastName),
})

// The older transliteration of some letters: Ü as UXX, Ñ as NXX.
const withSharpU = (text: string) => transliterated(text.replace(/[üÜ]/g, 'UXX').replace(/[ñÑ]/g, 'NXX'))

const matchAs = ({ surname, givenNames, isCut = false }: SplitName, client: PersonName): NameMatch => {
  const [read, family] = [familyOf({ firstName: '', lastName: surname }), familyOf(client)]
  if (read === '' || family === '') return 'unclear'
  if (read === family)
    return matchGiven(completed(wordsIn(givenNames), client, isCut), wordsIn(client.firstName))
  if (isCut && read.length >= 12 && family.startsWith(read)) return 'initial'
  return isPartOf(surname, family) ? 'unclear' : 'different'
}

// The client may have no fixed order of names, or may have mixed up the two fields.
const swapped = ({ surname, givenNames }: SplitName, { firstName, lastName }: PersonName): NameMatch => {
  if (givenNames === '') return 'different'
  const match = matchAs({ surname, givenNames }, { firstName: lastName, lastName: firstName })
  return match === 'full' ? 'reordered' : match === 'initial' ? 'unclear' : 'different'
}

const isPartOf = (surname: string, family: string) =>
  wordsIn(surname).some((word) => word.length > 2 && (family.startsWith(word) || family.endsWith(word)))

const wordsIn = (name: string) =>
  folded(name)
    .replace(/['’‘`´]/g, '')
    .split(/[^\p{L}]+/u)
    .filter(Boolean)

const completed = (words: string[], { firstName }: PersonName, isCut: boolean) => {
  const last = words.at(-1)
  if (!isCut || last === undefined) return words
  const whole = wordsIn(firstName)[words.length - 1]
  return whole?.startsWith(last) && last.length > 1 ? [...words.slice(0, -1), whole] : words
}
