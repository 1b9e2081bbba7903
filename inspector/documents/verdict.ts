import {
  type Check,
  confidentEnough,
  type DocumentType,
  type Flag,
  isFaceType,
  type Metadata,
  noFlags,
  nothingRead,
  type Region,
  type Validation,
} from '#contract/documents/validation.ts'
import type { Finding } from './finding.ts'

/** What the file itself is, whatever was read from it. */
export interface FileFacts {
  documentType: DocumentType | null
  pages: number | null
  hasActiveContent: boolean
}

/** What was read; anything left out stays empty. */
export type Fields = Partial<
  Omit<Metadata, keyof FileFacts | 'readIn' | 'verificationFlags' | 'flagEvidence'>
>

/** A rule with its share of the confidence; shares add up to 1, rules without one only can fail. */
export type Weighed = [finding: Finding, share: number]

export interface VerdictFacts extends FileFacts {
  fields: Fields
  /** Scales the confidence by how well the letters themselves were read. */
  factor: number
  /** The confidence cannot be higher. */
  limit?: number
}

/** Nothing is certain that a machine has read from a page. */
const most = 0.98
/** What is not valid has a rule that does not hold, however many others do. */
const mostOfDoubtful = 0.89

/**
 * Valid only when every rule that counts was really applied and held. Confidence is the share of the rules
 * that held, each by how surely: a rule that could not be applied takes its whole share away.
 */
export const verdictOf = (weighed: Weighed[], facts: VerdictFacts): Validation => {
  const findings = weighed.map(([finding]) => finding)
  const sum = weighed.reduce((total, [{ certainty }, share]) => total + certainty * share, 0)
  const issues = [...new Set(findings.flatMap(({ issue }) => issue ?? []))]
  const valid = issues.length === 0 && weighed.every(([{ check }, share]) => share === 0 || isSettled(check))
  const limit = Math.min(most, facts.limit ?? 1, valid ? 1 : mostOfDoubtful)
  // Rounded down, so that a limit below the line of trust stays below it.
  const confidence = Math.floor(Math.min(limit, sum * facts.factor) * 100 + 1e-6) / 100
  const { documentType, pages, hasActiveContent, fields } = facts
  const isSure = valid && confidence >= confidentEnough && !isFaceType(documentType)
  const evidence = evidenceOf(findings, isSure)
  return {
    valid,
    confidence,
    issues,
    checks: findings.map(({ check }) => check),
    metadata: {
      ...nothingRead,
      ...fields,
      documentType,
      pages,
      hasActiveContent,
      flagEvidence: evidence,
      verificationFlags: {
        isTampered: evidence.isTampered !== undefined,
        isExpired: evidence.isExpired !== undefined,
        isFraudulent: evidence.isFraudulent !== undefined,
        hasMissingElements: evidence.hasMissingElements !== undefined,
        requiresManualReview: !isSure && !isToReplace(findings),
      },
    },
  }
}

/** The answer where words or faces could not be read: no verdict is made up, a person looks. */
export const notRead = (
  facts: Partial<FileFacts> = {},
  checks: Check[] = [],
  issues: string[] = [],
): Validation => ({
  valid: false,
  confidence: 0,
  issues,
  checks,
  metadata: { ...nothingRead, ...facts, verificationFlags: { ...noFlags, requiresManualReview: true } },
})

// What has run out, or is something else, nobody at the firm can make good: the client brings another. A
// suspicion still goes to a person.
const isToReplace = (findings: Finding[]) =>
  findings.every(({ suspicions }) => suspicions.length === 0) &&
  findings.some(
    ({ check: { rule, outcome, read }, isExpired }) =>
      outcome === 'failed' && (isExpired || (rule === 'document_kind' && read !== null)),
  )

// An address that is not known yet leaves a document valid, but its share is missing from the confidence.
const isSettled = ({ rule, outcome, expected }: Check) =>
  outcome === 'passed' || (rule === 'address_matches' && outcome === 'not_checked' && expected === null)

const evidenceOf = (findings: Finding[], isSure: boolean): Metadata['flagEvidence'] => {
  const about = (isSo: (finding: Finding) => boolean) => findings.filter(isSo).map(({ check }) => told(check))
  const suspected = (flag: Flag) =>
    findings.flatMap(({ suspicions }) =>
      suspicions.flatMap((item) => (item.flag === flag ? [item.evidence] : [])),
    )
  const all: [Flag, string[]][] = [
    ['isTampered', suspected('isTampered')],
    ['isExpired', about(({ isExpired }) => isExpired)],
    ['isFraudulent', suspected('isFraudulent')],
    ['hasMissingElements', about(({ isMissing }) => isMissing)],
    ['requiresManualReview', isSure ? [] : about(({ check }) => check.outcome !== 'passed')],
  ]
  return Object.fromEntries(all.filter(([, sentences]) => sentences.length > 0))
}

const outcomes = { passed: 'yes', failed: 'no', not_checked: "couldn't be checked" }

/** "The name matches yours: no (read: John; expected: Jane)." */
const told = ({ title, outcome, read, expected }: Check) => {
  const facts = [read && `read: ${read}`, expected && `expected: ${expected}`].filter(Boolean).join('; ')
  return `${title}: ${outcomes[outcome]}${facts && ` (${facts})`}.`
}

interface TurnedBox {
  /** Of its middle, in pixels. */
  x: number
  y: number
  width: number
  height: number
  /** Radians, clockwise. */
  angle: number
}

/** A box in pixels of its picture as the upright part of the page that holds it. */
export const regionOf = (
  box: TurnedBox,
  page: { number: number; width: number; height: number },
  name: string,
): Region => {
  const [cos, sin] = [Math.abs(Math.cos(box.angle)), Math.abs(Math.sin(box.angle))]
  const width = box.width * cos + box.height * sin
  const height = box.width * sin + box.height * cos
  const left = clamped((box.x - width / 2) / page.width)
  const top = clamped((box.y - height / 2) / page.height)
  const right = clamped((box.x + width / 2) / page.width)
  const bottom = clamped((box.y + height / 2) / page.height)
  return {
    page: page.number,
    x: left,
    y: top,
    width: rounded(right - left),
    height: rounded(bottom - top),
    what: name,
  }
}

const rounded = (share: number) => Math.round(share * 10_000) / 10_000
const clamped = (share: number) => rounded(Math.min(1, Math.max(0, share)))
