import type { TrialResult, TrialStatus } from '#contract/document-sandbox.ts'
import { type Check, isVerified, type Validation } from '#contract/documents/validation.ts'

/** Converts a validation of the inspector to the terms of the validation provider. */
export const resultOf = (validation: Validation, referenceId: string): TrialResult => {
  const { checks, issues, metadata } = validation
  const { verificationFlags, flagEvidence, extractedData, regions, repaired } = metadata
  const status = statusOf(validation)
  const inWords = (outcome: Check['outcome']) =>
    checks.filter((check) => check.outcome === outcome).map(wordsOf)
  return {
    status,
    score: scoreOf(validation, status),
    referenceId,
    extractedData: { ...noData, ...extractedData },
    flags: verificationFlags,
    warnings: [
      ...inWords('not_checked'),
      ...evidenceBeside(checks, Object.values(flagEvidence).flat()),
      ...repaired.map((field) => `A letter of ${field} was completed from its check digit.`),
    ],
    errors: inWords('failed'),
    issues,
    regions,
  }
}

/** Returns the evidence that no rule mentions already, because one fact may raise several flags. */
const evidenceBeside = (checks: Check[], evidence: string[]) => {
  const mentioned = checks.filter(({ outcome }) => outcome !== 'passed')
  return [...new Set(evidence)].filter(
    (sentence) => !mentioned.some(({ title }) => sentence.startsWith(`${title}:`)),
  )
}

const noData = { personalDetails: {}, documentDetails: {}, addressDetails: {}, financialDetails: {} }

/** `TrialStatus` in the contract explains the rule. */
const statusOf = (validation: Validation): TrialStatus => {
  if (isVerified(validation)) return 'PASS'
  const { confidence, issues, checks, metadata } = validation
  const { isTampered, isFraudulent, isExpired } = metadata.verificationFlags
  if (isTampered || isFraudulent || isExpired) return 'FAIL'
  if (confidence === 0 && issues.length === 0) return 'PENDING_REVIEW'
  return checks.some(({ outcome }) => outcome === 'failed') ? 'FAIL' : 'CAUTION'
}

const highest: Record<TrialStatus, number> = { PASS: 100, CAUTION: 80, FAIL: 60, PENDING_REVIEW: 60 }

// Capped by the status, so that the colour of the bar never looks better than the word beside it.
const scoreOf = ({ confidence }: Validation, status: TrialStatus) =>
  Math.min(highest[status], Math.round(confidence * 100))

const wordsOf = ({ title, outcome, read, expected }: Check) => {
  const parts = [
    outcome === 'not_checked' && 'not checked',
    read !== null && `read “${read}”`,
    expected !== null && `expected “${expected}”`,
  ]
  const facts = parts.filter((part) => part !== false).join(', ')
  return facts === '' ? `${title}.` : `${title}: ${facts}.`
}
