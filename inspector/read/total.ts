import type { Total } from '#contract/documents/validation.ts'
import { above, besideOrBelow, type Segment } from './lines.ts'

/** An amount with two decimal places, as it is printed behind its words. */
interface Amount {
  cents: number
  currency: string | null
  confidence: number
  /** How many amounts stand on its line, itself included, the same twice counted once. */
  beside: number
}

type Meaning = 'rounded' | 'due' | 'inclusive' | 'total' | 'part' | 'tax' | 'rounding' | 'paid' | 'change'

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
  const shown = shownBeside(segments)
  const proven = provenIn(lines, { spent, shown })
  const named = isClearPrint(segments) ? namedIn(lines, spent) : undefined
  const found = proven ?? (named && (roundedFrom(named, { segments, shown }) ?? named))
  return found ? { amount: found.cents, currency: found.currency ?? currencyOf(segments) } : null
}

// Beside its rounding the rounded sum may stand without a word that says so.
const roundedFrom = ({ cents }: Amount, { segments, shown }: { segments: Segment[]; shown: Amount[] }) =>
  cents % 5 !== 0 && segments.some(({ text }) => /round/.test(lettersOf(text)))
    ? onlyOf(shown.filter((candidate) => candidate.cents % 5 === 0 && Math.abs(candidate.cents - cents) < 5))
    : undefined

/** Of faint print an 8 is read as a 3, and surely: there a total needs a proof. */
const isClearPrint = (segments: Segment[]) => {
  const sure = segments.map(({ confidence = 1 }) => confidence).toSorted((a, b) => a - b)
  return (sure[Math.floor(sure.length / 2)] ?? 0) >= leastClear
}

const leastClear = 0.89

const finals = ['rounded', 'due', 'inclusive', 'total'] as const

/** Cash less change. */
const spentOf = (lines: Line[]) => {
  const change = amountsOf(lines, 'change', 0)
  return new Set(
    amountsOf(lines, 'paid').flatMap((item) =>
      change.map((back) => item.cents - back.cents).filter((cents) => cents > 0),
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

/** Every amount that is printed, but for what was paid and given back. */
const shownBeside = (segments: Segment[]) => {
  const money = segments.filter(({ text }) => ['paid', 'change'].includes(meaningOf(text) ?? ''))
  return segments
    .filter(
      (candidate) => !money.some((other) => Math.abs(other.baseline - candidate.baseline) < other.height),
    )
    .flatMap(amountsIn)
    .map((amount) => ({ ...amount, beside: 1 }))
}

const provenIn = (
  lines: Line[],
  { spent, shown }: { spent: Set<number>; shown: Amount[] },
): Amount | undefined => {
  const totals = finals.flatMap((meaning) => amountsOf(lines, meaning))
  const sums = sumsOf(lines)
  const isNamedNear = (cents: number) =>
    totals.some(
      (total) =>
        Math.abs(total.cents - cents) < 5 &&
        lines.filter(({ amount }) => amount.cents === total.cents).length > 1,
    )
  const both = [...spent].filter((cents) => sums.has(cents) && !isNamedNear(cents))
  const paid = amountsOf(lines, 'paid')
  const parts = amountsOf(lines, 'part')
  // A part that was charged is the total, unless another sum is called so: then one of them was misread.
  const wholes = parts.filter(({ cents }) => totals.every((total) => Math.abs(total.cents - cents) < 5))
  return (
    onlyOf(totals.filter(({ cents }) => spent.has(cents))) ??
    onlyOf(both.map((cents) => ({ cents, currency: null, confidence: 1, beside: 1 }))) ??
    onlyOf(parts.filter(({ cents }) => spent.has(cents))) ??
    // A card is charged what is due.
    onlyOf(
      [...totals, ...wholes].filter(({ cents }) => paid.some((candidate) => candidate.cents === cents)),
    ) ??
    onlyOf(shown.filter(({ cents }) => spent.has(cents)))
  )
}

const onlyOf = (amounts: Amount[]) =>
  new Set(amounts.map(({ cents }) => cents)).size === 1
    ? (amounts.find(({ currency }) => currency !== null) ?? amounts[0])
    : undefined

const namedIn = (lines: Line[], spent: Set<number>): Amount | undefined => {
  const single = afterRounding(lines.filter(({ amount }) => amount.beside === 1))
  const meaning = finals.find((candidate) => amountsOf(single, candidate).length > 0)
  if (meaning === undefined) return undefined
  const named = amountsOf(single, meaning)
  const only = onlyOf(named) ?? roundedOf(named)
  // Where cash and change tell of another sum, one of them was misread.
  if (only === undefined || contradicts(lines, { spent, cents: only.cents })) return undefined
  const support = lines.filter(({ amount }) => amount.cents === only.cents).length
  const isSure = Math.max(...named.map(({ confidence }) => confidence)) >= sureEnough || support > 1
  return isSure ? only : undefined
}

const contradicts = (lines: Line[], { spent, cents }: { spent: Set<number>; cents: number }) => {
  const isNear = [...spent].some((candidate) => Math.abs(candidate - cents) < 5)
  const isRoundingClear = amountsOf(lines, 'rounding').every((rounding) => rounding.cents < 5)
  return spent.size > 0 && !(isNear && isRoundingClear)
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
  const isTotal = ({ meaning }: Line) => finals.some((candidate) => candidate === meaning)
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
  return over && over.height > segment.height * 1.4 ? amountsIn(over).at(0) : undefined
}

const amountsIn = ({ text, confidence = 1 }: Segment) =>
  [...asFigures(text).matchAll(amountPattern)].map(([, sign = '', whole = '', cents = '']) => ({
    cents: Number(whole.replace(/\D/g, '') + cents),
    currency: currencyIn(sign),
    confidence: withoutPound(text, confidence),
  }))

// A reader that knows no sign of the pound takes it for another letter, and hardly believes that itself.
const withoutPound = (text: string, confidence: number) =>
  /^[EFLft]\d[\d,]*\.\d\d$/.test(text) && text.length > 4
    ? Math.min(1, (confidence * text.length - unsureLetter) / (text.length - 1))
    : confidence

const unsureLetter = 0.5

const amountPattern =
  /(RM|MYR|£|€|\$|GBP|EUR|USD|SGD|S\$|US\$)?\s?(?<![\d.,/]|\d:|[.,] )(0{1,2}|[1-9]\d{0,2}(?:[,.] ?\d{3})+|[1-9]\d{0,5}) ?[.,] ?(\d\d)(?![\d%]|[.,]\d)/g

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
    // Faint print loses a stroke of its last letter.
    .replace(/tota(?:[ij]|$)|^ttl/g, 'total')
    .replace(/rnd/g, 'round')

const meaningOf = (text: string): Meaning | undefined => {
  const words = lettersOf(text)
  return meanings.find(([, pattern]) => pattern.test(words))?.[0] ?? undefined
}

const meanings: [Meaning | null, RegExp][] = [
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
    /grandtotal|youowe|amountowed|net\w?total|totalnet|payable|totaldue|amountdue|topay|tobepaid|^nett?$|^due$/,
  ],
  ['inclusive', /total\w*incl?|incl\w*total|totalwithgst/],
  ['total', /total|^jumlah/],
]
