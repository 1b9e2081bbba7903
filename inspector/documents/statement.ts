import type { Total } from '#contract/documents/validation.ts'
import { type Addressee, addresseesOf, dividedName, isPersonName, labelledNames } from '../read/addressee.ts'
import { type DocumentDate, documentDateOf, taxYearOf } from '../read/document-date.ts'
import type { Segment } from '../read/lines.ts'
import { receiptDateOf } from '../read/receipt-date.ts'
import { totalOf } from '../read/total.ts'
import { employerOf, type Issuer, issuerOf } from './issuers.ts'
import { type Kind, kinds } from './kinds.ts'

/** What was read from a bill, statement, payslip or letter. Never filled in from the expected values. */
export interface Statement {
  kind: Kind | null
  /** How certain the kind is, 0 to 1. */
  certainty: number
  issuer: string | null
  date: DocumentDate | undefined
  /** The total to pay on a bill or receipt. */
  total: Total | null
  /** The year in which the period of a council tax or rates bill begins. */
  taxYear: number | undefined
  /** The people it is sent to, as printed. */
  addressees: Addressee[]
  /** Names labelled as the account holder, employee or recipient. */
  holders: string[]
  /** For "Page 1 of 4" it is 4. */
  printedPages: number | null
}

export const readStatement = (segments: Segment[], today: string): Statement => {
  const issuer = issuerOf(segments)
  const { kind, certainty } = settled(segments, issuer)
  const facts = kind && kinds[kind]
  return {
    kind,
    certainty,
    issuer: senderOf(segments, { kind, issuer }),
    date: dateOn(segments, { kind, today }),
    total: isReceipt(segments, kind) || (kind && kinds[kind].hasTotal) ? totalOf(segments) : null,
    taxYear: facts?.isForTaxYear ? taxYearOf(segments) : undefined,
    addressees: addresseesOf(segments),
    holders: holdersOf(segments, kind),
    printedPages: printedPagesOf(segments),
  }
}

const senderOf = (
  segments: Segment[],
  { kind, issuer }: { kind: Kind | null; issuer: Issuer | undefined },
): string | null => {
  // A person writes a gift letter, and the companies in it are others.
  if (kind === 'gift_letter') return null
  if (isOfPerson(segments)) return null
  const isOfEmployer = kind === 'payslip' || kind === 'p60'
  return (isOfEmployer ? employerOf(segments) : issuer?.name) ?? null
}

// Whoever confirms in their own words where they live names companies that sent nothing of it.
const isOfPerson = (segments: Segment[]) =>
  segments.some(({ text }) =>
    /\bto\s+whom\s+it\s+may\s+concern\b|\bI,?\s(?:[^.]{0,60},\s?)?(?:hereby\s+)?(?:confirm|declare|certify)\b/i.test(
      text,
    ),
  )

/** Tells the kind of a bill, statement, payslip or letter. Null if it is none. */
export const kindIn = (segments: Segment[]) => settled(segments, issuerOf(segments)).kind

const dateOn = (segments: Segment[], { kind, today }: { kind: Kind | null; today: string }) => {
  const date = documentDateOf(segments, kind === null ? undefined : kinds[kind].ownDate)
  // A bill for the half year to come is not dated by its end.
  if (date?.basis === 'period' && date.day > today) return undefined
  if (date !== undefined || !isReceipt(segments, kind)) return date
  const day = receiptDateOf(segments, today)
  return day === undefined ? undefined : { day, basis: 'bare' as const, isContested: false }
}

// A document of no known kind may be a shop receipt. Some receipts look like the bank's for the card payment.
const isReceipt = (segments: Segment[], kind: Kind | null) => kind === null || isOfTill(segments)

/** Whether a till printed it. */
export const isOfTill = (segments: Segment[]) => {
  const words = segments.map(({ text }) => text).join(' ')
  return tillWords.filter((word) => word.test(words)).length >= 3
}

const tillWords = [
  /cashier/i,
  /\bchange\b/i,
  /\bqty|quantity|qnty/i,
  /receipt/i,
  /\btill\b|terminal/i,
  /rounding/i,
  /come again|goods sold|thank you for (?:shopping|your purchase)/i,
  /tax invoice/i,
]

const settled = (segments: Segment[], issuer: Issuer | undefined): Classified => {
  const found = isQuote(segments) ? unknown : classify(segments)
  if (issuer?.isMobileOnly && (found.kind === 'utility_bill' || found.kind === null))
    return { kind: 'mobile_bill', certainty: 0.8 }
  const isBill =
    found.kind === null &&
    !isQuote(segments) &&
    (issuer?.isUtility || issuer?.isNetwork) &&
    asksToPay(segments)
  return isBill ? { kind: 'utility_bill', certainty: 0.8 } : found
}

// Text recognition does not know the pound sign.
const sumOfMoney = /£\s?\d|\d[.,]\d\d(?!\d)/

// Any request for payment by an energy, water or broadband company is a bill, whatever the document is called.
const asksToPay = (segments: Segment[]) => {
  const text = segments.map((segment) => segment.text).join('\n')
  const [home, phone] = (['utility_bill', 'mobile_bill'] as const).map((kind) =>
    pointsOf(kind, { text, heading: '' }),
  )
  return /\b(?:bill|invoice|charges)\b/i.test(text) && sumOfMoney.test(text) && (home ?? 0) > (phone ?? 0)
}

