import type { ExtractedData } from '#contract/documents/extracted.ts'
import { findDates } from '../read/dates.ts'
import { besideOrBelow, type Segment } from '../read/lines.ts'
import type { Purpose } from './expectation.ts'
import { type Finding, notChecked, passed, verification } from './finding.ts'
import type { Kind } from './kinds.ts'
import type { Statement } from './statement.ts'

type FinancialDetails = NonNullable<ExtractedData['financialDetails']>
type Sum = 'Balance' | 'NetPay' | 'GrossPay' | 'Amount'

/** An amount on a document, with its label. */
interface ShownSum {
  sum: Sum
  label: string
  money: Money
}

/** Labels of the amounts that count, in order of preference. */
const labels: Partial<Record<Kind, [Sum, RegExp][]>> = {
  bank_statement: [
    [
      'Balance',
      /(?:closing|end(?:ing)?|new|final|current|available)\s*balance|balance\s*carried\s*forward|balance\s*(?:at\s*(?:the\s*)?end|on\s*\d)/i,
    ],
  ],
  investment_statement: [
    ['Balance', /(?:portfolio|total|account|closing|current|market)\s*(?:value|valuation|balance)/i],
  ],
  payslip: [
    ['NetPay', /net\s*(?:pay|salary|wages)|take\s*home/i],
    ['GrossPay', /(?:total\s*)?gross\s*(?:pay|salary)/i],
  ],
  completion_statement: [
    ['Amount', /(?:sale|purchase)\s*price/i],
    ['Balance', /(?:net\s*)?proceeds|balance\s*(?:due|payable)\s*(?:to|from)\s*you|due\s*to\s*you/i],
  ],
}

/** Returns the amounts on a statement, payslip or letter that show the client's means. */
export const sumsOn = (segments: Segment[], kind: Kind | null): ShownSum[] => {
  if (kind === 'gift_letter') return giftOn(segments)
  const shown = ((kind && labels[kind]) ?? []).flatMap(([sum, label]) => labelled(segments, sum, label))
  if (kind !== 'bank_statement' || shown.length > 0) return shown
  return lastInColumn(segments)
}

/** Returns the amounts, the period and the account in the format in which they are stored. */
export const financialDetailsOf = (
  segments: Segment[],
  statement: Statement,
): FinancialDetails | undefined => {
  const { kind, date, holders, addressees } = statement
  if (kind === null || !(kind in labels || kind === 'gift_letter')) return undefined
  const sums = sumsOn(segments, kind)
  const [from, to] = periodOn(segments)
  const account = kind === 'bank_statement' ? accountOn(segments) : {}
  const name = addressees[0]?.names[0] ?? holders[0]
  return {
    ...(kind === 'bank_statement' && name !== undefined && { AccountName: name }),
    ...account,
    ...(date && { StatementDate: date.day }),
    ...(from !== undefined && { PeriodFrom: from }),
    ...(to !== undefined && { PeriodTo: to }),
    ...Object.fromEntries(sums.map(({ sum, money }) => [sum, money.pence])),
    ...(sums[0] && { Currency: sums[0].money.currency }),
  }
}

// An amount is after its label on the line, at its right, or below it.
const labelled = (segments: Segment[], sum: Sum, label: RegExp): ShownSum[] => {
  for (const segment of segments) {
    const match = label.exec(segment.text)
    if (!match) continue
    const after = moneyIn(segment.text).filter(({ start }) => start >= match.index + match[0].length)
    const around = besideOrBelow(segment, segments).flatMap(({ text }) => moneyIn(text).slice(0, 1))
    const money = after.at(-1) ?? around[0]
    if (money) return [{ sum, label: match[0], money }]
  }
  return []
}

/** Returns the last amount in the column headed "Balance". */
const lastInColumn = (segments: Segment[]): ShownSum[] => {
  const head = segments.find(({ text }) => /^(?:running\s*)?balance(?:\s*\(?£\)?)?$/i.test(text.trim()))
  if (!head) return []
  const column = segments.filter(
    ({ page, baseline, x, right }) =>
      (page > head.page || baseline > head.baseline) && Math.min(right, head.right) - Math.max(x, head.x) > 0,
  )
  const last = column.flatMap(({ text }) => moneyIn(text).slice(-1)).at(-1)
  return last ? [{ sum: 'Balance', label: 'Last balance', money: last }] : []
}

