import { type Check, weWillCheck } from '#contract/documents/validation.ts'

/** Customers are verified by documents from a reliable and independent source. */
export const verification = 'MLR 2017 reg 28'

/** Details that contradict each other, or signs of editing. */
export interface Suspicion {
  flag: 'isFraudulent' | 'isTampered'
  /** A sentence for the firm. */
  evidence: string
}

/** The result of a rule: its outcome for the firm, and its effect on the verdict and the client. */
export interface Finding {
  check: Check
  /** How certain it is that the rule holds, 0 to 1. Always 0 unless it passed. */
  certainty: number
  /** What the client is asked to do. */
  issue: string | null
  /** Something that such documents always have was not found. */
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

/** Not checked, and the client cannot do anything about it. */
export const notChecked = (words: Words) => finding('not_checked', words, {})

/** Something that should be there was not found or is unclear, and the client may be able to help. */
export const doubtful = (words: Words, issue: string, more: { isMissing?: boolean } = {}) =>
  finding('not_checked', words, { issue, ...more })

/** Measures of a photo: if it cannot be read, whoever sent it can take another. */
const ofThePhoto = ['image_size', 'sharpness', 'brightness', 'glare']
/** Comparisons that matter only where a document was asked for. */
const requirements = ['name_matches', 'address_matches', 'birth_date_matches', 'adult']

/**
 * The same for a document that nobody asked for: it states what was read, and its sender has nothing to mend but an
 * illegible photo. Contradictions stay.
 */
export const unasked = (found: Finding): Finding => {
  const { check, suspicions, issue } = found
  if (suspicions.length > 0 || ofThePhoto.includes(check.rule)) return found
  const isRequired = check.outcome === 'failed' && requirements.includes(check.rule)
  return {
    ...found,
    check: isRequired ? { ...check, outcome: 'not_checked' } : check,
    issue: issue === weWillCheck ? issue : null,
    isMissing: false,
  }
}

/** A contradiction. The firm sees which one; the client only reads that we will check. */
export const suspicious = (words: Words, ...suspicions: Suspicion[]) =>
  finding('failed', words, { issue: weWillCheck, suspicions })
