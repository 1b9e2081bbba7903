import { ReadField } from '#contract/documents/documents.ts'
import { reasonsForReview } from '#contract/documents/review-words.ts'
import type { ReviewedDocument } from '#contract/documents/reviews.ts'
import { isFace } from '#contract/documents/verdict.ts'
import { reviewPath } from '#contract/kit/pages.ts'
import { dateTimeText } from '#web/platform/clock.ts'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { fieldWords, percentText, readText } from '../../copy.ts'
import { FirmCheckList, Fold } from '../../parts/check-list.tsx'
import { TotalValue } from '../../parts/verdict-panel.tsx'
import { useComparison } from '../hooks.ts'
import { FlagEvidence } from './flags.tsx'

/** The findings of the check, the most important first. */
export const Findings = ({ document }: { document: ReviewedDocument }) => (
  <div className="grid gap-4">
    <Standing document={document} />
    <FlagEvidence document={document} />
    <FaceLikeness document={document} />
    <Values document={document} />
    <FirmCheckList
      checks={document.validation?.checks ?? []}
      isSettled={document.status === 'verified'}
      confidence={isFace(document) ? 0 : (document.validation?.confidence ?? 0)}
    />
  </div>
)

const Standing = ({ document }: { document: ReviewedDocument }) => {
  const { status, reason, decidedBy, decidedAt } = document
  const by = decidedBy && decidedAt ? `${decidedBy}, ${dateTimeText(decidedAt)}` : 'By the automated check'
  if (status === 'verified')
    return (
      <Callout tone="ok" title="Verified">
        {by}
      </Callout>
    )
  if (status === 'rejected')
    return (
      <Callout tone="stop" title="Another document was asked for">
        <p className="whitespace-pre-line">{reason}</p>
        <p className="mt-1 text-ink-soft">{by}</p>
      </Callout>
    )
  const [first, ...others] = reasonsForReview(document)
  return (
    <Callout tone="warn" title="Why this needs review">
      {others.length === 0 ? (
        <p>{first}</p>
      ) : (
        <ul className="grid list-disc gap-1 pl-4">
          {[first, ...others].map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </Callout>
  )
}

/** The rule that compares what was read with what the firm knows of the client. */
const knownBy: Partial<Record<ReadField, string>> = {
  fullName: 'name_matches',
  dateOfBirth: 'birth_date_matches',
  address: 'address_matches',
}

const Values = ({ document: { validation, corrections } }: { document: ReviewedDocument }) => {
  const fields = ReadField.options.filter((field) => validation?.metadata[field])
  if (validation === null) return null
  const { total } = validation.metadata
  if (fields.length === 0 && total === null) return null
  return (
    <section aria-label="What was read" className="grid gap-2">
      <h2 className="font-sans text-base font-semibold">What was read</h2>
      <dl className="grid gap-x-6 border-t border-line sm:grid-cols-2">
        {fields.map((field) => {
          const correction = corrections.find((other) => other.field === field)
          const known = validation.checks.find(({ rule }) => rule === knownBy[field])?.expected
          return (
            <div key={field} className="min-w-0 border-b border-line py-2">
              <dt className="text-sm text-ink-soft">{fieldWords[field]}</dt>
              <dd className="figures font-semibold wrap-anywhere">
                {readText(field, validation.metadata[field] ?? '')}
                {known && (
                  <span className="block text-sm font-normal wrap-anywhere text-ink-soft">
                    On file: {known === validation.metadata[field] ? 'the same' : known}
                  </span>
                )}
                {correction && (
                  <span className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm font-normal">
                    <Badge tone="info" plain>
                      The client says
                    </Badge>
                    {readText(field, correction.value)}
                  </span>
                )}
              </dd>
            </div>
          )
        })}
        {total && <TotalValue total={total} />}
      </dl>
    </section>
  )
}

const FaceLikeness = ({ document: { id, client } }: { document: ReviewedDocument }) => {
  const comparison = useComparison(client.id, id)
  if (comparison === null) return null
  const { documentId, selfieId, score } = comparison
  const counterpart = documentId === id ? selfieId : documentId
  return (
    <Callout
      tone={score < 0.5 ? 'warn' : 'info'}
      title={`The automatic comparison finds the faces ${score < 0.5 ? 'different' : 'similar'}`}
      actions={<TextLink to={reviewPath(counterpart)}>See the other photo</TextLink>}
    >
      <p>It decides nothing: please compare both photos.</p>
      <Fold title="See the measurement">
        <p className="figures">Face likeness is {percentText(score)}; below 50% suggests different people.</p>
      </Fold>
    </Callout>
  )
}
