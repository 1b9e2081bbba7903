import { type Check, weWillCheck } from '#contract/documents/validation.ts'

/** Customers are verified by documents from a reliable and independent source. */
export const verification = 'MLR 2017 reg 28'

/** Parts that contradict each other, or marks of an editor. */
export interface Suspicion {
  flag: 'isFraudulent' | 'isTampered'
  /** A sentence for the firm. */
  evidence: string
}

/** A rule that was applied: its outcome for the firm, and what it means for verdict and client. */
export interface Finding {
  check: Check
  /** How surely the rule holds, 0 to 1; 0 unless it passed. */
  certainty: number
  /** What the client is told to do. */
  issue: string | null
  /** Something that such documents always carry was not found. */
  isMissing: boolean
  /** Too old to count. */
  isExpired: boolean
  suspicions: Suspicion[]
}

type Words = Pick<Check, 'rule' | 'title'> & Partial<Pick<Check, 'read' | 'expected' | 'source'>>

const finding = (
  outcome: Check['outcome'],
  words: Words,
  more: Partial<Omit<Finding, 'check'>>,
): Finding => ({
  check: { read: null, expected: null, source: null, ...words, outcome },
  certainty: 0,
  issue: null,
  isMissing: false,
  isExpired: false,
  suspicions: [],
  ...more,
})

export const passed = (words: Words, certainty = 1) => finding('passed', words, { certainty })

export const failed = (
  words: Words,
  issue: string,
  more: { isExpired?: boolean; isMissing?: boolean } = {},
) => finding('failed', words, { issue, ...more })

/** Nothing is wrong that the client could mend. */
export const notChecked = (words: Words) => finding('not_checked', words, {})

/** It should be there and was not found, or it cannot be told; the client may help. */
export const doubtful = (words: Words, issue: string, more: { isMissing?: boolean } = {}) =>
  finding('not_checked', words, { issue, ...more })

/** A contradiction. The firm is told which; the client only that it is looked at. */
export const suspicious = (words: Words, ...suspicions: Suspicion[]) =>
  finding('failed', words, { issue: weWillCheck, suspicions })
