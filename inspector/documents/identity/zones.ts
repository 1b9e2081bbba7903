import { type PersonName, transliterated } from '#inspector/read/names.ts'
import { matchSplitName } from '#inspector/read/zone-names.ts'
import { isState } from '../../mrz/formats.ts'
import type { Mrz } from '../../mrz/parse.ts'
import { cardDates } from './dates.ts'
import { type Print, valuesOf } from './print.ts'

/** How a field of the MRZ compares with the print. */
export interface Agreement {
  field: 'surname' | 'givenNames' | 'documentNumber' | 'birthDate' | 'expiryDate'
  /** `different` only if a label identifies the value and its letters are clear, else `unclear`. */
  outcome: 'same' | 'different' | 'unclear' | 'not_found'
  /** The line of print. */
  printed: Print | null
  /** The printed text of this field alone. */
  text: string | null
  /** The value in the MRZ. */
  zone: string
}

/** Confidence from which a difference is believed. */
const clear = 0.9

/** Compares the print with the MRZ. The MRZ's check digits do not protect the print. */
export const agreementsOf = (mrz: Mrz, prints: Print[]): Agreement[] =>
  [
    ...(mrz.surname === '' ? [] : [nameAgreement('surname', mrz.surname, prints, isNameCut(mrz))]),
    ...(mrz.givenNames === '' ? [] : [nameAgreement('givenNames', mrz.givenNames, prints, isNameCut(mrz))]),
    numberAgreement(mrz, prints),
    dateAgreement('birthDate', mrz, prints),
    ...(mrz.expiryDate.value === '' ? [] : [dateAgreement('expiryDate', mrz, prints)]),
  ].map((agreement) =>
    agreement.outcome === 'different' && isUnsure(mrz, agreement.field)
      ? { ...agreement, outcome: 'unclear' }
      : agreement,
  )

/** Whether letters were guessed or are unclear, as under a stamp or thumb: they contradict nobody. */
const isUnsure = (mrz: Mrz, field: Agreement['field']) => {
  if (field === 'surname' || field === 'givenNames') return mrz.nameConfidence < leastName
  const { value, confidence } = mrz[field]
  return isGuess(mrz[field]) || value === '' || confidence < clear
}

/** Leaves out what was guessed to make a check digit fit and isn't what the page prints: it would be told wrongly. */
export const withoutContradicted = (mrz: Mrz, agreements: Agreement[]): Mrz => {
  const narrowed = { ...mrz }
  for (const { field, outcome } of agreements)
    if (field !== 'surname' && field !== 'givenNames' && isGuess(mrz[field]) && outcome === 'unclear')
      narrowed[field] = { ...mrz[field], value: '' }
  return narrowed
}

/** Whether the name line has no filler at its end, so that the last names did not fit. The French card has a line for each. */
export const isNameCut = ({ format, lines }: Pick<Mrz, 'format' | 'lines'>) => {
  const line = lines[format === 'TD1' ? 2 : 0] ?? ''
  return format !== 'FRA' && line.length > 0 && !line.endsWith('<')
}

/** Of a zone that has no issuer the name begins in its place: so it is read where the page prints that name, and not the shorter. */
export const withPrintedName = (mrz: Mrz, prints: Print[]): Mrz => {
  if (mrz.issuer === '' || isState(mrz.issuer)) return mrz
  const surname = mrz.issuer + mrz.surname
  const isPrinted = (name: string) => nameAgreement('surname', name, prints).outcome === 'same'
  return isPrinted(surname) && !isPrinted(mrz.surname) ? { ...mrz, issuer: '', surname } : mrz
}

/** Letters of names with a confidence below this are not told as somebody's name: no check digit protects them. */
const leastName = 0.5

/** Leaves out names of unsure letters, unless the page prints the same or they are the client's. */
export const withSureNames = (mrz: Mrz, prints: Print[], client: PersonName | null): Mrz => {
  if (mrz.nameConfidence >= leastName) return mrz
  const isPrinted = mrz.surname !== '' && nameAgreement('surname', mrz.surname, prints).outcome === 'same'
  const isOwn = client !== null && ['full', 'reordered'].includes(matchSplitName(mrz, client))
  return isPrinted || isOwn ? mrz : { ...mrz, surname: '', givenNames: '' }
}

