/**
 * What Companies House numbers begin with beside eight digits: Scotland, Northern Ireland, partnerships, charitable
 * incorporated organisations, overseas entities and the registers it has taken over.
 */
const prefixes =
  'AC CE CS FC FE GE GN GS IC IP LP NA NC NF NI NL NO NP NR NV NZ OC OE PC RC RS SA SC SE SF SG SI SL SO SP SR SZ ZC'

const numbered = new RegExp(`^(?:${prefixes.replaceAll(' ', '|')})(?:\\d{6}|\\d{5}[A-Z])$`)

/**
 * A company number as Companies House writes it, eight characters: `1234567` is `01234567`, `sc 12345` is `SC012345`.
 * Null where it can be none.
 */
export function companyNumberIn(written: string): string | null {
  const plain = written.replace(/[\s.-]/g, '').toUpperCase()
  if (/^\d{5,8}$/.test(plain)) return plain.padStart(8, '0')
  // The old numbers of Northern Ireland have one letter.
  if (/^R\d{7}$/.test(plain) || numbered.test(plain)) return plain
  const [, prefix = '', digits = ''] = /^([A-Z]{2})(\d{1,5})$/.exec(plain) ?? []
  const padded = prefix + digits.padStart(6, '0')
  return numbered.test(padded) ? padded : null
}

export const companyNumberWords =
  'A company number has 8 characters, such as 01234567, SC123456 or OC301234. Please check it'
