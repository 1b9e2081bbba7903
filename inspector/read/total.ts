import type { Total } from '#contract/validation.ts'
import { above, besideOrBelow, type Segment } from './lines.ts'

/** An amount with two decimal places, as it is printed behind its words. */
interface Amount {
  cents: number
  currency: string | null
  confidence: number
  /** How many amounts stand on its line, itself included, the same twice counted once. */
  beside: number
}

type Meaning = 'rounded' | 'final' | 'total' | 'part' | 'tax' | 'rounding' | 'paid' | 'change'

interface Line {
  meaning: Meaning
  amount: Amount
  baseline: number
}

/** Below this a figure may be another one. */
const sureEnough = 0.9

/**
 * What is to be paid by a receipt or bill: the amount that it calls its total, where no other is called so too,
 * or the one that cash less change, or the sum of the parts, proves. Null rather than a guess.
 */
export const totalOf = (segments: Segment[]): Total | null => {
  const lines = linesOf(segments)
  const spent = spentOf(lines)
  const found = provenIn(lines, spent) ?? namedIn(lines, spent)
  return found ? { amount: found.cents, currency: found.currency ?? currencyOf(segments) } : null
}

const finals = ['rounded', 'final', 'total'] as const

/** Cash less change. */
const spentOf = (lines: Line[]) => {
  const change = amountsOf(lines, 'change', 0)
  return new Set(
    amountsOf(lines, 'paid').flatMap((one) =>
      change.map((back) => one.cents - back.cents).filter((cents) => cents > 0),
    ),
  )
}

/** The parts of a bill with tax or rounding. */
const sumsOf = (lines: Line[]) => {
  const taxes = [0, ...amountsOf(lines, 'tax').map(({ cents }) => cents)]
  const roundings = [0, ...amountsOf(lines, 'rounding').flatMap(({ cents }) => [cents, -cents])]
  const parts = amountsOf(lines, 'part')
  return new Set(
    parts.flatMap((part) =>
      taxes.flatMap((tax) =>
        roundings.flatMap((rounding) => (tax || rounding ? [part.cents + tax + rounding] : [])),
      ),
    ),
  )
}

const provenIn = (lines: Line[], spent: Set<number>): Amount | undefined => {
  const totals = finals.flatMap((meaning) => amountsOf(lines, meaning))
  const sums = sumsOf(lines)
  const parts = amountsOf(lines, 'part')
  const both = [...spent].filter((cents) => sums.has(cents))
  return (
    onlyOf(totals.filter(({ cents }) => spent.has(cents))) ??
    onlyOf(parts.filter(({ cents }) => spent.has(cents))) ??
    onlyOf(both.map((cents) => ({ cents, currency: null, confidence: 1, beside: 1 })))
  )
}

const onlyOf = (amounts: Amount[]) =>
  new Set(amounts.map(({ cents }) => cents)).size === 1
    ? (amounts.find(({ currency }) => currency !== null) ?? amounts[0])
    : undefined

const namedIn = (lines: Line[], spent: Set<number>): Amount | undefined => {
  const single = afterRounding(lines.filter(({ amount }) => amount.beside === 1))
  const meaning = finals.find((one) => amountsOf(single, one).length > 0)
  if (meaning === undefined) return undefined
  const named = amountsOf(single, meaning)
  const only = onlyOf(named) ?? roundedOf(named)
  // Where cash and change tell of another sum, one of them was misread.
  if (only === undefined || (spent.size > 0 && !spent.has(only.cents))) return undefined
  const support = lines.filter(({ amount }) => amount.cents === only.cents).length
  const isSure = Math.max(...named.map(({ confidence }) => confidence)) >= sureEnough || support > 1
  return isSure ? only : undefined
}

// Tills print the sum first, and then what is paid in coins of five.
const roundedOf = (named: Amount[]) => {
  const [first, last] = [named[0], named.at(-1)]
  if (!first || !last || named.length !== 2) return undefined
  const isRounded = first.cents % 5 !== 0 && last.cents % 5 === 0 && Math.abs(first.cents - last.cents) < 5
  return isRounded ? last : undefined
}

// What stands above the rounding is not paid.
const afterRounding = (lines: Line[]) => {
  const rounding = lines.findLast(({ meaning, amount }) => meaning === 'rounding' && amount.cents > 0)
  const isTotal = ({ meaning }: Line) => finals.some((one) => one === meaning)
  const after = lines.filter((line) => rounding && line.baseline > rounding.baseline)
  return after.some(isTotal) ? after : lines
}

