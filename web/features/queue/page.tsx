import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { pages } from '#contract/kit/pages.ts'
import { isNextFor, type QueueItem, type QueueState, queue, queued } from '#contract/queue.ts'
import { query } from '#web/platform/queries.ts'
import { useMay, useUser } from '#web/platform/session.ts'
import { ButtonLink } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Ago } from '#web/ui/data/ago.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Row } from '#web/ui/layout/section.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { MatterLinks, QueueMarks } from './hooks.tsx'
import { Shortcuts } from './parts/shortcuts.tsx'

/** Everything that waits for a decision, of all kinds. */
export const QueuePage = () => {
  const mayRead = useMay()
  return (
    <Page
      title="Queue"
      lead={
        <>
          Everything that needs your decision, the longest wait first. By kind:{' '}
          <TextLink to={pages.reviews}>documents</TextLink>, <TextLink to={pages.checks}>checks</TextLink>
          {mayRead('risk.decide') && (
            <>
              , <TextLink to={pages.compliance}>compliance</TextLink>
            </>
          )}
          .
        </>
      }
    >
      <Tabs<QueueState>
        label="Queue"
        tabs={[
          { value: 'waiting', label: 'Waiting', content: <Listed state="waiting" /> },
          { value: 'mine', label: 'Assigned to me', content: <Listed state="mine" /> },
          { value: 'snoozed', label: 'Snoozed', content: <Listed state="snoozed" /> },
        ]}
      />
    </Page>
  )
}

const Listed = ({ state }: { state: QueueState }) => (
  <AsyncBoundary skeleton={<SkeletonCard rows={4} />}>
    <QueueList state={state} />
  </AsyncBoundary>
)

const QueueList = ({ state }: { state: QueueState }) => {
  const { items, total } = useSuspenseQuery(query(queue.list, { state })).data
  const { id: me } = useUser()
  const first = items.find((item) => isNextFor(item, me)) ?? items[0]
  if (!first)
    return (
      <Card>
        <Empty title={nothing[state].title}>{nothing[state].words}</Empty>
      </Card>
    )
  return (
    <div className="grid gap-3">
      {state !== 'snoozed' && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-ink-soft" role="status">
            {`${total} waiting, oldest first.`}
            {total > items.length && ` The first ${items.length} are listed.`}
          </p>
          <div className="flex flex-wrap items-center gap-2">
            <Shortcuts />
            <ButtonLink to={queued[first.kind].pathOf(first.id)} variant="primary" aria-keyshortcuts="j">
              Start with the first
            </ButtonLink>
          </div>
        </div>
      )}
      <Card padded={false}>
        <ul className="divide-y divide-line">
          {items.map((item) => (
            <li key={item.id}>
              <QueueRow item={item} />
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}

const QueueRow = ({ item }: { item: QueueItem }) => {
  const { kind, id, client, title, filename, matters, since } = item
  return (
    <div className="relative transition-colors duration-150 hover:bg-sunken">
      <Row
        title={
          <Link to={queued[kind].pathOf(id)} className="min-w-0 wrap-anywhere before:absolute before:inset-0">
            {client.name}: <bdi>{title}</bdi>
          </Link>
        }
        badge={<Badge tone="neutral">{queued[kind].label}</Badge>}
        detail={
          <>
            <MatterLinks matters={matters} />
            <p className="min-w-0 wrap-anywhere">
              <Ago at={since} />
              {filename && (
                <>
                  {' '}
                  · <bdi className="text-xs">{filename}</bdi>
                </>
              )}
            </p>
            <QueueMarks facts={item} />
          </>
        }
        action={<ArrowRight className="text-ink-soft max-sm:hidden" />}
      />
    </div>
  )
}

const nothing: Record<QueueState, { title: string; words: string }> = {
  waiting: {
    title: 'Nothing is waiting',
    words: 'Documents and checks that need your decision will appear here.',
  },
  mine: {
    title: 'Nothing is assigned to you',
    words: 'What a colleague assigns to you, or to someone you’re covering for, is listed here.',
  },
  snoozed: {
    title: 'Nothing is snoozed',
    words: 'What you can’t decide yet can be snoozed. It returns to the queue by itself.',
  },
}
