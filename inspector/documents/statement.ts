import { type Addressee, addresseesOf, labelledNames } from '../read/addressee.ts'
import { type DocumentDate, documentDateOf, taxYearOf } from '../read/document-date.ts'
import type { Segment } from '../read/lines.ts'
import { classify } from './classify.ts'
import { giftRecipientsOf } from './gift.ts'
import { issuerOf } from './issuers.ts'
import { type Kind, kinds } from './kinds.ts'

/** What was read from a bill, statement, slip or letter. Nothing is filled in from what was expected. */
export interface Statement {
  kind: Kind | null
  /** How clearly the kind shows, 0 to 1. */
  certainty: number
  issuer: string | null
  date: DocumentDate | undefined
  /** The year a bill for council tax or rates begins in. */
  taxYear: number | undefined
  /** Whom it is sent to, as printed. */
  addressees: Addressee[]
  /** Who is called the holder of the account, the employee, the recipient. */
  holders: string[]
  /** "Page 1 of 4" says 4. */
  printedPages: number | null
}

export const readStatement = (segments: Segment[]): Statement => {
  const issuer = issuerOf(segments)
  const { kind, certainty } = settled(classify(segments), issuer?.isMobileOnly ?? false)
  const facts = kind && kinds[kind]
  return {
    kind,
    certainty,
    issuer: issuer?.name ?? null,
    date: documentDateOf(segments, facts?.ownDate),
    taxYear: facts?.isForTaxYear ? taxYearOf(segments) : undefined,
    addressees: addresseesOf(segments),
    holders: holdersOf(segments, kind),
    printedPages: printedPagesOf(segments),
  }
}

const settled = (found: ReturnType<typeof classify>, isMobileOnly: boolean) =>
  isMobileOnly && (found.kind === 'utility_bill' || found.kind === null)
    ? { kind: 'mobile_bill' as const, certainty: 0.8 }
    : found

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
