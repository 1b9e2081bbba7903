import { Archive, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import { pages } from '#contract/kit/pages.ts'
import { mobileText, type TextState, type TextSummary } from '#contract/text-messages.ts'
import { dateTimeText, shortDateText, timeText } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { ShowOlder } from '#web/ui/data/show-older.tsx'
import { type Column, Table } from '#web/ui/data/table.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import type { Tone } from '#web/ui/tone.ts'
import { useReadCode, useTextOffer, useTexts } from '../hooks.ts'

/** The codes sent by text message, for administrators. */
export const TextsTab = () => (
  <div className="grid min-w-0 gap-5">
    <AsyncBoundary skeleton={<SkeletonCard rows={4} />}>
      <Standing />
      <Texts />
    </AsyncBoundary>
  </div>
)

const Standing = () => {
  const { isOffered, isKept } = useTextOffer()
  if (isKept)
    return (
      <Callout tone="warn" title="This is a demo, so texts aren't being sent">
        They stay here, with the codes that people would have received.
      </Callout>
    )
  if (isOffered)
    return <p className="text-ink-soft">Codes can be sent by text. They're hidden here once sent.</p>
  return (
    <Callout tone="info" title="Text messages aren't set up">
      Codes are passed on by telephone. To send them by text, set up a provider under{' '}
      <TextLink to={`${pages.integrations}?tab=texts`}>Integrations</TextLink>.
    </Callout>
  )
}

const Texts = () => {
  const { data: texts, ...list } = useTexts()
  if (texts.length === 0)
    return (
      <Card>
        <Empty title="No text messages yet">Each text appears here as soon as it is written.</Empty>
      </Card>
    )
  return (
    <div className="grid min-w-0 gap-3">
      <Card padded={false}>
        <Table caption="Text messages" columns={columns} rows={texts} rowKey={({ id }) => id} />
      </Card>
      <ShowOlder list={list} things="texts" />
    </div>
  )
}

const columns: Column<TextSummary>[] = [
  {
    header: 'Text',
    cell: ({ words, failure }) => (
      <div className="grid gap-1 stacked:text-right">
        <span className="wrap-anywhere">{words}</span>
        {failure && <span className="text-sm text-ink-soft wrap-anywhere">{failure}</span>}
      </div>
    ),
  },
  { header: 'To', cell: ({ number }) => <span className="whitespace-nowrap">{mobileText(number)}</span> },
  {
    header: 'Written',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt.toISOString()} title={dateTimeText(createdAt)} className="whitespace-nowrap">
        {shortDateText(createdAt)}, {timeText(createdAt)}
      </time>
    ),
  },
  { header: 'State', cell: ({ state }) => <Badge {...badges[state]}>{stateWords[state]}</Badge> },
  {
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: (text) => (text.hasCode ? <Code text={text} /> : null),
  },
]

const Code = ({ text: { id, number } }: { text: TextSummary }) => {
  const reading = useReadCode()
  if (reading.data)
    return (
      <span className="figures font-semibold tracking-wider whitespace-nowrap">
        {reading.data.code.slice(0, 3)} {reading.data.code.slice(3)}
      </span>
    )
  const onError = ({ message }: { message: string }) =>
    toast({ title: 'The code can’t be shown', description: message, variant: 'error' })
  return (
    <Button size="small" busy={reading.isPending} onClick={() => reading.mutate({ id }, { onError })}>
      Show code<span className="sr-only">: {mobileText(number)}</span>
    </Button>
  )
}

const stateWords: Record<TextState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  delivered: 'Delivered',
  kept: 'Not sent',
  failed: 'Failed',
}

const badges: Record<TextState, { tone: Tone; icon?: ReactNode }> = {
  waiting: { tone: 'info', icon: <Clock /> },
  sent: { tone: 'ok' },
  delivered: { tone: 'ok' },
  kept: { tone: 'neutral', icon: <Archive /> },
  failed: { tone: 'stop' },
}