const holdersOf = (segments: Segment[], kind: Kind | null) => {
  if (kind === null) return []
  const divided = kind === 'p60' || kind === 'payslip' ? dividedName(segments) : []
  const labelled = [...labelledNames(segments, kinds[kind].nameLabel), ...divided]
  return kind === 'gift_letter' ? [...labelled, ...giftRecipientsOf(segments)] : labelled
}

const printedPagesOf = (segments: Segment[]) => {
  for (const { text } of segments) {
    const match = /\b(?:page|sheet|tudalen)\s*(?:no\.?|number)?\s*\d+\s*(?:of|\/|o)\s*(\d{1,3})\b/i.exec(text)
    if (match) return Number(match[1])
  }
  return null
}

export const nounOf = ({ kind }: Pick<Statement, 'kind'>) => (kind === null ? 'document' : kinds[kind].noun)

interface Classified {
  kind: Kind | null
  /** How certain the kind is, 0 to 1. Below 0.5 no kind is named. */
  certainty: number
}

const unknown: Classified = { kind: null, certainty: 0 }

// What a supplier would charge is no bill for what it supplied.
const isQuote = (segments: Segment[]) => /\b(?:quote|quotation)\b/i.test(headingOf(segments))

/** Points from which the kind is beyond doubt. */
const clear = 7
/** Points below which no kind is named. */
const least = 4

/**
 * Tells the kind of a document by words that only such documents have. Each sign counts once, however often it occurs:
 * a bank statement lists payments of council tax and gas without being a bill for either.
 */
const classify = (segments: Segment[]): Classified => {
  const text = segments.map((segment) => segment.text).join('\n')
  const heading = headingOf(segments)
  const ranked = (Object.keys(kinds) as Kind[])
    .map((kind) => ({ kind, points: pointsOf(kind, { text, heading }) }))
    .toSorted((a, b) => b.points - a.points)
  const [first, second] = ranked
  if (!first || first.points < least) return unknown
  const lead = first.points - (second?.points ?? 0)
  const certainty = Math.min(1, first.points / clear) * (lead >= 3 ? 1 : lead >= 1 ? 0.7 : 0.4)
  return certainty < 0.5 ? { kind: null, certainty } : { kind: first.kind, certainty }
}

// The strongest signs are headings. Anywhere else they count 2 at most.
const pointsOf = (kind: Kind, { text, heading }: { text: string; heading: string }) =>
  kinds[kind].signs.reduce((points, [weight, words]) => {
    if (weight === 4 && words.test(heading)) return points + 4
    return words.test(text) ? points + Math.min(weight, 2) : points
  }, 0)

/** The top of the first page, text larger than most, and a few words on a line of their own. */
const headingOf = (segments: Segment[]) => {
  const heights = segments.map(({ height }) => height).toSorted((a, b) => a - b)
  const usual = heights[Math.floor(heights.length / 2)] ?? 0
  return segments
    .filter((segment) => segment.page === 1)
    .filter(
      (segment) => segment.depth < 0.3 || segment.height > usual * 1.25 || standsAlone(segment, segments),
    )
    .map(({ text }) => text)
    .join('\n')
}

// On a photograph large print measures hardly larger, and the depth of a heading depends on where the print ends.
const standsAlone = (segment: Segment, segments: Segment[]) =>
  /^\p{Lu}[\p{L} ]+$/u.test(segment.text) &&
  segment.text.split(' ').length <= 4 &&
  segments.every(
    (other) =>
      other === segment ||
      other.page !== segment.page ||
      Math.abs(other.baseline - segment.baseline) > segment.height * 0.6,
  )

const kin =
  'son|daughter|child|children|grandson|granddaughter|grandchild|brother|sister|nephew|niece|cousin|friend|partner|wife|husband|spouse|mother|father|stepson|stepdaughter|godson|goddaughter'
const named = "((?:(?:Mr|Mrs|Ms|Miss|Mx|Dr)\\.?\\s+)?\\p{Lu}[\\p{L}'’.-]*(?:\\s+\\p{Lu}[\\p{L}'’.-]*){1,4})"
const toKin = new RegExp(
  `\\b(?:to|giv(?:e|en|ing)|gift(?:ed|ing)?)\\s+(?:my|our)\\s+(?:\\p{L}+\\s+)?(?:${kin})(?:-in-law)?,?\\s+${named}`,
  'gu',
)
const giftTo = new RegExp(
  `\\b(?:gift|giving|give|given|gifting|gifted)\\b[^.]{0,160}?\\bto\\s+${named}`,
  'gu',
)

/** Finds the recipient in the sentence of a gift letter. The giver signs it and is named at its head. */
const giftRecipientsOf = (segments: Segment[]): string[] => {
  const text = segments.map((segment) => segment.text).join(' ')
  const found = [...text.matchAll(toKin), ...text.matchAll(giftTo)].map((match) => match[1] ?? '')
  return [...new Set(found.map((name) => name.replace(/[.,]+$/, '')))].filter(isPersonName)
}
