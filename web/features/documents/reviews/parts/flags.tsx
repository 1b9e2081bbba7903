import { evidenceFor } from '#contract/documents/review-words.ts'
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

/** Each flag with its evidence. Never shown to the client. */
export const FlagEvidence = ({ document: { validation } }: { document: ReviewedDocument }) => {
  if (validation === null) return null
  const { verificationFlags, flagEvidence } = validation.metadata
  return raised(verificationFlags).map((flag) => (
    <Callout key={flag} tone={toneOf(flag)} title={flagWords[flag]} aside={<ForFirmOnly />}>
      <ul className="grid gap-1">
        {(flagEvidence[flag] ?? []).map((sentence) => (
          <li key={sentence} className="wrap-anywhere">
            {evidenceFor(sentence, validation)}
          </li>
        ))}
      </ul>
    </Callout>
  ))
}

export const ForFirmOnly = () => (
  <span className="text-xs font-semibold text-ink-soft">Only the firm sees this</span>
)
