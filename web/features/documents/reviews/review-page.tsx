import { useNavigate, useParams } from 'react-router'
import { DocumentId } from '#contract/documents/documents.ts'
import { type PlacedDocument, type ReviewedDocument, reviews } from '#contract/documents/reviews.ts'
import { reviewPath } from '#contract/kit/pages.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { MatterLinks, QueueNotice, QueueSteps, useHold, useListOf } from '#web/features/queue/hooks.tsx'
import { dateTimeText } from '#web/platform/clock.ts'
import { ClosedRolesHere } from '#web/platform/session.ts'
import { TextLink } from '#web/ui/actions/link.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { DocumentTitle, PageHeading } from '#web/ui/layout/page.tsx'
import { FullHeight, Panes } from '#web/ui/layout/panes.tsx'
import { sizeText, titleOf, typeText } from '../copy.ts'
import { Files } from '../hooks.ts'
import { DocumentContent, DownloadLink } from '../parts/preview.tsx'
import { queueItemOf, usePlace, useReview } from './hooks.ts'
import { Decision } from './parts/decision.tsx'
import { Findings } from './parts/findings.tsx'
import { ForFirmOnly } from './parts/flags.tsx'

export const ReviewPage = () => {
  const { id = '' } = useParams()
  return (
    <AsyncBoundary key={id} page="Document" list={useListOf('document')} skeleton={<ReviewSkeleton />}>
      <Files value={reviews}>
        <Review id={DocumentId.parse(id)} />
      </Files>
    </AsyncBoundary>
  )
}

/** One document beside the findings of the check, the decision, and the link to the next one. */
const Review = ({ id }: { id: DocumentId }) => {
  const document = useReview(id)
  return (
    <ClosedRolesHere value={document.closedRoles}>
      <OpenReview document={document} />
    </ClosedRolesHere>
  )
}

const OpenReview = ({ document }: { document: PlacedDocument }) => {
  const place = usePlace(document.id)
  const navigate = useNavigate()
  const { client, taskTitle, filename, fileType, fileSize, createdAt } = document
  const title = titleOf({ ...document, documentType: taskTitle ?? document.documentType })
  const held = queueItemOf(document)
  const list = useListOf('document')
  useHold(held)
  return (
    <FullHeight>
      <DocumentTitle>{`Review ${title}`}</DocumentTitle>
      <QueueSteps kind="document" place={place} />
      <header className="grid gap-1">
        <PageHeading className="text-[1.5625rem] wrap-anywhere">
          {client.firstName} {client.lastName}: {title}
        </PageHeading>
        <MatterLinks matters={document.matters} />
        {document.requestWords && (
          <p className="wrap-anywhere whitespace-pre-line">{`We asked: ${document.requestWords}`}</p>
        )}
        <p className="text-ink-soft wrap-anywhere">
          <bdi>{filename}</bdi> · {typeText(fileType)} · {sizeText(fileSize)} ·{' '}
          <span className="whitespace-nowrap">{dateTimeText(createdAt)}</span>
        </p>
      </header>
      <Panes
        left={{
          label: `${title}: ${filename}`,
          content: (
            <>
              <DocumentContent document={document} />
              <div className="flex flex-wrap items-center gap-3 text-sm text-ink-soft">
                <DownloadLink document={document} />
                {document.hasActiveContent && (
                  <p>This file contains active content. Open the original with care.</p>
                )}
              </div>
            </>
          ),
        }}
        right={{
          label: 'Decision and findings',
          content: (
            <>
              <QueueNotice held={held} />
              <Decision document={document} goOn={() => void navigate(place.after ?? list.page)} />
              <Notes document={document} />
              <Comparison document={document} />
              <Findings document={document} />
            </>
          ),
        }}
      />
    </FullHeight>
  )
}

const ReviewSkeleton = () => (
  <SkeletonGroup words="Loading the document">
    <SkeletonCard rows={1} />
    <div className="grid gap-5 lg:grid-cols-2">
      <SkeletonCard rows={6} />
      <SkeletonCard rows={4} />
    </div>
  </SkeletonGroup>
)

/**
 * Shows what is needed to judge a picture of a face: the number that was asked for, and the client's other pictures.
 */
const Comparison = ({ document: { numberAsked, beside } }: { document: ReviewedDocument }) => (
  <>
    {numberAsked !== null && (
      <p className="font-semibold">We asked for the number {numberAsked} in this photo.</p>
    )}
    {beside.length > 0 && (
      <section className="grid gap-2">
        <h2 className="font-semibold">Compare with</h2>
        <ul className="grid grid-cols-2 gap-3">
          {beside.map((other) => (
            <li key={other.id} className="grid content-start gap-1.5">
              <img
                src={urlOf(reviews.preview, { id: other.id, width: 640 })}
                alt={wholeTitleOf(other)}
                loading="lazy"
                className="h-44 w-full rounded-md border border-line bg-sunken object-contain"
              />
              <TextLink to={reviewPath(other.id)} aria-label={`Open ${wholeTitleOf(other)}`}>
                {titleOf(other)}
              </TextLink>
              <span className="text-sm text-ink-soft wrap-anywhere">
                <bdi>{other.filename}</bdi> · {dateTimeText(other.createdAt)}
              </span>
            </li>
          ))}
        </ul>
      </section>
    )}
  </>
)

/** Two photos of a face are both called “Selfie”, and may have one filename. */
const wholeTitleOf = (document: ReviewedDocument['beside'][number]) =>
  `${titleOf(document)}, ${document.filename}, ${dateTimeText(document.createdAt)}`

/** Notes on a document for the firm only, in addition to its verdict. */
const Notes = ({ document: { notes, isSuperseded } }: { document: ReviewedDocument }) => (
  <>
    {isSuperseded && <p className="font-semibold">Replaced or left out: this no longer counts.</p>}
    {notes.length > 0 && (
      <Callout tone="warn" title="Sent by someone else, too" aside={<ForFirmOnly />}>
        {notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </Callout>
    )}
  </>
)
