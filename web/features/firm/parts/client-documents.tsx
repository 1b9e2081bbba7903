import { useSuspenseQuery } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { Link } from 'react-router'
import type { UserId } from '#contract/accounts.ts'
import { documentName } from '#contract/documents.ts'
import { reviewPath } from '#contract/pages.ts'
import { type ReviewedDocument, reviews } from '#contract/reviews.ts'
import { query } from '#web/platform/queries.ts'
import { Ago } from '#web/ui/data/ago.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Row, Section } from '#web/ui/layout/section.tsx'
import { standingOf } from '../words.ts'

/** What the client uploaded; each leads to its findings and decision. */
export const ClientDocuments = ({ id }: { id: UserId }) => (
  <AsyncBoundary skeleton={<SkeletonCard rows={2} />}>
    <Documents id={id} />
  </AsyncBoundary>
)

const Documents = ({ id }: { id: UserId }) => {
  const { data } = useSuspenseQuery(query(reviews.ofClient, { id }))
  return (
    <Section title="Documents" subtitle={data.length === 0 ? 'None yet' : `${data.length} uploaded`}>
      {data.length === 0 && <Empty title="No documents yet">The client's documents will appear here.</Empty>}
      {data.map((document) => (
        <div key={document.id} className="relative transition-colors duration-150 hover:bg-sunken">
          <DocumentRow document={document} />
        </div>
      ))}
    </Section>
  )
}

const DocumentRow = ({ document }: { document: ReviewedDocument }) => {
  const { id, filename, createdAt } = document
  const { tone, words } = standingOf(document)
  return (
    <Row
      mark={<FileText className="text-ink-soft" />}
      title={
        <Link to={reviewPath(id)} className="wrap-anywhere before:absolute before:inset-0">
          {documentName(document)}
        </Link>
      }
      detail={
        <span className="wrap-anywhere">
          <bdi>{filename}</bdi> · <Ago at={createdAt} />
        </span>
      }
      badge={<Badge tone={tone}>{words}</Badge>}
    />
  )
}
