import type { Total } from '#contract/documents/validation.ts'
import {
  type Amount,
  amountsIn,
  amountsOf,
  amountsOnRow,
  currencyOf,
  finals,
  type Line,
  lettersOf,
  linesOf,
  meaningOf,
} from './amounts.ts'
import type { Segment } from './lines.ts'

/** A figure read with lower confidence may be another one. */
const sureEnough = 0.9

/**
 * Returns the amount to pay on a receipt or bill: the only amount labelled as the total, or one confirmed by cash less
 * change or by the sum of the parts. Null rather than a guess.
 */
export const totalOf = (segments: Segment[]): Total | null => {
  const lines = linesOf(segments)
  const spent = spentOf(lines)
  const shown = shownBeside(segments)
  const sums = new Set([...sumsOf(lines), ...taxedIn(segments)])
  const proven = provenIn(lines, { spent, sums, shown })
  const named = isClearPrint(segments) ? namedIn(lines, { spent, sums }) : undefined
  const found = proven ?? (named && (roundedFrom(named, { segments, shown }) ?? named))
  return found ? { amount: found.cents, currency: found.currency ?? currencyOf(segments) } : null
}

// Next to a rounding line the rounded total may have no label of its own.
const roundedFrom = ({ cents }: Amount, { segments, shown }: { segments: Segment[]; shown: Amount[] }) =>
  cents % 5 !== 0 && segments.some(({ text }) => /round/.test(lettersOf(text)))
    ? onlyOf(shown.filter((candidate) => candidate.cents % 5 === 0 && Math.abs(candidate.cents - cents) < 5))
    : undefined

/** In faint print an 8 is read as a 3 with high confidence, so a total needs a second proof there. */
const isClearPrint = (segments: Segment[]) => {
  const sure = segments.map(({ confidence = 1 }) => confidence).toSorted((a, b) => a - b)
  return (sure[Math.floor(sure.length / 2)] ?? 0) >= leastClear
}

const leastClear = 0.89

/** Cash less change. */
const spentOf = (lines: Line[]) => {
  const change = amountsOf(lines, 'change', 0)
  return new Set(
    amountsOf(lines, 'paid').flatMap((item) =>
      change.map((back) => item.cents - back.cents).filter((cents) => cents > 0),
    ),
  )
}

/** The parts of a bill plus tax or rounding. */
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

// A tax summary prints the net sum and the tax of each rate side by side.
const taxedIn = (segments: Segment[]) => {
  const rows = segments
    .filter(({ text }) => /^\W*(?:[a-z]{1,3}\b|.*(?:gst|vat|tax))/i.test(text))
    .map((head) => amountsOnRow(head, segments).map(({ cents }) => cents))
    .flatMap(([net = 0, tax, ...more]) =>
      tax !== undefined && tax < net * mostTax && (more.length === 0 || more.join() === String(net + tax))
        ? [net + tax]
        : [],
    )
  // A single row may be an item instead.
  return rows.length > 1 ? [rows.reduce((sum, row) => sum + row, 0)] : rows
}

const mostTax = 0.25

/** Every printed amount except cash paid and change. */
const shownBeside = (segments: Segment[]) => {
  const money = segments.filter(({ text }) => ['paid', 'change'].includes(meaningOf(text) ?? ''))
  return segments
    .filter(
      (candidate) => !money.some((other) => Math.abs(other.baseline - candidate.baseline) < other.height),
    )
    .flatMap(amountsIn)
    .map((amount) => ({ ...amount, amountsOnLine: 1 }))
}

interface Proofs {
  /** Cash less change. */
  spent: Set<number>
  /** Parts plus tax or rounding. */
  sums: Set<number>
}

const provenIn = (
  lines: Line[],
  { spent, sums, shown }: Proofs & { shown: Amount[] },
): Amount | undefined => {
  const totals = finals.flatMap((meaning) => amountsOf(lines, meaning))
  const isNamedNear = (cents: number) =>
    totals.some(
      (total) =>
        Math.abs(total.cents - cents) < 5 &&
        lines.filter(({ amount }) => amount.cents === total.cents).length > 1,
    )
  const both = [...spent].filter((cents) => sums.has(cents) && !isNamedNear(cents))
  const paid = amountsOf(lines, 'paid')
  const parts = amountsOf(lines, 'part')
  // A part that was charged is the total, unless another amount is labelled so: then one of the two was misread.
  const wholes = parts.filter(({ cents }) => totals.every((total) => Math.abs(total.cents - cents) < 5))
  return (
    onlyOf(totals.filter(({ cents }) => spent.has(cents))) ??
    onlyOf(both.map(unprinted)) ??
    onlyOf(parts.filter(({ cents }) => spent.has(cents))) ??
    // A card is charged exactly what is due.
    onlyOf(
      [...totals, ...wholes].filter(({ cents }) => paid.some((candidate) => candidate.cents === cents)),
    ) ??
    onlyOf(shown.filter(({ cents }) => spent.has(cents))) ??
    onlyOf([...spent].filter((cents) => isRounded(cents, { totals, lines })).map(unprinted)) ??
    onlyOf([...totals, ...parts].filter(({ cents }) => isPaidInNotes(cents, lines))) ??
    onlyOf(totals.length === 0 ? parts.filter(({ cents }) => sums.has(cents)) : [])
  )
}

