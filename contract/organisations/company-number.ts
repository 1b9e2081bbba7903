/**
 * The prefixes of Companies House numbers that are not eight digits: Scotland, Northern Ireland, partnerships,
 * charitable incorporated organisations, overseas entities and the registers it has taken over.
 */
const prefixes =
  'AC CE CS FC FE GE GN GS IC IP LP NA NC NF NI NL NO NP NR NV NZ OC OE PC RC RS SA SC SE SF SG SI SL SO SP SR SZ ZC'

const numbered = new RegExp(`^(?:${prefixes.replaceAll(' ', '|')})(?:\\d{6}|\\d{5}[A-Z])$`)

/**
 * Normalises a company number to the eight characters that Companies House uses: `1234567` to `01234567`, `sc 12345` to
 * `SC012345`. Returns null if it cannot be one.
 */
export function companyNumberIn(written: string): string | null {
  const plain = written.replace(/[\s.-]/g, '').toUpperCase()
  if (/^\d{5,8}$/.test(plain)) return plain.padStart(8, '0')
  // Old Northern Ireland numbers have one letter.
  if (/^R\d{7}$/.test(plain) || numbered.test(plain)) return plain
  const [, prefix = '', digits = ''] = /^([A-Z]{2})(\d{1,5})$/.exec(plain) ?? []
  const padded = prefix + digits.padStart(6, '0')
  return numbered.test(padded) ? padded : null
}

export const companyNumberWords =
  'A company number has 8 characters, such as 01234567, SC123456 or OC301234. Please check it'