const giftOn = (segments: Segment[]): ShownSum[] => {
  const text = segments.map((segment) => segment.text).join(' ')
  const at = text.search(/\b(?:gift|giving|given|give)/i)
  // Text recognition does not know the pound sign.
  const amounts = moneyIn(text.replace(/(?<![£€$\d.,])(?=\d{1,3}(?:,\d{3})+(?![\d,]))/g, '£'))
  const money = amounts.find(({ start }) => at >= 0 && start > at) ?? amounts[0]
  return money ? [{ sum: 'Amount', label: 'Gift', money }] : []
}

const accountOn = (segments: Segment[]): Pick<FinancialDetails, 'SortCode' | 'AccountNumber'> => {
  const find = (label: RegExp, value: RegExp) => {
    for (const segment of segments.filter(({ text }) => label.test(text))) {
      const texts = [segment, ...besideOrBelow(segment, segments)].map(({ text }) => text)
      const found = texts.map((text) => value.exec(text)?.[1]).find((text) => text !== undefined)
      if (found !== undefined) return found
    }
    return undefined
  }
  const sortCode = find(/sort\s*code/i, /\b(\d\d[- ]\d\d[- ]\d\d)\b/)
  const number = find(/account\s*(?:number|no)/i, /(?<!\d)(\d{8})(?!\d)/)
  return {
    ...(sortCode !== undefined && { SortCode: sortCode.replaceAll(' ', '-') }),
    ...(number !== undefined && { AccountNumber: number.slice(-4) }),
  }
}

const periodOn = (segments: Segment[]): (string | undefined)[] => {
  for (const { text } of segments) {
    const dates = findDates(text)
    const first = dates.find(({ inPeriod }) => inPeriod === 'first')
    const last = dates.find(({ inPeriod }) => inPeriod === 'last')
    if (first && last) return [first.day, last.day]
  }
  return []
}

interface Money {
  /** Minor units of the currency. Negative if it is owed or overdrawn. */
  pence: number
  currency: 'GBP' | 'EUR' | 'USD'
  /** As printed on the page. */
  printed: string
  /** Index at which it begins in the text. */
  start: number
}

// An amount has pence or a currency sign. Text recognition may read a comma as a full stop.
const amounts =
  /(?<![\d.,/-])([-−–(]?)\s?(£|€|\$|GBP\s?|EUR\s?|USD\s?)?([-−–]?)(\d{1,3}(?:[,. ]\d{3})+|\d{1,9})(?:\.(\d\d))?(?![\d,]|\.\d|%|p\b)(\)?)(?:\s?(CR|DR|OD)\b)?/g

/** Returns the amounts of money in a line of text, in order. */
export const moneyIn = (text: string): Money[] =>
  [...text.matchAll(amounts)].flatMap((match) => {
    const [printed, before, sign = '', inner, whole = '', pence, , suffix] = match
    if (pence === undefined && sign === '') return []
    const size = Number(whole.replace(/\D/g, '')) * 100 + Number(pence ?? 0)
    const isOwed = before !== '' || inner !== '' || suffix === 'DR' || suffix === 'OD'
    return [
      {
        pence: isOwed ? -size : size,
        currency: /€|EUR/.test(sign) ? 'EUR' : /\$|USD/.test(sign) ? 'USD' : 'GBP',
        printed: printed.trim(),
        start: match.index,
      },
    ]
  })

/** Reports the amounts that show the client's means. Compares nothing: a person decides whether they are enough. */
export const fundsRule = (sums: ShownSum[], purpose: Purpose | null): Finding[] => {
  if (purpose === 'address' || (purpose === null && sums.length === 0)) return []
  const words = { rule: 'sums_shown', title: 'Amounts shown', source: verification }
  if (sums.length === 0) return [notChecked(words)]
  const read = sums.map(({ label, money }) => `${label} ${money.printed}`).join(', ')
  return [passed({ ...words, read })]
}