const unprinted = (cents: number): Amount => ({ cents, currency: null, confidence: 1, amountsOnLine: 1 })

// A rounded total may have lost a figure: beside a total of 52.08, "2.10" is 52.10 if that was paid.
const isRounded = (cents: number, { totals, lines }: { totals: Amount[]; lines: Line[] }) =>
  cents % 5 === 0 &&
  totals.some((total) => total.cents % 5 !== 0 && Math.abs(total.cents - cents) < 3) &&
  amountsOf(lines, 'rounding', 5).some((rounded) => rounded.cents % 100 === cents % 100)

// If the cash paid cannot be read, the amount due plus its change must be a multiple of the smallest note.
const isPaidInNotes = (cents: number, lines: Line[]) =>
  amountsOf(lines, 'paid').length === 0 &&
  amountsOf(lines, 'change').some((back) => (cents + back.cents) % smallestNote === 0)

const smallestNote = 500

const onlyOf = (amounts: Amount[]) =>
  new Set(amounts.map(({ cents }) => cents)).size === 1
    ? (amounts.find(({ currency }) => currency !== null) ?? amounts[0])
    : undefined

const namedIn = (lines: Line[], { spent, sums }: Proofs): Amount | undefined => {
  const single = afterRounding(lines.filter(({ amount }) => amount.amountsOnLine === 1))
  const meaning = finals.find((candidate) => amountsOf(single, candidate).length > 0)
  if (meaning === undefined) return undefined
  const named = amountsOf(single, meaning)
  const only = onlyOf(named) ?? roundedOf(named)
  if (only === undefined) return undefined
  // If cash and change contradict the total, one of them was misread. The sum of the parts decides.
  const isSum = sums.has(only.cents)
  if (!isSum && contradicts(lines, { spent, cents: only.cents })) return undefined
  const printed = lines.filter(({ amount }) => amount.cents === only.cents)
  const support = new Set(printed.map(({ amount }) => amount.segment)).size
  const isSure = Math.max(...named.map(({ confidence }) => confidence)) >= sureEnough
  return isSure || support > 1 || isSum ? only : undefined
}

const contradicts = (lines: Line[], { spent, cents }: { spent: Set<number>; cents: number }) => {
  const isNear = [...spent].some((candidate) => Math.abs(candidate - cents) < 5)
  const isRoundingClear = amountsOf(lines, 'rounding').every((rounding) => rounding.cents < 5)
  return spent.size > 0 && !(isNear && isRoundingClear)
}

// Tills print the exact total first, and then the amount rounded to five cents.
const roundedOf = (named: Amount[]) => {
  const [first, last] = [named[0], named.at(-1)]
  if (!first || !last || named.length !== 2) return undefined
  const isRounded = first.cents % 5 !== 0 && last.cents % 5 === 0 && Math.abs(first.cents - last.cents) < 5
  return isRounded ? last : undefined
}

// A total above the rounding line is not the amount paid.
const afterRounding = (lines: Line[]) => {
  const rounding = lines.findLast(({ meaning, amount }) => meaning === 'rounding' && amount.cents > 0)
  const isTotal = ({ meaning }: Line) => finals.some((candidate) => candidate === meaning)
  const after = lines.filter((line) => rounding && line.baseline > rounding.baseline)
  return after.some(isTotal) ? after : lines
}

/** Where the total is printed: beside its label, else the last place with its figures. */
export const lineOfTotal = (segments: Segment[], { amount }: Total): Segment | undefined => {
  const isIt = ({ cents }: Pick<Amount, 'cents'>) => cents === amount
  const named = linesOf(segments).findLast(
    (line) => finals.some((candidate) => candidate === line.meaning) && isIt(line.amount),
  )
  return named?.amount.segment ?? segments.findLast((segment) => amountsIn(segment).some(isIt))
}
