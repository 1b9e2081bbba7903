import { type Check, confidentEnough, type DocumentType, type Validation } from '#contract/validation.ts'
import type { Finding } from './finding.ts'

/** What the file itself is, whatever was read from it. */
export interface FileFacts {
  documentType: DocumentType | null
  pages: number | null
  hasActiveContent: boolean
}

export type Fields = Pick<Validation['metadata'], 'fullName' | 'documentDate' | 'issuer' | 'address'>

/** A rule with its share of the confidence; shares add up to 1, rules without one only can fail. */
export type Weighed = [finding: Finding, share: number]

/** Nothing is certain that a machine has read from a page. */
const most = 0.98

/**
 * Valid only when every rule that counts was really applied and held. Confidence is the share of the rules
 * that held, each by how surely: a rule that could not be applied takes its whole share away.
 */
export const verdictOf = (
  weighed: Weighed[],
  facts: FileFacts & { fields: Fields; factor: number },
): Validation => {
  const findings = weighed.map(([finding]) => finding)
  const sum = weighed.reduce((total, [{ certainty }, share]) => total + certainty * share, 0)
  const confidence = Math.round(Math.min(most, sum * facts.factor) * 100) / 100
  const issues = findings.flatMap(({ issue }) => issue ?? [])
  const valid = issues.length === 0 && weighed.every(([{ check }, share]) => share === 0 || isSettled(check))
  return {
    valid,
    confidence,
    issues,
    checks: findings.map(({ check }) => check),
    metadata: {
      ...nothingRead,
      ...facts.fields,
      documentType: facts.documentType,
      pages: facts.pages,
      hasActiveContent: facts.hasActiveContent,
      verificationFlags: {
        ...noFlags,
        isExpired: findings.some(({ isExpired }) => isExpired),
        hasMissingElements: findings.some(({ isMissing }) => isMissing),
        requiresManualReview: !(valid && confidence >= confidentEnough),
      },
    },
  }
}

/** The answer where words or faces could not be read: no verdict is made up, a person looks. */
export const notRead = (facts: Partial<FileFacts> = {}, checks: Check[] = []): Validation => ({
  valid: false,
  confidence: 0,
  issues: [],
  checks,
  metadata: { ...nothingRead, ...facts, verificationFlags: { ...noFlags, requiresManualReview: true } },
})

// An address that is not known yet leaves a document valid, but its share is missing from the confidence.
const isSettled = ({ rule, outcome, expected }: Check) =>
  outcome === 'passed' || (rule === 'address_matches' && outcome === 'not_checked' && expected === null)

const noFlags = {
  isTampered: false,
  isExpired: false,
  isFraudulent: false,
  hasMissingElements: false,
  requiresManualReview: false,
}

const nothingRead = {
  documentType: null,
  fullName: null,
  dateOfBirth: null,
  documentNumber: null,
  expiryDate: null,
  documentDate: null,
  issuer: null,
  address: null,
  pages: null,
  readIn: null,
  hasActiveContent: false,
}
