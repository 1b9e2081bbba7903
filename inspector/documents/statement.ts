import type { Total } from '#contract/documents/validation.ts'
import { type Addressee, addresseesOf, isPersonName, labelledNames } from '../read/addressee.ts'
import { type DocumentDate, documentDateOf, taxYearOf } from '../read/document-date.ts'
import type { Segment } from '../read/lines.ts'
import { receiptDateOf } from '../read/receipt-date.ts'
import { totalOf } from '../read/total.ts'
import { type Issuer, issuerOf } from './issuers.ts'
import { type Kind, kinds } from './kinds.ts'

/** What was read from a bill, statement, slip or letter. Nothing is filled in from what was expected. */
export interface Statement {
  kind: Kind | null
  /** How clearly the kind shows, 0 to 1. */
  certainty: number
  issuer: string | null
  date: DocumentDate | undefined
  /** What is to be paid in all, by a bill or receipt. */
  total: Total | null
  /** The year a bill for council tax or rates begins in. */
  taxYear: number | undefined
  /** Whom it is sent to, as printed. */
  addressees: Addressee[]
  /** Who is called the holder of the account, the employee, the recipient. */
  holders: string[]
  /** "Page 1 of 4" says 4. */
  printedPages: number | null
}

export const readStatement = (segments: Segment[], today: string): Statement => {
  const issuer = issuerOf(segments)
  const { kind, certainty } = settled(segments, issuer)
  const facts = kind && kinds[kind]
  return {
    kind,
    certainty,
    issuer: issuer?.name ?? null,
    date: dateOn(segments, { kind, today }),
    total: isReceipt(segments, kind) || (kind && kinds[kind].hasTotal) ? totalOf(segments) : null,
    taxYear: facts?.isForTaxYear ? taxYearOf(segments) : undefined,
    addressees: addresseesOf(segments),
    holders: holdersOf(segments, kind),
    printedPages: printedPagesOf(segments),
  }
}

/** What kind of bill, statement, slip or letter it is, if it is one. */
export const kindIn = (segments: Segment[]) => settled(segments, issuerOf(segments)).kind

const dateOn = (segments: Segment[], { kind, today }: { kind: Kind | null; today: string }) => {
  const date = documentDateOf(segments, kind === null ? undefined : kinds[kind].ownDate)
  if (date !== undefined || !isReceipt(segments, kind)) return date
  const day = receiptDateOf(segments, today)
  return day === undefined ? undefined : { day, basis: 'bare' as const, isContested: false }
}

// What is no bill or statement may be the receipt of a shop, some of which look like a bank's for their card.
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
  const found = classify(segments)
  if (issuer?.isMobileOnly && (found.kind === 'utility_bill' || found.kind === null))
    return { kind: 'mobile_bill', certainty: 0.8 }
  const isBill = found.kind === null && issuer?.isUtility && asksToPay(segments)
  return isBill ? { kind: 'utility_bill', certainty: 0.8 } : found
}

// What an energy, water or broadband company asks to be paid, whatever it calls its paper.
const asksToPay = (segments: Segment[]) => {
  const text = segments.map((segment) => segment.text).join('\n')
  const [home, phone] = (['utility_bill', 'mobile_bill'] as const).map((kind) =>
    pointsOf(kind, { text, heading: '' }),
  )
  return /\b(?:bill|invoice|charges)\b/i.test(text) && /£\s?\d/.test(text) && (home ?? 0) > (phone ?? 0)
}

const holdersOf = (segments: Segment[], kind: Kind | null) => {
  if (kind === null) return []
  const labelled = labelledNames(segments, kinds[kind].nameLabel)
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
  /** How clearly its words tell, 0 to 1; below 0.5 no kind is named. */
  certainty: number
}

/** Points at which no doubt about the kind is left. */
const clear = 7
/** Points below which nothing is said. */
const least = 4

/**
 * What a document is, by the words that only such documents carry. Each sign counts once, however often it
 * occurs: a bank statement lists payments of council tax and gas without being a bill for either.
 */
const classify = (segments: Segment[]): Classified => {
  const text = segments.map((segment) => segment.text).join('\n')
  const heading = headingOf(segments)
  const ranked = (Object.keys(kinds) as Kind[])
    .map((kind) => ({ kind, points: pointsOf(kind, { text, heading }) }))
    .toSorted((a, b) => b.points - a.points)
  const [first, second] = ranked
  if (!first || first.points < least) return { kind: null, certainty: 0 }
  const lead = first.points - (second?.points ?? 0)
  const certainty = Math.min(1, first.points / clear) * (lead >= 3 ? 1 : lead >= 1 ? 0.7 : 0.4)
  return certainty < 0.5 ? { kind: null, certainty } : { kind: first.kind, certainty }
}

// The strongest signs are headings: found in the small print they weigh as little as any other word.
const pointsOf = (kind: Kind, { text, heading }: { text: string; heading: string }) =>
  kinds[kind].signs.reduce((points, [weight, words]) => {
    if (weight === 4 && words.test(heading)) return points + 4
    return words.test(text) ? points + Math.min(weight, 2) : points
  }, 0)

/** The top of the first page, whatever is set larger than most of the text, and few words on a line of their own. */
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

// On a photograph large print is measured hardly larger, and how far down it stands only where the print ends.
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
const toKin = new RegExp(`\\bto\\s+(?:my|our)\\s+(?:\\p{L}+\\s+)?(?:${kin})(?:-in-law)?,?\\s+${named}`, 'gu')
const giftTo = new RegExp(
  `\\b(?:gift|giving|give|given|gifting|gifted)\\b[^.]{0,160}?\\bto\\s+${named}`,
  'gu',
)

/** Who receives, from the sentence of a gift letter; the giver signs it and stands at its head. */
const giftRecipientsOf = (segments: Segment[]): string[] => {
  const text = segments.map((segment) => segment.text).join(' ')
  const found = [...text.matchAll(toKin), ...text.matchAll(giftTo)].map((match) => match[1] ?? '')
  return [...new Set(found.map((name) => name.replace(/[.,]+$/, '')))].filter(isPersonName)
}
