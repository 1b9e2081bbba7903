import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useNavigate, useParams } from 'react-router'
import { DocumentId } from '#contract/documents/documents.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { pages } from '#contract/kit/pages.ts'
import { dateTimeText } from '#web/platform/clock.ts'
import { ButtonLink } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { DocumentTitle, PageHeading } from '#web/ui/layout/page.tsx'
import { Files } from '../files.ts'
import { DocumentContent, DownloadLink } from '../parts/content.tsx'
import { sizeText, titleOf, typeText } from '../words.ts'
import { useHold, usePlace, useReview } from './hooks.ts'
import { Comparison, Notes } from './parts/comparison.tsx'
import { Decision } from './parts/decision.tsx'
import { Findings } from './parts/findings.tsx'
import { QueueNotice } from './parts/queue-notice.tsx'
import { Shortcuts } from './parts/shortcuts.tsx'

export const ReviewPage = () => {
  const { id = '' } = useParams()
  return (
    <AsyncBoundary key={id} skeleton={<ReviewSkeleton />}>
      <Files value={reviews}>
        <Review id={DocumentId.parse(id)} />
      </Files>
    </AsyncBoundary>
  )
}

/** One document beside what the check found, the decision, and the way to the next one. */
const Review = ({ id }: { id: DocumentId }) => {
  const document = useReview(id)
  const place = usePlace(id)
  const navigate = useNavigate()
  const { client, filename, fileType, fileSize, createdAt } = document
  useHold(document)
  return (
    <div className="grid gap-5">
      <DocumentTitle>{`Review ${filename}`}</DocumentTitle>
      <Steps place={place} />
      <header className="grid gap-1.5">
        <PageHeading className="text-[25px] wrap-anywhere md:text-[30px]">
          {client.firstName} {client.lastName}: {titleOf(document)}
        </PageHeading>
        <p className="text-ink-soft wrap-anywhere">
          <bdi>{filename}</bdi> · {typeText(fileType)} · {sizeText(fileSize)} ·{' '}
          <span className="whitespace-nowrap">{dateTimeText(createdAt)}</span>
        </p>
      </header>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
        <Card className="grid gap-4">
          <DocumentContent document={document} />
          <div className="flex flex-wrap items-center gap-3 text-sm text-ink-soft">
            <DownloadLink document={document} />
            {document.hasActiveContent && (
              <p>This file contains active content. Open the original with care.</p>
            )}
          </div>
        </Card>
        <div className="grid gap-4 lg:sticky lg:top-6">
          <Card className="grid gap-5">
            <QueueNotice document={document} />
            <Decision document={document} goOn={() => void navigate(place.after ?? pages.reviews)} />
            <Notes document={document} />
            <Comparison document={document} />
            <Findings document={document} />
          </Card>
        </div>
      </div>
    </div>
  )
}

type Place = ReturnType<typeof usePlace>

const Steps = ({ place: { at, total, before, after } }: { place: Place }) => (
  <nav aria-label="Documents that wait" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
    <TextLink to={pages.reviews}>All documents to review</TextLink>
    {at >= 0 && <span className="figures text-ink-soft">{`${at + 1} of ${total}`}</span>}
    <span className="ml-auto flex gap-2">
      <Shortcuts />
      {before && (
        <ButtonLink to={before} size="small" icon={<ArrowLeft />} aria-keyshortcuts="ArrowLeft k">
          Previous
        </ButtonLink>
      )}
      {after && (
        <ButtonLink to={after} size="small" icon={<ArrowRight />} aria-keyshortcuts="ArrowRight j">
          Next
        </ButtonLink>
      )}
    </span>
  </nav>
)

const ReviewSkeleton = () => (
  <SkeletonGroup words="Loading the document">
    <SkeletonCard rows={1} />
    <div className="grid gap-5 lg:grid-cols-2">
      <SkeletonCard rows={6} />
      <SkeletonCard rows={4} />
    </div>
  </SkeletonGroup>
)
