import { above, below, besideOrBelow, type Segment } from './lines.ts'

/** An amount with two decimal places, as printed after its label. */
export interface Amount {
  cents: number
  currency: string | null
  confidence: number
  /** Number of distinct amounts on its line, itself included. */
  amountsOnLine: number
  /** Where it is printed. Absent if it was only calculated from others. */
  segment?: Segment
}

type Meaning = 'rounded' | 'due' | 'inclusive' | 'total' | 'part' | 'tax' | 'rounding' | 'paid' | 'change'

export interface Line {
  meaning: Meaning
  amount: Amount
  baseline: number
}

/** Meanings that name a total, most certain first. */
export const finals = ['rounded', 'due', 'inclusive', 'total'] as const

export const amountsOf = (lines: Line[], meaning: Meaning, least = 1) =>
  lines.filter((line) => line.meaning === meaning && line.amount.cents >= least).map(({ amount }) => amount)

/** Returns the lines that say what an amount is, each with its amount. */
export const linesOf = (segments: Segment[]): Line[] =>
  segments.flatMap((segment) => {
    const isPart =
      /^nett?$/.test(lettersOf(segment.text)) && segments.some(({ text }) => /^\W*VAT\b/.test(text))
    const meaning = isPart ? 'part' : meaningOf(segment.text)
    const amount = meaning && amountFor(segment, segments)
    return amount ? [{ meaning, amount, baseline: segment.baseline }] : []
  })

/** Returns the amounts of a line, from left to right. */
export const amountsOnRow = (segment: Segment, segments: Segment[]) => [
  ...amountsIn(segment),
  ...rightOnRow(segment, segments)
    .filter(({ text }) => !isOfAnother(text))
    .flatMap(amountsIn),
]

const rightOnRow = (segment: Segment, segments: Segment[]) =>
  segments
    .filter(({ page, x }) => page === segment.page && x > segment.x + segment.height)
    .filter(
      (other) =>
        other !== segment &&
        Math.abs(other.baseline - segment.baseline) < 0.6 * Math.max(other.height, segment.height),
    )
    .toSorted((a, b) => a.x - b.x)

const amountFor = (segment: Segment, segments: Segment[]): Amount | undefined => {
  const all = amountsOnRow(segment, segments)
  const own = amountsIn(segment).length === 0 ? amountInColumn(segment, segments) : undefined
  const last = own ?? all.at(-1) ?? amountBelow(segment, segments) ?? amountAbove(segment, segments)
  if (!last) return undefined
  const isSummed = last === all.at(-1) && isSumOf(all.map(({ cents }) => cents))
  return { ...last, amountsOnLine: isSummed ? 1 : Math.max(1, new Set(all.map(({ cents }) => cents)).size) }
}

// "Total to pay £19.58 £3.92 £23.50": without tax, the tax, and both.
const isSumOf = (amounts: number[]) => {
  const [last = 0, ...parts] = amounts.toReversed()
  return parts.length > 1 && parts.reduce((sum, part) => sum + part, 0) === last
}

// In a column beside the charges "You owe" stands over its amount, and on the line of a charge.
const amountInColumn = (segment: Segment, segments: Segment[]) => {
  const [next] = rightOnRow(segment, segments)
  const under = below(segment, segments)
  return next && under && isOfAnother(next.text) && isAmount.test(under.text)
    ? amountsIn(under).at(0)
    : undefined
}

const isAmount = /^\W*(?:[A-Z]{2,3}\s?)?[\d,]+\.\d\d\W*$/

// In two columns the amount at the right may have its own label: "Balance on your last bill £84.10".
const isOfAnother = (text: string) =>
  text
    .replace(/^\W*\d{1,2}[.)]\s/, '')
    .replace(/\(.*?\)|\d.*/g, '')
    .replace(/[^\p{L}]/gu, '').length >= 8

const amountBelow = (segment: Segment, segments: Segment[]) =>
  besideOrBelow(segment, isHeadOfColumn(segment, segments) ? [] : segments)
    .filter(({ text }) => !isOfAnother(text))
    .flatMap(amountsIn)
    .at(0)

// "Net", "VAT" and "Total" over the columns of a table: the amount below is that of its first row.
const isHeadOfColumn = (segment: Segment, segments: Segment[]) =>
  segments.some(
    ({ page, baseline, text }) =>
      page === segment.page &&
      Math.abs(baseline - segment.baseline) < 0.6 * segment.height &&
      text.length <= longestHead &&
      /^\W*(?:(?:incl|excl|ex|inc|net|without|before)\b.*)?(?:vat|tax|net)\b\W*(?:\d+\s*%\W*)?$/i.test(text),
  ) && hasSeveralAmounts(segment, segments)

