import { ArrowRight, FileText } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { firstReviewReason } from '#contract/documents/review-words.ts'
import {
  type PlacedDocument,
  type ReviewedDocument,
  type ReviewState,
  reviews,
  reviewsAtOnce,
} from '#contract/documents/reviews.ts'
import { isFace } from '#contract/documents/verdict.ts'
import { reviewPath } from '#contract/kit/pages.ts'
import { rolesFor } from '#contract/kit/rights.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { colleagueDecides } from '#contract/queue.ts'
import { MatterLinks, QueueMarks, useIsTaken } from '#web/features/queue/hooks.tsx'
import { ClosedRolesHere, useMay, useOnlyReads, useReadsMore, useUser } from '#web/platform/session.ts'
import { ButtonLink } from '#web/ui/actions/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Ago } from '#web/ui/data/ago.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Row } from '#web/ui/layout/section.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { titleOf } from '../copy.ts'
import { StatusBadge } from '../parts/status-badge.tsx'
import { useReviews } from './hooks.ts'
import { FlagBadges } from './parts/flags.tsx'

/** Clients' documents that no rule could decide, for a person of the firm. */
export const ReviewsPage = () => (
  <Page title="Documents to review" lead={`The automatic check couldn't settle these. ${useWhoDecides()}`}>
    <Tabs<ReviewState>
      label="Documents"
      tabs={[
        { value: 'waiting', label: 'Awaiting review', content: <Listed state="waiting" /> },
        { value: 'snoozed', label: 'Snoozed', content: <Listed state="snoozed" /> },
        { value: 'decided', label: 'Decided', content: <Listed state="decided" /> },
      ]}
    />
  </Page>
)

const useWhoDecides = () => {
  const readsMore = useReadsMore({ reading: 'documents.read', acting: 'documents.decide' })
  if (!useMay()('documents.decide')) return 'You can read them; a fee earner decides.'
  return readsMore
    ? "You decide for your own clients, and we'll tell them."
    : "You decide, and we'll tell the client."
}

const Listed = ({ state }: { state: ReviewState }) => (
  <AsyncBoundary skeleton={<SkeletonCard rows={4} />}>
    <ReviewList state={state} />
  </AsyncBoundary>
)

const ReviewList = ({ state }: { state: ReviewState }) => {
  const { documents, total } = useReviews(state)
  const isTaken = useIsTaken()
  const { roles } = useUser()
  const isDecidable = ({ closedRoles }: PlacedDocument) =>
    rolesFor(roles, 'documents.decide').some((role) => !closedRoles.includes(role))
  const free = documents.filter((document) => !isTaken(document))
  const first = free.find(isDecidable) ?? free[0] ?? documents[0]
  if (!first) return <NothingHere state={state} />
  return (
    <div className="grid gap-3">
      {state === 'waiting' && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-soft" role="status">
            {`${total} awaiting review, oldest first.`}
            {total > documents.length && ` The first ${documents.length} are listed.`}
          </p>
          <ButtonLink to={reviewPath(first.id)} variant="primary">
            {isDecidable(first) ? 'Review the first' : 'Read the first'}
          </ButtonLink>
        </div>
      )}
      {state === 'decided' && documents.length === reviewsAtOnce && (
        <p className="text-ink-soft">{`The latest ${reviewsAtOnce} decisions are listed.`}</p>
      )}
      <Card padded={false}>
        <ul className="divide-y divide-line">
          {documents.map((document) => (
            <li key={document.id}>
              <ClosedRolesHere value={document.closedRoles}>
                <ReviewRow document={document} />
              </ClosedRolesHere>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}

const ReviewRow = ({ document }: { document: PlacedDocument }) => {
  const { id, client, filename, taskTitle, matters, createdAt, decidedBy, decidedAt, reason } = document
  const onlyReads = useOnlyReads('documents.decide')
  return (
    <div className="relative transition-colors duration-150 hover:bg-sunken">
      <Row
        mark={<Thumbnail document={document} />}
        title={
          <Link to={reviewPath(id)} className="min-w-0 wrap-anywhere before:absolute before:inset-0">
            {client.firstName} {client.lastName}: <bdi>{taskTitle ?? titleOf(document)}</bdi>
          </Link>
        }
        badge={<FlagBadges document={document} />}
        detail={
          <>
            <MatterLinks matters={matters} />
            <p className="min-w-0 wrap-anywhere">
              <Ago at={createdAt} /> · <bdi className="text-xs">{filename}</bdi>
            </p>
            {decidedAt ? (
              <p>
                Decided by {decidedBy}, <Ago at={decidedAt} />
                {reason && <>: {reason}</>}
              </p>
            ) : (
              <p className="wrap-anywhere">{firstReviewReason(document)}</p>
            )}
            {!decidedAt && onlyReads && <p>{colleagueDecides}</p>}
            <QueueMarks facts={document} />
          </>
        }
        action={
          <>
            {decidedAt && <StatusBadge document={document} />}
            <ArrowRight className="text-ink-soft max-sm:hidden" />
          </>
        }
      />
    </div>
  )
}

const nothing: Record<ReviewState, { title: string; words: string }> = {
  waiting: {
    title: 'Nothing to review',
    words: 'Uploads are checked automatically first. Anything that needs a decision appears here.',
  },
  snoozed: {
    title: 'Nothing is snoozed',
    words: "A document that can't be decided yet can be snoozed. It returns to the queue by itself.",
  },
  decided: {
    title: 'No decisions yet',
    words: 'Accepted and rejected documents are listed here. A decision can be withdrawn.',
  },
}

const NothingHere = ({ state }: { state: ReviewState }) => (
  <Card>
    <Empty title={nothing[state].title}>{nothing[state].words}</Empty>
  </Card>
)

/** A small picture of a document, for a list. */
const Thumbnail = ({ document: { id, documentType } }: { document: ReviewedDocument }) => {
  const [isBroken, setBroken] = useState(false)
  return (
    <span className="grid h-14 w-16 flex-none place-items-center overflow-clip rounded-md border border-line bg-sunken max-sm:hidden">
      {isBroken ? (
        <FileText className="text-ink-soft" />
      ) : (
        <img
          src={urlOf(reviews.preview, { id, width: 160 })}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          className={classes(
            'size-full',
            isFace({ documentType }) ? 'object-contain' : 'object-cover object-top',
          )}
        />
      )}
    </span>
  )
}
