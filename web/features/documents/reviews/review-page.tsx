import { useNavigate, useParams } from 'react-router'
import { DocumentId } from '#contract/documents/documents.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { QueueNotice, QueueSteps, reviewPane, useHold, useListOf } from '#web/features/queue/hooks.tsx'
import { dateTimeText } from '#web/platform/clock.ts'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { DocumentTitle, PageHeading } from '#web/ui/layout/page.tsx'
import { Files } from '../files.ts'
import { DocumentContent, DownloadLink } from '../parts/content.tsx'
import { sizeText, titleOf, typeText } from '../words.ts'
import { queueItemOf, usePlace, useReview } from './hooks.ts'
import { Comparison, Notes } from './parts/comparison.tsx'
import { Decision } from './parts/decision.tsx'
import { Findings } from './parts/findings.tsx'

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
  const held = queueItemOf(document)
  const list = useListOf('document')
  useHold(held)
  return (
    <div className="grid gap-4">
      <DocumentTitle>{`Review ${filename}`}</DocumentTitle>
      <QueueSteps kind="document" place={place} />
      <header className="grid gap-1">
        <PageHeading className="text-[25px] wrap-anywhere">
          {client.firstName} {client.lastName}: {titleOf(document)}
        </PageHeading>
        <p className="text-ink-soft wrap-anywhere">
          <bdi>{filename}</bdi> · {typeText(fileType)} · {sizeText(fileSize)} ·{' '}
          <span className="whitespace-nowrap">{dateTimeText(createdAt)}</span>
        </p>
      </header>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)]">
        <Card className={`grid gap-4 ${reviewPane}`}>
          <DocumentContent document={document} />
          <div className="flex flex-wrap items-center gap-3 text-sm text-ink-soft">
            <DownloadLink document={document} />
            {document.hasActiveContent && (
              <p>This file contains active content. Open the original with care.</p>
            )}
          </div>
        </Card>
        <div className="grid gap-4 lg:sticky lg:top-6">
          <Card className={`grid gap-5 ${reviewPane}`}>
            <QueueNotice held={held} />
            <Decision document={document} goOn={() => void navigate(place.after ?? list.page)} />
            <Notes document={document} />
            <Comparison document={document} />
            <Findings document={document} />
          </Card>
        </div>
      </div>
    </div>
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
