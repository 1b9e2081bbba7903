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
import { type Finding, unasked } from './finding.ts'

/** Facts about the file itself, whatever was read from it. */
export interface FileFacts {
  documentType: DocumentType | null
  pages: number | null
  hasActiveContent: boolean
}

/** The values that were read. Fields that are left out stay empty. */
export type Fields = Partial<
  Omit<Metadata, keyof FileFacts | 'readIn' | 'verificationFlags' | 'flagEvidence'>
>

/** A rule with its share of the confidence. Shares add up to 1; a rule with share 0 can only fail. */
export type Weighed = [finding: Finding, share: number]

export interface VerdictFacts extends FileFacts {
  fields: Fields
  /** Multiplies the confidence by how well the letters were read. */
  factor: number
  /** Upper limit of the confidence. */
  limit?: number
  /** Nothing was asked for: what was read is compared, and nothing is required. */
  isUnasked?: boolean
}

/** A machine's reading of a page is never certain. */
const most = 0.98
/** A document that is not valid breaks at least one rule, however many others pass. */
const mostOfDoubtful = 0.89

/**
 * Combines the findings into a verdict. Valid only if every rule that counts was applied and passed. Confidence is the
 * sum of the shares, each times its certainty: a rule that could not be applied loses its whole share.
 */
export const verdictOf = (weighed: Weighed[], facts: VerdictFacts): Validation => {
  const judged = facts.isUnasked
    ? weighed.map(([finding, share]): Weighed => [unasked(finding), share])
    : weighed
  const findings = judged.map(([finding]) => finding)
  const sum = judged.reduce((total, [{ certainty }, share]) => total + certainty * share, 0)
  const issues = [...new Set(findings.flatMap(({ issue }) => issue ?? []))]
  const valid = issues.length === 0 && judged.every(([{ check }, share]) => share === 0 || isSettled(check))
  const limit = Math.min(most, facts.limit ?? 1, valid ? 1 : mostOfDoubtful)
  // Rounded down, so that a limit just below the threshold stays below it.
  const confidence = Math.floor(Math.min(limit, sum * facts.factor) * 100 + 1e-6) / 100
  const { documentType, pages, hasActiveContent, fields } = facts
  const isSure = valid && confidence >= confidentEnough && !isFaceType(documentType)
  const doubts = isFaceType(documentType) ? openIn(judged) : doubtsOf(judged)
  const evidence = evidenceOf(findings, isSure ? [] : doubts)
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

/** The verdict if words or faces could not be read: a person checks the file. */
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

// An expired document, or one of another kind, cannot be approved by the firm: the client uploads another. A suspicion
// still goes to a person.
const isToReplace = (findings: Finding[]) =>
  findings.every(({ suspicions }) => suspicions.length === 0) &&
  findings.some(
    ({ check: { rule, outcome, read }, isExpired, issue }) =>
      outcome === 'failed' && ((isExpired && issue !== null) || (rule === 'document_kind' && read !== null)),
  )

// An unknown address leaves a document valid, but its share is missing from the confidence.
const isSettled = ({ rule, outcome, expected }: Check) =>
  outcome === 'passed' || (rule === 'address_matches' && outcome === 'not_checked' && expected === null)

const openIn = (judged: Weighed[]): string[] =>
  judged.flatMap(([{ check }]) => (check.outcome === 'passed' ? [] : [sentenceOf(check)]))

// What passed may have passed too unsurely: a person reads which of them to look at. A face has no letters, and a person
// always compares it.
const doubtsOf = (judged: Weighed[]): string[] => {
  const open = openIn(judged)
  if (open.length > 0) return open
  const unsure = judged.filter(([{ certainty }, share]) => share > 0 && certainty < sureEnough)
  return unsure.length > 0
    ? unsure.map(([{ check }]) => sentenceOf(check, 'probably'))
    : ['Not every letter was read surely enough. Please compare what was read with the document.']
}

/** A rule that holds less surely than this lowers the confidence below what settles a document. */
const sureEnough = 0.9

const evidenceOf = (findings: Finding[], doubts: string[]): Metadata['flagEvidence'] => {
  const about = (isSo: (finding: Finding) => boolean) =>
    findings.filter(isSo).map(({ check }) => sentenceOf(check))
  const suspected = (flag: Flag) =>
    findings.flatMap(({ suspicions }) =>
      suspicions.flatMap((item) => (item.flag === flag ? [item.evidence] : [])),
    )
  const all: [Flag, string[]][] = [
    ['isTampered', suspected('isTampered')],
    ['isExpired', about(({ isExpired }) => isExpired)],
    ['isFraudulent', suspected('isFraudulent')],
    ['hasMissingElements', about(({ isMissing }) => isMissing)],
    ['requiresManualReview', doubts],
  ]
  return Object.fromEntries(all.filter(([, sentences]) => sentences.length > 0))
}

const outcomes = { passed: 'yes', failed: 'no', not_checked: "couldn't be checked" }

/** "The name matches yours: no (read: John; expected: Jane)." */
const sentenceOf = ({ title, outcome, read, expected }: Check, answer = outcomes[outcome]) => {
  const facts = [read && `read: ${read}`, expected && `expected: ${expected}`].filter(Boolean).join('; ')
  return `${title}: ${answer}${facts && ` (${facts})`}.`
}

interface TurnedBox {
  /** Of its centre, in pixels. */
  x: number
  y: number
  width: number
  height: number
  /** Radians, clockwise. */
  angle: number
}

/** Converts a box in pixels to the upright region of the page that contains it. */
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
