import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { UserId } from '#contract/accounts/accounts.ts'
import { documentName } from '#contract/documents/documents.ts'
import { type picturesAgainst, type ReviewedDocument, reviews } from '#contract/documents/reviews.ts'
import { reviewPath } from '#contract/kit/pages.ts'
import { reviewStatusOf } from '#web/features/documents/reviews/hooks.ts'
import { query } from '#web/platform/queries.ts'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'

export const useDocumentsOf = (id: UserId, { enabled = true } = {}) =>
  useQuery({ ...query(reviews.ofClient, { id }), enabled }).data

/** The pictures a client sent to prove their identity, each with a link to its findings. */
export const IdentityPictures = ({ clientId }: { clientId: UserId }) => {
  const sent = useDocumentsOf(clientId)?.filter((document) => document.isOfIdentity && !document.isSuperseded)
  if (sent === undefined) return null
  if (sent.length === 0) return <p className="text-sm text-ink-soft">No document or photo to look at.</p>
  return (
    <ul aria-label="What they sent" className="flex flex-wrap gap-x-5 gap-y-2">
      {sent.map((document) => (
        <li key={document.id} className="flex items-center gap-2">
          <PictureLink document={document} />
          <StatusBadge document={document} />
        </li>
      ))}
    </ul>
  )
}

interface PicturesFirstProps extends ReturnType<typeof picturesAgainst<ReviewedDocument>> {
  /** The form's field for leaving out rejected pictures. */
  leaveOut: Pick<ComponentProps<typeof Checkbox>, 'name' | 'onChange'>
}

/** Pictures to decide on before accepting an identity, so that the decisions cannot contradict each other. */
export const PicturesFirst = ({ undecided, rejected, leaveOut }: PicturesFirstProps) => (
  <>
    {undecided.length > 0 && (
      <div id={undecidedId}>
        <Callout tone="warn" title="Please decide on these first">
          <Links documents={undecided} />
        </Callout>
      </div>
    )}
    {rejected.length > 0 && (
      <Callout tone="warn" title="You've asked the client for another">
        <Links documents={rejected} />
        <div className="mt-2">
          <Checkbox
            label="Accept without it"
            hint="The client won't be asked for it any more."
            {...leaveOut}
          />
        </div>
      </Callout>
    )}
  </>
)
export const undecidedId = 'undecided-pictures'

const Links = ({ documents }: { documents: ReviewedDocument[] }) => (
  <ul className="grid gap-1">
    {documents.map((document) => (
      <li key={document.id}>
        <PictureLink document={document} />
      </li>
    ))}
  </ul>
)

const PictureLink = ({ document }: { document: ReviewedDocument }) => (
  <TextLink to={reviewPath(document.id)}>{documentName(document)}</TextLink>
)

const StatusBadge = ({ document }: { document: ReviewedDocument }) => {
  const { tone, words } = reviewStatusOf(document)
  return <Badge tone={tone}>{words}</Badge>
}