// No number begins with a filler: its first letter was lost.
const isGuess = ({ value, isRepaired }: Mrz['documentNumber']) => isRepaired || value.startsWith('<')

const labels: Record<Agreement['field'], RegExp> = {
  surname: /sur\s?names?\b|last\s?name|family\s?name|^\W*noms?\b|nachname|apellidos?|cognome|nazwisko/i,
  givenNames: /given\s?names?|first\s?names?|fore\s?names?|pr[eé]noms?|vornamen?|^\W*nombres?\b|imiona/i,
  documentNumber:
    /(?:passport|document|card|passeport|dokument|carte?|identity)\W{0,3}(?:card\s*)?(?:no|n[o°º]|num|nr)\b|number/i,
  birthDate: /birth|naissance|geburt|nacimiento|nascita|urodzenia|\bd\.?o\.?b\b/i,
  expiryDate: /expir|valid\s?(?:until|thru|to)|g[uü]ltig\s?bis|caduc|scadenza|wa[zż]no/i,
}

const isLabel = (text: string) => Object.values(labels).some((label) => label.test(text))

const nameAgreement = (
  field: 'surname' | 'givenNames',
  zone: string,
  prints: Print[],
  isCut = false,
): Agreement => {
  const other = valueUnder(field, prints, ({ text }) => nameKey(text).length >= 2)
  const whole = isCut && other && other.confidence >= clear ? wholeName(other, zone) : undefined
  const mayEndEarly = field === 'givenNames' && !isCut
  const found =
    other && whole !== undefined
      ? { print: other, text: whole }
      : firstOf(prints, (print) => runOf(print, zone) ?? (mayEndEarly ? beginning(print, zone) : undefined))
  const key = nameKey(zone)
  const read = nameKey(wordsOf(other?.text ?? '').join(' ')).slice(0, isCut ? key.length : undefined)
  const isFar = !startsAlike(read, key) && editsBetween(read, key) > Math.max(1, key.length * 0.25)
  return settled({ field, zone, found, other, isFar })
}

/** Returns a printed name whose end the zone had no room for: word by word the same, the last as far as it goes. */
const wholeName = ({ text }: Print, zone: string): string | undefined => {
  const words = wordsOf(text)
  const read = words.flatMap((word) => word.split('-')).map(nameKey)
  const parts = zone.split(' ').map(nameKey)
  const isSame = parts.every((part, at) =>
    at < parts.length - 1 ? read[at] === part : read[at]?.startsWith(part),
  )
  return isSame ? words.join(' ') : undefined
}

const startsAlike = (a: string, b: string) => a.startsWith(b) || b.startsWith(a)

const numberAgreement = ({ documentNumber }: Mrz, prints: Print[]): Agreement => {
  const zone = documentNumber.value.replaceAll('<', '')
  const key = numberKey(zone)
  const isWhole = !documentNumber.value.startsWith('<')
  const found = firstOf(prints, ({ text }) =>
    key.length >= 5 && isWhole && numberKey(text).includes(key) ? zone : undefined,
  )
  const isNumber = ({ text }: Print) =>
    (text.match(/\d/g)?.length ?? 0) >= 4 && Math.abs(numberKey(text).length - key.length) <= 1
  const other = valueUnder('documentNumber', prints, isNumber)
  return settled({ field: 'documentNumber', zone, found, other, isFar: true })
}

const dateAgreement = (field: 'birthDate' | 'expiryDate', mrz: Mrz, prints: Print[]): Agreement => {
  const zone = mrz[field].value
  const other = valueUnder(field, prints, ({ text }) => cardDates(text).length > 0)
  const found = firstOf(areAlike(mrz) ? [other].filter(isThere) : prints, ({ text }) =>
    zone !== '' && cardDates(text).includes(zone) ? text : undefined,
  )
  return settled({ field, zone, found, other, isFar: true })
}

// With two-digit years both dates can look the same in print, so only a label tells which one a date is.
const areAlike = ({ birthDate, expiryDate }: Mrz) =>
  birthDate.value !== '' && birthDate.value.slice(2) === expiryDate.value.slice(2)

const isThere = (print: Print | undefined) => print !== undefined

interface Found {
  print: Print
  text: string
}