const amountsOf = (lines: Line[], meaning: Meaning, least = 1) =>
  lines.filter((line) => line.meaning === meaning && line.amount.cents >= least).map(({ amount }) => amount)

const linesOf = (segments: Segment[]): Line[] =>
  segments.flatMap((segment) => {
    const meaning = meaningOf(segment.text)
    const amount = meaning && amountFor(segment, segments)
    return amount ? [{ meaning, amount, baseline: segment.baseline }] : []
  })

const amountFor = (segment: Segment, segments: Segment[]): Amount | undefined => {
  const own = amountsIn(segment)
  const right = segments
    .filter(({ page, x }) => page === segment.page && x > segment.x + segment.height)
    .filter(
      (other) =>
        other !== segment &&
        Math.abs(other.baseline - segment.baseline) < 0.6 * Math.max(other.height, segment.height),
    )
    .toSorted((a, b) => a.x - b.x)
    .flatMap(amountsIn)
  const all = [...own, ...right]
  const last = all.at(-1) ?? amountBelow(segment, segments) ?? amountAbove(segment, segments)
  return last && { ...last, beside: Math.max(1, new Set(all.map(({ cents }) => cents)).size) }
}

const amountBelow = (segment: Segment, segments: Segment[]) =>
  besideOrBelow(segment, segments).flatMap(amountsIn).at(0)

// The sum of a bill may stand in large figures over the words that say what it is.
const amountAbove = (segment: Segment, segments: Segment[]) => {
  const over = above(segment, segments)
  return over && over.height > segment.height * 1.5 ? amountsIn(over).at(0) : undefined
}

const amountsIn = ({ text, confidence = 1 }: Segment) =>
  [...asFigures(text).matchAll(amountPattern)].map(([, sign = '', whole = '', cents = '']) => ({
    cents: Number(whole.replace(/\D/g, '') + cents),
    currency: currencyIn(sign),
    confidence,
  }))

const amountPattern =
  /(RM|MYR|£|€|\$|GBP|EUR|USD|SGD|S\$|US\$)?\s?(?<![\d.,/:]|[.,] )(0|[1-9]\d{0,2}(?:[,.] ?\d{3})+|[1-9]\d{0,5}) ?[.,] ?(\d\d)(?![\d%]|[.,]\d)/g

const asFigures = (text: string) =>
  text.replace(/(?<=\d[.,]?\s?)[oO]|[oO](?=[.,]\d)/g, '0').replace(/(?<=\d[.,]?)[lI|]|[lI|](?=[.,]\d)/g, '1')

const currencyIn = (text: string) => {
  const sign = /RM|MYR|£|€|GBP|EUR|USD|SGD|US\$|S\$/.exec(text)?.[0]
  return sign === undefined ? null : (currencies[sign] ?? sign)
}
const currencies: Record<string, string> = { RM: 'MYR', '£': 'GBP', '€': 'EUR', US$: 'USD', S$: 'SGD' }

const currencyOf = (segments: Segment[]) => {
  const all = new Set(segments.flatMap(({ text }) => currencyIn(text) ?? []))
  return all.size === 1 ? ([...all][0] ?? null) : null
}

const lettersOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/0/g, 'o')
    .replace(/1/g, 'l')
    .replace(/[^a-z]/g, '')

const meaningOf = (text: string): Meaning | undefined => {
  const words = lettersOf(text)
  return meanings.find(([, pattern]) => pattern.test(words))?.[0] ?? undefined
}

const meanings: [Meaning | null, RegExp][] = [
  ['part', /sub\w?total/],
  [null, /includedgst|gstincluded/],
  [null, /qty|quantity|discount|saving|point|items?$|gstsummary/],
  ['part', /exc|before|without|taxable|less/],
  ['rounded', /round\w*total|total\w*round|afterround/],
  ['rounding', /round/],
  ['change', /change|^baki/],
  [
    'paid',
    /^(?:rm)?(?:cash(?!ier)|pay$|tender|paid|received|visa|master|card|debit|credit|nets|amountpaid|payment)/,
  ],
  ['tax', /^(?:gst|sst|vat|tax)(?!inv|inc)|total(?:gst|tax|vat|sst)(?!inc)/],
  [
    'final',
    /grandtotal|net\w?total|totalnet|payable|totaldue|amountdue|topay|total\w*incl?|incl\w*total|totalwithgst|^nett?$|^due$/,
  ],
  ['total', /total|^jumlah/],
]
