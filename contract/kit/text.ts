// In these scripts a joiner changes the form of a letter. In all others it is only an invisible character.
const joiningScripts = 'Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Tibt'
const joining = joiningScripts
  .split(' ')
  .map((script) => `\\p{scx=${script}}`)
  .join('')

const pictograph = '\\p{Extended_Pictographic}(?:\\p{Emoji_Modifier}|[\\ufe0e\\ufe0f])?'
/** Where an invisible character changes the shape of what precedes it, as in emoji (UTS #51 §1.4.9). */
const shapes = [
  // The flags of England, Scotland and Wales.
  '\\u{1f3f4}\\u{e0067}\\u{e0062}[\\u{e0061}-\\u{e007a}]{3}\\u{e007f}',
  `${pictograph}(?:\\u200d${pictograph})*`,
  '[0-9#*]\\ufe0f\\u20e3',
  `[${joining}][\\u200c\\u200d]`,
  '\\p{scx=Mong}[\\u180b-\\u180d\\u180f]',
  '\\p{scx=Han}[\\ufe00-\\ufe02\\u{e0100}-\\u{e01ef}]',
].join('|')

/**
 * Invisible characters and those that change the reading direction. They let one name pass for another, and make one
 * line of a log look like two. PostgreSQL cannot store NUL in text.
 */
const hidden = '[\\p{Cc}\\u2028\\u2029\\ufff9-\\ufffb\\p{Default_Ignorable_Code_Point}]'

const everyHidden = new RegExp(hidden, 'gu')
const shapeOrHidden = new RegExp(`(${shapes})|${hidden}`, 'gu')

/**
 * Removes invisible characters, or replaces them by `instead`. Emoji and the letters of every script keep their shape.
 */
export const withoutHidden = (text: string, instead = '') =>
  text.toWellFormed().replace(shapeOrHidden, (_, shape: string | undefined) => shape ?? instead)

export const hasHidden = (text: string) => withoutHidden(text) !== text

/** The same for text of several lines. */
export const hasHiddenInProse = (text: string) => hasHidden(text.replace(/[\n\r\t]/g, ' '))
export const withoutHiddenInProse = (text: string) =>
  text.replace(/[^\n\r\t]+/g, (part) => withoutHidden(part))

/** Letters that many typefaces draw alike, in upper and lower case: the part of UTS #39 that could deceive people. */
const drawnAlike: Record<string, string> = {
  a: 'аАαΑɑ',
  b: 'вВβΒЬь',
  c: 'сСϲϹ',
  d: 'ԁԀ',
  e: 'еЕεΕ',
  f: 'ϝϜ',
  g: 'ɡ',
  h: 'нНһҺΗհ',
  i: 'іІιΙıİӀӏ',
  j: 'јЈյ',
  k: 'кКκΚ',
  m: 'мМΜ',
  n: 'ηпПΝո',
  o: 'оОοΟօ',
  p: 'рРρΡ',
  q: 'ԛԚ',
  s: 'ѕЅ',
  t: 'тТτΤ',
  u: 'υս',
  v: 'νѵѴ',
  w: 'ԝԜωѡ',
  x: 'хХχΧ',
  y: 'уУγΥүҮ',
  z: 'ΖƶƵ',
  "'": '’‘ʼ´`′',
}
const plainOf = new Map(
  Object.entries(drawnAlike).flatMap(([plain, alike]) =>
    [...alike].map((letter) => [letter, plain] as const),
  ),
)

/** Returns one key for all names that look alike at a glance. Use it to refuse a name, never to find one. */
export const skeletonOf = (text: string) =>
  fold([...text.normalize('NFKC')].map((letter) => plainOf.get(letter) ?? letter).join(''))
    .replace(/\p{Pd}/gu, '-')
    .replaceAll('0', 'o')
    .replace(/[1|i]/g, 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

/**
 * Returns one key for all spellings that look the same. Use it to compare and find, never to display. It ignores case,
 * Unicode forms, spaces and invisible characters.
 */
export const fold = (text: string) =>
  text.normalize('NFKC').replace(everyHidden, '').toLowerCase().normalize('NFKC').replace(/\s+/gu, ' ').trim()

/** Returns one key for all spellings of a person's name, with accents or without. */
export const foldName = (name: string) => fold(name).normalize('NFD').replace(/\p{M}/gu, '')

const htmlEscapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}

/** Escapes a text for HTML, inside an element or a quoted attribute. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => htmlEscapes[sign] ?? sign)

/**
 * A spreadsheet would run a field that starts with one of these signs as a formula. Some readers drop spaces, control
 * characters, quotation marks and delimiters in front of them.
 */
const executed = /^(?:[\p{Cc}\s"',;]*[=+\-@＝＋－＠]|[\t\r\n\0])/u

/** Puts an apostrophe before text that a spreadsheet would take for a formula (OWASP, "CSV Injection"). */
export const spreadsheetSafe = (text: string) => (executed.test(text) ? `'${text}` : text)

/** Takes that apostrophe off again. */
export const withoutApostrophe = (text: string) =>
  text.startsWith("'") && executed.test(text.slice(1)) ? text.slice(1) : text

const csvField = (text: string) => `"${spreadsheetSafe(text).replaceAll('"', '""')}"`

/** Writes one line of a CSV file (RFC 4180). */
export const csvLine = (fields: readonly string[]) => `${fields.map(csvField).join(',')}\r\n`

/** Without it, spreadsheets read UTF-8 as another encoding. */
export const byteOrderMark = '\uFEFF'

const list = new Intl.ListFormat('en-GB')

/** “One”, “two” and “three” */
export const quoted = (titles: readonly string[]) => list.format(titles.map((title) => `“${title}”`))
