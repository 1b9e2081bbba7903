/** Formats of ICAO Doc 9303 parts 4 to 7, and the French identity card of 1987 to 2021. */
export type MrzFormat = 'TD1' | 'TD2' | 'TD3' | 'MRV-A' | 'MRV-B' | 'FRA'

/** Columns of a row from `from` up to but not including `to`, counted from 0. */
export interface Span {
  row: number
  from: number
  to: number
}

export interface CheckedField {
  name: 'documentNumber' | 'birthDate' | 'expiryDate' | 'optional' | 'composite'
  over: Span[]
  digit: { row: number; column: number }
  /** An empty field may have a filler instead of a check digit. */
  mayBeEmpty?: true
  /** A number too long for its field continues in the optional data, followed by its check digit. */
  mayContinue?: true
}

export interface Layout {
  format: MrzFormat
  length: number
  /** The first letters of such a document. */
  begins: RegExp
  /**
   * The characters each column of each row allows: a letter or filler (a), any (x), digit (n), digit or filler (d), sex
   * (s).
   */
  rows: string[]
  checked: CheckedField[]
  spans: Record<'number' | 'birth' | 'expiry' | 'sex' | 'nationality', Span | null>
  names: Span[]
  optional: Span[]
}

const span = (row: number, from: number, to: number): Span => ({ row, from, to })
const cell = (row: number, column: number) => ({ row, column })
const run = (kind: string, count: number) => kind.repeat(count)

/** Passports, two-line cards and visas have the same beginning of the second row. */
const secondRow = `${run('x', 9)}naaa${run('d', 6)}ns${run('d', 6)}n`
const twoRows = {
  spans: {
    number: span(1, 0, 9),
    nationality: span(1, 10, 13),
    birth: span(1, 13, 19),
    sex: span(1, 20, 21),
    expiry: span(1, 21, 27),
  },
  checked: [
    { name: 'documentNumber', over: [span(1, 0, 9)], digit: cell(1, 9) },
    { name: 'birthDate', over: [span(1, 13, 19)], digit: cell(1, 19) },
    { name: 'expiryDate', over: [span(1, 21, 27)], digit: cell(1, 27) },
  ] satisfies CheckedField[],
}

const compositeOver = (end: number): CheckedField => ({
  name: 'composite',
  over: [span(1, 0, 10), span(1, 13, 20), span(1, 21, end)],
  digit: cell(1, end),
})

const firstRow = (length: number) => `ax${run('a', length - 2)}`

const td3: Layout = {
  ...twoRows,
  format: 'TD3',
  length: 44,
  begins: /^P/,
  rows: [firstRow(44), `${secondRow}${run('x', 14)}dn`],
  checked: [
    ...twoRows.checked,
    { name: 'optional', over: [span(1, 28, 42)], digit: cell(1, 42), mayBeEmpty: true },
    compositeOver(43),
  ],
  names: [span(0, 5, 44)],
  optional: [span(1, 28, 42)],
}

const td2: Layout = {
  ...twoRows,
  format: 'TD2',
  length: 36,
  begins: /^(?:[AC]|I(?!.FRA))/,
  rows: [firstRow(36), `${secondRow}${run('x', 7)}n`],
  checked: [...twoRows.checked, compositeOver(35)],
  names: [span(0, 5, 36)],
  optional: [span(1, 28, 35)],
}

const visa = (format: 'MRV-A' | 'MRV-B', length: number): Layout => ({
  ...twoRows,
  format,
  length,
  begins: /^V/,
  rows: [firstRow(length), secondRow + run('x', length - 28)],
  names: [span(0, 5, length)],
  optional: [span(1, 28, length)],
})

const td1: Layout = {
  format: 'TD1',
  length: 30,
  begins: /^[ACI]/,
  rows: [
    `axaaa${run('x', 9)}d${run('x', 15)}`,
    `${run('d', 6)}ns${run('d', 6)}naaa${run('x', 11)}n`,
    run('a', 30),
  ],
  checked: [
    { name: 'documentNumber', over: [span(0, 5, 14)], digit: cell(0, 14), mayContinue: true },
    { name: 'birthDate', over: [span(1, 0, 6)], digit: cell(1, 6) },
    { name: 'expiryDate', over: [span(1, 8, 14)], digit: cell(1, 14) },
    {
      name: 'composite',
      over: [span(0, 5, 30), span(1, 0, 7), span(1, 8, 15), span(1, 18, 29)],
      digit: cell(1, 29),
    },
  ],
  spans: {
    number: span(0, 5, 14),
    birth: span(1, 0, 6),
    sex: span(1, 7, 8),
    expiry: span(1, 8, 14),
    nationality: span(1, 15, 18),
  },
  names: [span(2, 0, 30)],
  optional: [span(0, 15, 30), span(1, 18, 29)],
}

const french: Layout = {
  format: 'FRA',
  length: 36,
  begins: /^I.FRA/,
  rows: [`aa${run('a', 28)}${run('x', 6)}`, `nnnnxx${run('n', 7)}${run('a', 14)}${run('n', 7)}sn`],
  checked: [
    { name: 'documentNumber', over: [span(1, 0, 12)], digit: cell(1, 12) },
    { name: 'birthDate', over: [span(1, 27, 33)], digit: cell(1, 33) },
    { name: 'composite', over: [span(0, 0, 36), span(1, 0, 35)], digit: cell(1, 35) },
  ],
  spans: {
    number: span(1, 0, 12),
    birth: span(1, 27, 33),
    sex: span(1, 34, 35),
    expiry: null,
    nationality: null,
  },
  names: [span(0, 5, 30), span(1, 13, 27)],
  optional: [span(0, 30, 36)],
}

