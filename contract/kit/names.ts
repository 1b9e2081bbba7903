/** Joins first and last name, in this order. */
export const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`

/**
 * People choose their own names, and mails with them may go to strangers. So a number, an address or a sentence does
 * not count as a name there.
 */
export const isPlainName = (name: string) =>
  name !== '' && name.length <= 40 && !/[\p{N}/@:]|\p{L}[.。]\p{L}/u.test(name.normalize('NFKC'))

const particles = new Set([
  'de',
  'del',
  'della',
  'der',
  'di',
  'du',
  'la',
  'le',
  'van',
  'von',
  'den',
  'ter',
  'bin',
  'ibn',
])

/** Converts a name that was read in capitals to normal case. Leaves any other name as it is. For display only. */
export const nameInNormalCase = (name: string) =>
  /\p{Ll}/u.test(name) ? name : name.split(' ').map(wordOf).join(' ')

// These stay in capitals.
const initials = new Set([
  'aa',
  'ee',
  'edf',
  'hsbc',
  'tsb',
  'bt',
  'rbs',
  'sse',
  'ovo',
  'o2',
  'uk',
  'po',
  'hmrc',
  'dvla',
  'nhs',
  'ltd',
  'plc',
  'llp',
  'usa',
  'e.on',
  'rac',
  'dwp',
  'eon',
  'ni',
])
const spelled: Record<string, string> = { ltd: 'Ltd', plc: 'plc', eon: 'E.ON', 'e.on': 'E.ON' }
const joined = new Set(['and', 'of', 'the', 'upon', 'on', 'in', 'by', 'under', 'for', 'le', 'la', 'de'])

/** Converts the name of a firm, office or bank that was read in capitals to normal case. For display only. */
export const issuerInNormalCase = (issuer: string) => (hasSmall(issuer) ? issuer : inWords(issuer))

/** Converts an address that was read in capitals to normal case, except numbers and postcodes. For display only. */
export const addressInNormalCase = (address: string) => (hasSmall(address) ? address : inWords(address))

const hasSmall = (text: string) => /\p{Ll}/u.test(text)

const inWords = (text: string) =>
  text.replace(/[\p{L}\d.'’]+/gu, (word, at: number) => {
    const small = word.toLocaleLowerCase('en-GB')
    if (spelled[small]) return spelled[small]
    // A house number may end in a letter and a postcode mixes letters and digits, so both stay as they are.
    if (initials.has(small) || /\d/.test(word)) return word
    // Lower case as in "Kingston upon Hull", except at the beginning, as in "The".
    if (at > 0 && joined.has(small)) return small
    return wordOf(word, at)
  })

const wordOf = (word: string, place: number) => {
  const small = word.toLocaleLowerCase('en-GB')
  if (place > 0 && particles.has(small)) return small
  return small
    .replace(
      /(^|-|['’](?=\p{L}{2}))(\p{L})/gu,
      (_, before: string, letter: string) => before + letter.toLocaleUpperCase('en-GB'),
    )
    .replace(
      /(^|-)Mc(\p{L})/gu,
      (_, before: string, letter: string) => `${before}Mc${letter.toLocaleUpperCase('en-GB')}`,
    )
}
