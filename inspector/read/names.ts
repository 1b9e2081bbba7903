/** How a printed name relates to the client's. Only `full`, `initial` and `reordered` may count as a match. */
export type NameMatch = 'full' | 'initial' | 'reordered' | 'unclear' | 'different'

export interface PersonName {
  firstName: string
  lastName: string
}

/**
 * Compares a printed name with the client's. Case, accents, apostrophes, hyphens, titles and order do not matter. An
 * initial may replace a first name, and one matching holder of a joint account is enough. A contradiction in a middle
 * name, half of a double-barrelled surname, or a surname alone is `unclear`, never a match.
 */
export const matchName = (printed: string, client: PersonName): NameMatch => {
  if (isOnlyName(printed, client)) return 'full'
  const matches = holdersOf(printed).map((holder) => matchOne(holder, client))
  return ranking.find((match) => matches.includes(match)) ?? 'different'
}

export const isMatch = (match: NameMatch) => match !== 'unclear' && match !== 'different'

/** Returns whether a name is this person's. Case, accents, order, middle names and initials make no difference. */
export const isNameOf = (name: string, person: PersonName) => isMatch(matchName(name, person))

/** Whether the client has a single name and the printed name is that one. */
export const isOnlyName = (printed: string, { firstName, lastName }: PersonName) => {
  const [own, ...others] = wordsOf(`${firstName} ${lastName}`)
  const [read, ...more] = wordsOf(printed)
  return own !== undefined && own === read && others.length === 0 && more.length === 0
}

/** Splits joint holders. A holder without a surname ("Mr & Mrs Smith") gets the last holder's. */
export const holdersOf = (printed: string): string[] => {
  const holders = printed.split(/\s*[&+/;]\s*|\s+(?:and|or)\s+/i).filter((part) => part.trim() !== '')
  const family = wordsOf(holders.at(-1) ?? '').slice(-1)
  return holders.map((holder, at) => {
    const words = wordsOf(holder)
    const isShort =
      at < holders.length - 1 && (words.length <= 1 || words.every(({ length }) => length === 1))
    return isShort ? [holder, ...family].join(' ') : holder
  })
}

/** Letters without case or accents: "Núñez" is "nunez". */
export const folded = (text: string) =>
  text
    .replace(/[øØ]/g, 'o')
    .replace(/[łŁ]/g, 'l')
    .replace(/[đĐðÐ]/g, 'd')
    .replace(/ß/g, 'ss')
    .replace(/[æÆ]/g, 'ae')
    .replace(/[œŒ]/g, 'oe')
    .replace(/ı/g, 'i')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()

const written: Record<string, string> = {
  Ä: 'AE',
  Å: 'AA',
  Æ: 'AE',
  Ð: 'D',
  Đ: 'D',
  Ħ: 'H',
  Ĳ: 'IJ',
  Ł: 'L',
  Ŋ: 'N',
  Ö: 'OE',
  Ø: 'OE',
  Œ: 'OE',
  Þ: 'TH',
  Ŧ: 'T',
  Ü: 'UE',
  ß: 'SS',
  ẞ: 'SS',
  ı: 'I',
}

/** Letters as a machine readable zone writes them: Müller is MUELLER (ICAO 9303 part 3 §6 A). */
export const transliterated = (name: string) =>
  [...name.normalize('NFC')]
    .map((letter) => {
      const plain = written[letter] ?? written[letter.toUpperCase()]
      if (plain === undefined) return letter
      return letter === letter.toLowerCase() ? plain.toLowerCase() : plain
    })
    .join('')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')

const ranking: NameMatch[] = ['full', 'initial', 'reordered', 'unclear', 'different']

const titles = new Set(
  'mr mrs ms miss mx master dr doctor prof professor sir dame lord lady rev reverend fr hon the capt captain major col messrs cllr councillor lt sgt cpl viscount baroness'.split(
    ' ',
  ),
)
const suffixes = new Set('esq mbe obe cbe kc qc jr snr sr jnr phd md dipl bsc ba ma msc llb'.split(' '))

