import { evidenceFor, reasonsForReview } from '#contract/documents/review-words.ts'
import { flagWords, type ReviewedDocument } from '#contract/documents/reviews.ts'
import type { Flag, VerificationFlags } from '#contract/documents/validation.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'

const raised = (flags: VerificationFlags): Flag[] =>
  (Object.keys(flagWords) as Flag[]).filter((flag) => flags[flag] && flag !== 'requiresManualReview')

const grave: readonly Flag[] = ['isTampered', 'isFraudulent']
const toneOf = (flag: Flag) => (grave.includes(flag) ? 'stop' : 'warn')

/** The flags of a document, as badges for a list. */
export const FlagBadges = ({ document: { validation } }: { document: ReviewedDocument }) =>
  validation &&
  raised(validation.metadata.verificationFlags).map((flag) => (
    <Badge key={flag} tone={toneOf(flag)}>
      {flagWords[flag]}
    </Badge>
  ))

/**
 * Each flag with its evidence. Never shown to the client. A flag that is not grave is left out if the reasons for
 * review already give all of its evidence.
 */
export const FlagEvidence = ({ document }: { document: ReviewedDocument }) => {
  const { validation } = document
  if (validation === null) return null
  const { verificationFlags, flagEvidence } = validation.metadata
  const reasons = reasonsForReview(document)
  const evidenceOf = (flag: Flag) =>
    (flagEvidence[flag] ?? []).map((sentence) => evidenceFor(sentence, validation))
  const isRepeated = (flag: Flag) => {
    const evidence = evidenceOf(flag)
    return evidence.length > 0 && evidence.every((words) => reasons.includes(words))
  }
  return raised(verificationFlags)
    .filter((flag) => grave.includes(flag) || !isRepeated(flag))
    .map((flag) => (
      <Callout key={flag} tone={toneOf(flag)} title={flagWords[flag]} aside={<ForFirmOnly />}>
        <ul className="grid gap-1">
          {evidenceOf(flag).map((words) => (
            <li key={words} className="wrap-anywhere">
              {words}
            </li>
          ))}
        </ul>
      </Callout>
    ))
}

export const ForFirmOnly = () => (
  <span className="text-xs font-semibold text-ink-soft">Only the firm sees this</span>
)
