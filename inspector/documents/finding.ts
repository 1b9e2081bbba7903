import type { Check } from '#contract/validation.ts'

/** Customers are verified by documents from a reliable and independent source. */
export const verification = 'MLR 2017 reg 28'

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
  ...more,
})

export const passed = (words: Words, certainty = 1) => finding('passed', words, { certainty })

export const failed = (words: Words, issue: string, more: { isExpired?: boolean } = {}) =>
  finding('failed', words, { issue, ...more })

/** Nothing is wrong that the client could mend. */
export const notChecked = (words: Words) => finding('not_checked', words, {})

/** It should be there and was not found, or it cannot be told; the client may help. */
export const doubtful = (words: Words, issue: string, more: { isMissing?: boolean } = {}) =>
  finding('not_checked', words, { issue, ...more })