/** In letters: longer lines are no head of a column. */
const longestHead = 100

const hasSeveralAmounts = (head: Segment, segments: Segment[]) => {
  const amounts = segments.filter((segment) => amountsIn(segment).length > 0)
  const first = below(head, amounts)
  return first !== undefined && below(first, amounts, Number.POSITIVE_INFINITY) !== undefined
}

// The total of a bill may be in large figures above its label.
const amountAbove = (segment: Segment, segments: Segment[]) => {
  const over = above(segment, segments)
  return over && over.height > segment.height * 1.4 ? amountsIn(over).at(0) : undefined
}

export const amountsIn = (segment: Segment) => {
  const { text, confidence = 1 } = segment
  return [...asFigures(text).matchAll(amountPattern)].map(([, sign = '', whole = '', cents = '']) => ({
    cents: Number(whole.replace(/\D/g, '') + cents),
    currency: currencyIn(sign),
    confidence: withoutPound(text, confidence),
    segment,
  }))
}

// Text recognition may read £ as a letter, with low confidence. That letter is left out of the mean confidence.
const withoutPound = (text: string, confidence: number) =>
  /^[EFLft]\d[\d,]*\.\d\d$/.test(text) && text.length > 4
    ? Math.min(1, (confidence * text.length - unsureLetter) / (text.length - 1))
    : confidence

const unsureLetter = 0.5

const amountPattern =
  /(RM|MYR|£|€|\$|GBP|EUR|USD|SGD|S\$|US\$)?\s?(?<![\d.,/]|\d:|[.,] )(0{1,2}|[1-9]\d{0,2}(?:[,.] ?\d{3})+|[1-9]\d{0,5}) ?[.,] ?(\d\d)(?![\d%]|[.,]\d)/g

const asFigures = (text: string) =>
  text
    // Dot-matrix printers can make the decimal point look like a dash: "RM 14-10".
    .replace(/^(\D{0,4}[1-9]\d{0,3})(?:-(?=\d\d$)|:(?=[6-9]\d$))/, '$1.')
    .replace(/(?<=\d[.,]?\s?)[oO]|[oO](?=[.,]\d)/g, '0')
    .replace(/(?<=\d[.,]?)[lI|]|[lI|](?=[.,]\d)/g, '1')

const currencyIn = (text: string) => {
  const sign = /RM|MYR|£|€|GBP|EUR|USD|SGD|US\$|S\$/.exec(text)?.[0]
  return sign === undefined ? null : (currencies[sign] ?? sign)
}
const currencies: Record<string, string> = { RM: 'MYR', '£': 'GBP', '€': 'EUR', US$: 'USD', S$: 'SGD' }

export const currencyOf = (segments: Segment[]) => {
  const all = new Set(segments.flatMap(({ text }) => currencyIn(text) ?? []))
  return all.size === 1 ? ([...all][0] ?? null) : null
}

export const lettersOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/0/g, 'o')
    .replace(/1/g, 'l')
    .replace(/[^a-z]/g, '')
    // In faint print the last letter loses a stroke.
    .replace(/tota(?:[ij]|$)|^ttl/g, 'total')
    .replace(/rnd/g, 'round')

export const meaningOf = (text: string): Meaning | undefined => {
  const words = lettersOf(text)
  return meanings.find(([, pattern]) => pattern.test(words))?.[0] ?? undefined
}

const meanings: [Meaning | null, RegExp][] = [
  [null, /per(?:calendar)?month|per(?:week|annum)/],
  [null, /last(?:bill|statement|invoice|payment)|previous|broughtforward|opening/],
  ['paid', /acc\wpted|total(?:paid|tender|received)/],
  ['part', /sub\w?total/],
  [null, /includedgst|gstincluded|supplies/],
  [null, /qty|quantity|discount|saving|point|items?$|gstsummary/],
  ['part', /exc|before|without|taxable|less/],
  ['rounded', /round\w*total|total\w*round|afterround/],
  ['rounding', /round/],
  ['change', /change|^baki/],
  [
    'paid',
    /^(?:rm)?(?:cash(?!ier|bill|sale|receipt|inv)|pay$|tender|paid|received|visa|master|card|debit|credit|nets|amountpaid|payment)/,
  ],
  ['tax', /^(?:gst|sst|vat|tax)(?!inv|inc)|total(?:gst|tax|vat|sst)(?!inc)/],
  [
    'due',
    /grandtotal|youowe|amountowed|^balancedue|net\w?total|totalnet|payable|pleasepay(?!by|in|with)|totaldue|amountdue|topay|tobepaid|^nett?$|^due$/,
  ],
  ['inclusive', /total\w*incl?|incl\w*total|totalwithgst/],
  ['total', /total|^jumlah/],
]
