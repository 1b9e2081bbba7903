import { addressInNormalCase, nameInNormalCase } from '../kit/names.ts'
import type { ClientDocument } from './documents.ts'
import {
  type Check,
  confidentEnough,
  damagedPdf,
  isFaceType,
  isUnasked,
  jointClientTitle,
  otherClientRule,
  sharedWords,
  suspicionRules,
  type Validation,
  weWillCheck,
} from './validation.ts'
import { withArticle } from './verdict.ts'

type Reviewed = Pick<ClientDocument, 'status' | 'validation' | 'documentType'> &
  Partial<Pick<ClientDocument, 'awaitsScan'>>

/** Returns why a document was not verified automatically, in one sentence for a list. */
export const firstReviewReason = (document: Reviewed) => reasonsForReview(document)[0] ?? null

/** Returns all reasons for the reviewer: what was compared with what, and what was not checked. */
export function reasonsForReview({
  status,
  validation,
  documentType,
  awaitsScan = false,
}: Reviewed): string[] {
  if (status !== 'pending') return []
  if (awaitsScan) return ['Waiting for a virus scan; nobody can open it until then.']
  if (validation === null) return ['Still being read.']
  const reasons = reasonsIn(validation, documentType)
  return validation.issues.includes(damagedPdf) ? [mayLackPages, ...reasons] : reasons
}

const mayLackPages = 'Part of this PDF was damaged, so pages may be missing.'

function reasonsIn(validation: Validation, documentType: string): string[] {
  const failed = sentencesOf(validation, 'failed')
  const suspicion = suspicionOf(validation)
  const isUnread = validation.confidence === 0 && validation.checks.every(isCovered)
  const found = [
    ...failed,
    ...(suspicion === undefined ? [] : [suspicion]),
    ...(isUnread && suspicion !== undefined ? [unsettledWords(validation)] : []),
  ]
  if (isFaceType(documentType)) return [...found, compareYourself, lookedAt(validation)]
  const open = sentencesOf(validation, 'not_checked')
  if (found.length > 0 || open.length > 0) return [...found, ...open]
  // If no rule gives a reason, the advice to the client is better than nothing, and so is what holds only probably.
  const advice = validation.issues.filter((issue) => issue !== weWillCheck && issue !== damagedPdf)
  if (advice.length > 0) return advice
  const doubts = validation.metadata.flagEvidence.requiresManualReview ?? []
  return doubts.length > 0
    ? doubts.map((sentence) => evidenceFor(sentence, validation))
    : [unsettledWords(validation)]
}

const compareYourself = 'Compare it with the portrait on their document.'

const lookedAt = ({ checks }: Validation) =>
  checks.every(isCovered)
    ? "The automatic check couldn't look at it."
    : 'The automatic check looked only at whether a face can be seen clearly. It read no number and recognised nobody.'

const unsettledWords = ({ confidence }: Validation) => {
  if (confidence === 0) return "It couldn't be read automatically."
  return confidence < confidentEnough ? "It couldn't be read clearly enough." : 'It needs your decision.'
}

// Only the firm reads what a suspicion is based on. The client reads only that it is being checked.
const suspicionOf = ({ checks, metadata: { flagEvidence } }: Validation) =>
  flagEvidence.isFraudulent?.[0] ??
  flagEvidence.isTampered?.[0] ??
  (checks.some(({ rule }) => rule === otherClientRule) ? sharedWords : undefined)

const sentencesOf = (validation: Validation, outcome: Check['outcome']) =>
  validation.checks
    .filter((check) => check.outcome === outcome && !isCovered(check))
    .map((check) => sentenceFor(check, validation))

// The evidence of a suspicion describes it, so its check is left out.
const isCovered = ({ rule, outcome }: Check) =>
  rule === otherClientRule || (outcome === 'failed' && suspicionRules.includes(rule))

/** Returns the result of a rule, for the reviewer. */
export const sentenceFor = (check: Check, validation: Validation): string =>
  sentences[check.outcome][check.rule]?.(check, validation) ??
  `${plain[check.outcome]}: ${lower(check.title)}.`

const plain = { passed: 'Not certain', failed: "Didn't pass", not_checked: 'Not checked' }

const lower = (title: string) =>
  title.charAt(0).toLowerCase() + title.slice(1).replace(/ yours$/, ' the one we have')

type Sentence = (check: Check, validation: Validation) => string | null

const failures: Record<string, Sentence> = {
  name_matches: ({ read, expected }) =>
    read && `It's in the name of ${nameInNormalCase(read)}; the name we have is ${expected}.`,
  birth_date_matches: ({ read, expected }) => `It gives ${read} as the date of birth; we have ${expected}.`,
  address_matches: ({ read, expected }) =>
    read && `It's for ${addressInNormalCase(read)}; we have ${expected}.`,
  not_expired: ({ read }) => read && `It expired on ${read}.`,
  dated_within_90_days: ({ read, expected }, { metadata }) => {
    if (read === null) return null
    if (/^\d{4}\/\d\d$/.test(read)) return `It's for ${read}; ${expected} was asked for.`
    return metadata.verificationFlags.isExpired
      ? `It's dated ${read}, which is more than 3 months ago.`
      : `It's dated ${read}, which is still to come.`
  },
  document_kind: ({ read, expected }) =>
    read && `It looks like ${withArticle(read)}; we asked for ${expected?.replaceAll('your ', 'their ')}.`,
  is_photo: () => 'It looks like a document, not a photo of a face.',
}

const openings: Record<string, Sentence> = {
  name_matches: ({ read, expected, title }, validation) => {
    if (read && expected && isUnasked(validation))
      return `It's in the name of ${nameInNormalCase(read)}; the name we have is ${expected}.`
    if (read && title === jointClientTitle)
      return `It's in the name of ${nameInNormalCase(read)}, the joint client, not ${expected}.`
    if (read === null) return 'No name could be read.'
    return expected && `We couldn't tell whether ${nameInNormalCase(read)} is ${expected}.`
  },
  birth_date_matches: ({ read, expected }) =>
    read === null
      ? 'No date of birth could be read.'
      : `It gives ${read} as the date of birth; we ${expected ? `have ${expected}` : "don't have one"}.`,
  address_matches: ({ read, expected }) => {
    if (read === null) return 'No address could be read.'
    return `It's for ${addressInNormalCase(read)}; we ${expected ? `have ${expected}` : "don't have an address"}.`
  },
  document_kind: ({ read }) =>
    read
      ? `It looks like ${withArticle(read)}; we didn't ask for a particular kind.`
      : "We couldn't tell what kind of document it is.",
  not_edited: ({ read }) => read,
}

/** For rules that hold only probably. */
const probabilities: Record<string, Sentence> = {
  name_matches: ({ read, expected }) =>
    read && `It's in the name of ${nameInNormalCase(read)}; the name we have is ${expected}.`,
  dated_within_90_days: ({ read }) => read && `Its date is probably ${read}.`,
  document_kind: ({ read }) => read && `It looks like ${withArticle(read)}.`,
}

const sentences = { passed: probabilities, failed: failures, not_checked: openings }

/** Returns what a flag is based on, for the reviewer. Only the firm may read it. */
export const evidenceFor = (sentence: string, validation: Validation) => {
  const check = validation.checks.find(({ title }) => sentence.startsWith(`${title}: `))
  return check ? sentenceFor(check, validation) : sentence
}