/** The words of a name without titles and honours. */
export const wordsOf = (name: string): string[] => {
  const words = folded(name)
    .replace(/['’‘`´]/g, '')
    .split(/[^\p{L}]+/u)
    .filter(Boolean)
  const untitled = words.slice(words.findIndex((word) => !titles.has(word)))
  const bare = words.every((word) => titles.has(word)) ? [] : untitled
  while (bare.length > 2 && suffixes.has(bare.at(-1) ?? '')) bare.pop()
  return bare
}

/**
 * Whether a name begins with a title. "The" counts only before another title ("The Rev"): it begins many house names.
 */
export const hasTitle = (name: string): boolean => {
  const [first = '', second = ''] = folded(name).match(/\p{L}+/gu) ?? []
  return first === 'the' ? titles.has(second) || styles.has(second) : titles.has(first)
}

const styles = new Set('rt right most very'.split(' '))

/** Words that show that someone acts for another person, whom the document is about. */
const capacity =
  /\b(?:re|as|obo|poa|on behalf of|in trust|trustees?|executors?|executrix|administrators?|administratrix|attorney|guardian|deputy|appointee|receiver|deceased|minor)\b/i

/** Whether the printed name involves someone else: the surname occurs twice, or someone acts for another person. */
const namesAnother = (printed: string, client: PersonName) => {
  const own = folded(`${client.firstName} ${client.lastName}`)
  const role = capacity.exec(folded(printed))?.[0]
  const family = familyOf(client)
  const surnames = wordsOf(printed).filter((word) => word === family).length
  const isDouble =
    wordsOf(`${client.firstName} ${client.lastName}`).filter((word) => word === family).length > 1
  return (role !== undefined && !new RegExp(`\\b${role}\\b`).test(own)) || (surnames > 1 && !isDouble)
}

const matchOne = (printed: string, client: PersonName): NameMatch => {
  if (namesAnother(printed, client)) return 'unclear'
  const given = wordsOf(client.firstName)
  const family = familyOf(client)
  const isSurnameFirst = /^[^,]+,\s*\p{L}/u.test(printed)
  const spelt = [wordsOf(printed), wordsOf(transliterated(printed))]
  const families = [family, familyOf({ ...client, lastName: transliterated(client.lastName) })]
  const matches = spelt.flatMap((words) =>
    families.map((name) => matchWords(words, { given, family: name, isSurnameFirst })),
  )
  return ranking.find((match) => matches.includes(match)) ?? 'different'
}

// A surname may begin with a word that is otherwise a title ("Lord", "Major"), so it keeps every word.
export const familyOf = ({ lastName }: PersonName) =>
  folded(lastName)
    .replace(/['’‘`´]/g, '')
    .split(/[^\p{L}]+/u)
    .join('')

interface Wanted {
  given: string[]
  /** The surname as one word. */
  family: string
  isSurnameFirst: boolean
}

const matchWords = (words: string[], { given, family, isSurnameFirst }: Wanted): NameMatch => {
  if (family === '' || given.length === 0) return 'unclear'
  const whole = words.join('')
  // Where a name of several words is divided into first and last name is its bearer's choice. A comma divides it.
  if (!isSurnameFirst && words.length > 1 && whole === given.join('') + family) return 'full'
  // Widely set letters can lose the spaces between words. The same letters in the same order are the same name.
  if (words.length === 1 && ['', ...titles].some((title) => whole === title + given.join('') + family))
    return 'full'
  const last = isSurnameFirst ? undefined : restAround(words, family, 'end')
  if (last) return matchGiven(last, given)
  const first = restAround(words, family, 'start')
  if (first) return isSurnameFirst ? matchGiven(first, given) : inOtherOrder(matchGiven(first, given))
  return words.some((word) => word.length > 2 && (family.startsWith(word) || family.endsWith(word)))
    ? 'unclear'
    : 'different'
}

const inOtherOrder = (match: NameMatch): NameMatch => (match === 'full' ? 'reordered' : 'unclear')

/** The remaining words if the surname (one or several words) is at that end, else undefined. */
const restAround = (words: string[], family: string, side: 'start' | 'end') => {
  for (let count = 1; count <= words.length; count++) {
    const taken = side === 'end' ? words.slice(-count) : words.slice(0, count)
    if (taken.join('') === family) return side === 'end' ? words.slice(0, -count) : words.slice(count)
  }
  return undefined
}

export const matchGiven = (printed: string[], given: string[]): NameMatch => {
  if (printed.length === 0) return 'unclear'
  if (printed.join('') === given.join('')) return 'full'
  const initials = given.map((word) => word.charAt(0)).join('')
  if (printed.length === 1 && given.length > 1 && printed[0] === initials) return 'initial'
  const pairs = printed.slice(0, given.length).map((word, at) => agree(word, given[at] ?? ''))
  if (pairs[0] === 'different') return given.some((word) => printed.includes(word)) ? 'unclear' : 'different'
  if (pairs.includes('different')) return 'unclear'
  return pairs[0] === 'same' ? 'full' : 'initial'
}

const agree = (printed: string, given: string) => {
  if (printed === given) return 'same'
  const isInitial = printed.length === 1 || given.length === 1
  return isInitial && printed.charAt(0) === given.charAt(0) ? 'initial' : 'different'
}

/** Levenshtein distance: letters to change, remove or insert, counted up to `most` + 1. */
export const editsBetween = (a: string, b: string, most: number): number => {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1]
    for (let to = 1; to <= b.length; to++) {
      const same = (row[to - 1] ?? 0) + (letter === b.charAt(to - 1) ? 0 : 1)
      next.push(Math.min(same, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1))
    }
    if (Math.min(...next) > most) return most + 1
    row = next
  }
  return row.at(-1) ?? 0
}
