import { type Check, noFlags, nothingRead, type Validation, type VerificationFlags } from '../validation.ts'

/** Builds a check. */
export const check = (rule: string, outcome: Check['outcome'], more: Partial<Check> = {}): Check => ({
  rule,
  title: rule,
  outcome,
  read: null,
  expected: null,
  source: null,
  ...more,
})

interface Findings {
  checks?: Check[]
  issues?: string[]
  flags?: Partial<VerificationFlags>
}

/** Builds a validation, which is valid only if it has no issues. */
export const validation = (
  { checks = [], issues = [], flags = {} }: Findings,
  confidence = 0.8,
): Validation => ({
  valid: issues.length === 0 && confidence > 0,
  confidence,
  issues,
  checks,
  metadata: { ...nothingRead, verificationFlags: { ...noFlags, ...flags } },
})

/** Builds what `verdictFor` asks of a document that a client has sent. */
export const sent = (of: Validation | null, documentType = 'passport') => ({
  documentType,
  status: 'pending' as const,
  reason: null,
  isAccepted: false,
  validation: of,
})

/** The finding that a document names somebody else. */
export const otherName = check('name_matches', 'failed', { read: 'John Smith', expected: 'Grace Whitfield' })
