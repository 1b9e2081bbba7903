import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { UserId } from '#contract/accounts.ts'
import { documentName } from '#contract/documents.ts'
import { reviewPath } from '#contract/pages.ts'
import { picturesAgainst, type ReviewedDocument, reviews } from '#contract/reviews.ts'
import { query } from '#web/platform/queries.ts'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { standingOf } from '../words.ts'

const useDocumentsOf = (id: UserId) => useQuery(query(reviews.ofClient, { id })).data

/** What a client sent of who they are, each leading to its findings: what an identity is decided by. */
export const IdentityPictures = ({ clientId }: { clientId: UserId }) => {
  const sent = useDocumentsOf(clientId)?.filter((document) => document.isOfIdentity && !document.isSuperseded)
  if (sent === undefined) return null
  if (sent.length === 0) return <p className="text-sm text-ink-soft">No document or picture to look at.</p>
  return (
    <ul aria-label="What they sent" className="flex flex-wrap gap-x-5 gap-y-2">
      {sent.map((document) => (
        <li key={document.id} className="flex items-center gap-2">
          <PictureLink document={document} />
          <Standing document={document} />
        </li>
      ))}
    </ul>
  )
}

interface PicturesFirstProps {
  clientId: UserId
  /** The form's field that leaves out what was rejected. */
  leaveOut: Pick<ComponentProps<typeof Checkbox>, 'name' | 'onChange'>
}

/** What is to be decided before an identity is accepted, so that the two never contradict each other. */
export const PicturesFirst = ({ clientId, leaveOut }: PicturesFirstProps) => {
  const { undecided, rejected } = picturesAgainst(useDocumentsOf(clientId) ?? [])
  return (
    <>
      {undecided.length > 0 && (
        <Callout tone="warn" title="Please decide on these first">
          <Links documents={undecided} />
        </Callout>
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
}

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

const Standing = ({ document }: { document: ReviewedDocument }) => {
  const { tone, words } = standingOf(document)
  return <Badge tone={tone}>{words}</Badge>
}