const settled = (facts: {
  field: Agreement['field']
  zone: string
  found: Found | undefined
  /** The value beside the label, if the field's own value was not found. */
  other: Print | undefined
  /** So different that it cannot be a reading error. */
  isFar: boolean
}): Agreement => {
  const { field, zone, found, other, isFar } = facts
  if (found) return { field, zone, outcome: 'same', printed: found.print, text: found.text }
  if (!other) return { field, zone, outcome: 'not_found', printed: null, text: null }
  const outcome = isFar && other.confidence >= clear ? 'different' : 'unclear'
  return { field, zone, outcome, printed: other, text: other.text }
}

const firstOf = (prints: Print[], look: (print: Print) => string | undefined): Found | undefined => {
  for (const print of prints) {
    const text = look(print)
    if (text !== undefined) return { print, text }
  }
  return undefined
}

/** Returns the value beside or below the label of a field. */
const valueUnder = (field: Agreement['field'], prints: Print[], isValue = (_: Print) => true) => {
  for (const label of prints.filter(({ text }) => labels[field].test(text))) {
    const value = valuesOf(label, prints).find((print) => !isLabel(print.text) && isValue(print))
    if (value) return value
  }
  return undefined
}

// Middle names may be missing on either side, and the MRZ may be too short for all of them.
const beginning = (print: Print, zone: string): string | undefined => {
  const [first = '', ...others] = zone.split(' ')
  const run = runOf(print, first)
  const words = wordsOf(print.text)
  const rest = words.slice(words.findIndex((word) => nameKey(word) === nameKey(run ?? '')) + 1)
  const isAlike = rest.every((word, at) => startsAlike(nameKey(word), nameKey(others[at] ?? '')))
  return run !== undefined && isAlike ? run : undefined
}

/** Returns the words of a line that are this name, as printed. Letters that look alike may differ. */
const runOf = (print: Print, name: string): string | undefined => {
  const words = wordsOf(print.text)
  const key = nameKey(name)
  for (let from = 0; from < words.length; from++)
    for (let to = from + 1; to <= words.length; to++) {
      const run = words.slice(from, to).join(' ')
      const isWhole = from === 0 && to === words.length
      if ((key.length > 2 || isWhole) && isSameName(nameKey(run), key)) return run
    }
  return undefined
}

const wordsOf = (text: string) =>
  text
    // A capital I is often read as a bar or an exclamation mark.
    .replace(/(?<=\p{Lu})[!|]|[!|](?=\p{Lu})/gu, 'I')
    .split(/[^\p{L}\d'’.-]+/u)
    .filter((word) => /\p{L}/u.test(word))

const isSameName = (read: string, key: string) =>
  read === key || (key.length >= 5 && shapes(read) === shapes(key))

// Letters with similar shapes, which text recognition confuses.
const shapes = (key: string) =>
  key
    .replace(/RN/g, 'M')
    .replace(/VV/g, 'W')
    .replace(/[OQD]/g, 'O')
    .replace(/[IJLT]/g, 'I')
    .replace(/[UV]/g, 'U')
    .replace(/[EF]/g, 'E')
    .replace(/[CG]/g, 'C')

const lookalikes: Record<string, string> = { 0: 'O', 1: 'I', 5: 'S', 6: 'G', 8: 'B' }

/** Key for comparing names: A to Z, with AE, OE and UE as the plain letter they transliterate. */
export const nameKey = (name: string) =>
  transliterated(name)
    .toUpperCase()
    .replace(/[01568]/g, (figure) => lookalikes[figure] ?? '')
    .replace(/[^A-Z]/g, '')
    .replace(/AE|AA/g, 'A')
    .replace(/OE/g, 'O')
    .replace(/UE/g, 'U')

const twins: Record<string, string> = {
  O: '0',
  Q: '0',
  D: '0',
  I: '1',
  L: '1',
  S: '5',
  B: '8',
  Z: '2',
  G: '6',
}

/** Key for comparing numbers: letters that look like figures become those figures. */
const numberKey = (number: string) =>
  number
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/[OQDILSBZG]/g, (letter) => twins[letter] ?? letter)

/** Levenshtein distance: the letters to change, insert or remove. */
const editsBetween = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const kept = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(kept, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
