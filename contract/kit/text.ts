// Scripts in which a joiner decides the form of a letter: elsewhere it only hides.
const joiningScripts = 'Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Tibt'
const joining = joiningScripts
  .split(' ')
  .map((script) => `\\p{scx=${script}}`)
  .join('')

const pictograph = '\\p{Extended_Pictographic}(?:\\p{Emoji_Modifier}|[\\ufe0e\\ufe0f])?'
/** Where an unseen character gives what stands before it another shape, as in emoji (UTS #51 §1.4.9). */
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
 * What nobody sees, and what turns the reading direction: in a name it lets one pose as another, in a log it
 * makes a line look like two. PostgreSQL has no NUL in text.
 */
const hidden = '[\\p{Cc}\\u2028\\u2029\\ufff9-\\ufffb\\p{Default_Ignorable_Code_Point}]'

const everyHidden = new RegExp(hidden, 'gu')
const shapeOrHidden = new RegExp(`(${shapes})|${hidden}`, 'gu')

/** The text without what hides in it; emoji and the letters of every script keep their shape. */
export const withoutHidden = (text: string, instead = '') =>
  text.toWellFormed().replace(shapeOrHidden, (_, shape: string | undefined) => shape ?? instead)

export const hasHidden = (text: string) => withoutHidden(text) !== text

/** The same for text of several lines. */
export const hasHiddenInProse = (text: string) => hasHidden(text.replace(/[\n\r\t]/g, ' '))

/** Letters that many typefaces draw alike, in either case; the small part of UTS #39 that people could be taken in by. */
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

/** One key for all names that a hurried eye takes for each other: for refusing, never for finding. */
export const skeletonOf = (text: string) =>
  fold([...text.normalize('NFKC')].map((letter) => plainOf.get(letter) ?? letter).join(''))
    .replace(/\p{Pd}/gu, '-')
    .replaceAll('0', 'o')
    .replace(/[1|i]/g, 'l')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')

/**
 * One key for all spellings that look the same: for comparing and finding, never for showing. Case, Unicode
 * forms, spaces and everything unseen are folded.
 */
export const fold = (text: string) =>
  text.normalize('NFKC').replace(everyHidden, '').toLowerCase().normalize('NFKC').replace(/\s+/gu, ' ').trim()

const htmlEscapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
}

/** A text as it stands in HTML, in an element or in quotes. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => htmlEscapes[sign] ?? sign)