export const layouts: readonly Layout[] = [td3, td2, td1, visa('MRV-A', 44), visa('MRV-B', 36), french]

// ISO 3166-1 alpha-3, as adopted by ICAO 9303 part 3 §5.
const countries = `
  ABW AFG AGO AIA ALA ALB AND ARE ARG ARM ASM ATA ATF ATG AUS AUT AZE BDI BEL BEN BES BFA BGD BGR BHR BHS BIH
  BLM BLR BLZ BMU BOL BRA BRB BRN BTN BVT BWA CAF CAN CCK CHE CHL CHN CIV CMR COD COG COK COL COM CPV CRI CUB
  CUW CXR CYM CYP CZE DEU DJI DMA DNK DOM DZA ECU EGY ERI ESH ESP EST ETH FIN FJI FLK FRA FRO FSM GAB GBR GEO
  GGY GHA GIB GIN GLP GMB GNB GNQ GRC GRD GRL GTM GUF GUM GUY HKG HMD HND HRV HTI HUN IDN IMN IND IOT IRL IRN
  IRQ ISL ISR ITA JAM JEY JOR JPN KAZ KEN KGZ KHM KIR KNA KOR KWT LAO LBN LBR LBY LCA LIE LKA LSO LTU LUX LVA
  MAC MAF MAR MCO MDA MDG MDV MEX MHL MKD MLI MLT MMR MNE MNG MNP MOZ MRT MSR MTQ MUS MWI MYS MYT NAM NCL NER
  NFK NGA NIC NIU NLD NOR NPL NRU NZL OMN PAK PAN PCN PER PHL PLW PNG POL PRI PRK PRT PRY PSE PYF QAT REU ROU
  RUS RWA SAU SDN SEN SGP SGS SHN SJM SLB SLE SLV SMR SOM SPM SRB SSD STP SUR SVK SVN SWE SWZ SXM SYC SYR TCA
  TCD TGO THA TJK TKL TKM TLS TON TTO TUN TUR TUV TWN TZA UGA UKR UMI URY USA UZB VAT VCT VEN VGB VIR VNM VUT
  WLF WSM YEM ZAF ZMB ZWE`

// Germany's single letter, British nationals, the United Nations and other bodies, stateless people.
const others = `
  D GBD GBN GBO GBP GBS UNO UNA UNK XBA XIM XCC XCE XCO XEC XES XMP XOM XPO XDC XXA XXB XXC XXX EUE RKS UTO`

const known = new Set(`${countries} ${others}`.trim().split(/\s+/))

/** Whether these letters are the code of a state or issuing body (ICAO 9303 part 3 §5). */
export const isState = (letters: string) => known.has(letters.replaceAll('<', ''))

/** Characters allowed in a machine readable zone (ICAO Doc 9303 part 3 section 4.3). */
export const mrzLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<'

const weights = [7, 3, 1]

/** Calculates a check digit: weights 7, 3, 1 from the left, A is 10, a filler 0 (ICAO Doc 9303 part 3 section 4.9). */
export const checkDigit = (text: string): string => {
  const sum = [...text].reduce((total, letter, at) => total + valueOf(letter) * (weights[at % 3] ?? 0), 0)
  return String(sum % 10)
}

const valueOf = (letter: string) =>
  letter === '<' ? 0 : /\d/.test(letter) ? Number(letter) : letter.charCodeAt(0) - 55

/** The text of several spans, concatenated. */
export const textOf = (lines: string[], spans: Span[]) =>
  spans.map(({ row, from, to }) => (lines[row] ?? '').slice(from, to)).join('')

/** Whether a field's check digit is right. */
export const isCheckDigitRight = (lines: string[], field: CheckedField): boolean => {
  const text = textOf(lines, field.over)
  const digit = lines[field.digit.row]?.[field.digit.column] ?? ''
  if (field.mayContinue && digit === '<') return continuationOf(lines, field)?.isRight ?? false
  if (field.mayBeEmpty && /^<+$/.test(text)) return digit === '<' || digit === '0'
  return checkDigit(text) === digit
}

export const failing = (layout: Layout, lines: string[]) =>
  layout.checked.filter((field) => !isCheckDigitRight(lines, field))

/**
 * Returns the full document number if it is longer than nine characters: the rest is in the optional data of a TD1's
 * first row, followed by its check digit and a filler (ICAO Doc 9303 part 5 section 4.2.2.1).
 */
export const continuationOf = (lines: string[], { over, digit }: CheckedField) => {
  const rest = /^([A-Z\d]+)(\d)(?=<|$)/.exec((lines[digit.row] ?? '').slice(digit.column + 1))
  if (!rest) return undefined
  const [, letters = '', right] = rest
  const number = textOf(lines, over) + letters
  // Some issuers include the filler in the digit's place in the calculation.
  const isRight = checkDigit(number) === right || checkDigit(`${textOf(lines, over)}<${letters}`) === right
  return { number, isRight, length: letters.length + 1 }
}
