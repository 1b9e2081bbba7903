import { useState } from 'react'
import { canSendAgain, canTryNow, type MailState, type MailSummary } from '#contract/mail.ts'
import { dateTimeText, now, shortDateText, timeText } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Ago } from '#web/ui/data/ago.tsx'
import { ShowOlder } from '#web/ui/data/show-older.tsx'
import { type Column, Table } from '#web/ui/data/table.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Chips } from '#web/ui/fields/choices.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { useMails, useMailTransport, useSendAgain, useTryNow } from './hooks.ts'
import { MailDialog, StateBadge, stateWords } from './parts/mail-dialog.tsx'
import { TextsTab } from './parts/texts.tsx'
import { nextAttemptText, Transport } from './parts/transport.tsx'

/** Everything the portal has written to people, for administrators. */
export const MailsPage = () => (
  <Page title="Outbox" lead="Every email and text the portal has written, and whether it was sent.">
    <Tabs
      label="Outbox"
      tabs={[
        { value: 'emails', label: 'Emails', content: <EmailsTab /> },
        { value: 'texts', label: 'Text messages', content: <TextsTab /> },
      ]}
    />
  </Page>
)

const EmailsTab = () => (
  <div className="grid min-w-0 gap-5">
    <AsyncBoundary skeleton={<SkeletonCard rows={4} />}>
      <Transport />
      <Mails />
    </AsyncBoundary>
  </div>
)

type Filter = MailState | 'all'

const Mails = () => {
  const { data: mails, ...list } = useMails()
  const [filter, setFilter] = useState<Filter>('all')
  const [shown, setShown] = useState<MailSummary | null>(null)
  const of = (wanted: Filter) => mails.filter(({ state }) => wanted === 'all' || state === wanted)
  if (mails.length === 0)
    return (
      <Card>
        <Empty title="No emails yet">Each email appears here as soon as it is written.</Empty>
      </Card>
    )
  const found = of(filter)
  return (
    <div className="grid min-w-0 gap-3">
      <Chips label="Filter" value={filter} onChange={setFilter} chips={chipsOf(mails)} />
      <Card padded={false}>
        {found.length === 0 ? (
          <Empty title="None of these">Choose another filter to see the rest.</Empty>
        ) : (
          <Table caption="Emails" columns={columnsWith(setShown)} rows={found} rowKey={({ id }) => id} />
        )}
      </Card>
      <ShowOlder list={list} things="emails" />
      {shown && <MailDialog summary={shown} close={() => setShown(null)} />}
    </div>
  )
}

/** A filter for a state is shown only if an email has that state. */
const chipsOf = (mails: readonly MailSummary[]) => {
  const states = (['failed', 'waiting', 'sent', 'kept'] as const).map((value) => ({
    value,
    label: stateWords[value],
    count: mails.filter(({ state }) => state === value).length,
  }))
  return [{ value: 'all' as Filter, label: 'All' }, ...states.filter(({ count }) => count > 0)]
}

const columnsWith = (onOpen: (mail: MailSummary) => void): Column<MailSummary>[] => [
  {
    header: 'Subject',
    cell: (mail) => (
      <button
        type="button"
        onClick={() => onOpen(mail)}
        className="min-h-6 text-left font-semibold wrap-anywhere underline decoration-line underline-offset-3 hover:decoration-ink touch:min-h-11 stacked:text-right"
      >
        {mail.subject}
      </button>
    ),
  },
  {
    header: 'To',
    cell: ({ to }) => <span className="wrap-break-word stacked:wrap-anywhere stacked:text-right">{to}</span>,
  },
  {
    header: 'Written',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt.toISOString()} title={dateTimeText(createdAt)} className="whitespace-nowrap">
        {shortDateText(createdAt)}, {timeText(createdAt)}
      </time>
    ),
  },
  {
    header: 'State',
    cell: (mail) => <Standing mail={mail} />,
  },
  {
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: (mail) => <Action mail={mail} />,
  },
]

/** A fault of the mail server itself is explained once, above the table. */
const Standing = ({ mail: { state, failure, failureWords, triedAt, dueAt } }: { mail: MailSummary }) => {
  const { failure: fault } = useMailTransport()
  const isHeld = state === 'waiting' && failure === null && dueAt > now()
  return (
    <div className="grid max-w-[42ch] justify-items-start gap-1 text-[0.8125rem] text-ink-soft stacked:justify-items-end stacked:text-right">
      <StateBadge state={state} />
      {isHeld && <span>Held until {nextAttemptText(dueAt)}</span>}
      {failure !== null && triedAt && (
        <span>
          Last tried: <Ago at={triedAt} />
        </span>
      )}
      {failure !== null && state === 'waiting' && <span>Next try: {nextAttemptText(dueAt)}</span>}
      {fault === null && failureWords !== null && <span>{failureWords}</span>}
    </div>
  )
}

const Action = ({ mail }: { mail: MailSummary }) => {
  const { kind } = useMailTransport()
  if (canSendAgain(mail)) return <SendAgain mail={mail} />
  return kind === 'smtp' && canTryNow(mail) ? <TryNow mail={mail} /> : null
}

const SendAgain = ({ mail: { id, subject } }: { mail: MailSummary }) => {
  const { send, isPending } = useSendAgain()
  return (
    <Button size="small" busy={isPending} onClick={() => send(id)}>
      Send again<span className="sr-only">: {subject}</span>
    </Button>
  )
}

const TryNow = ({ mail: { id, subject } }: { mail: MailSummary }) => {
  const { tryNow, isPending } = useTryNow()
  return (
    <Button size="small" busy={isPending} onClick={() => tryNow(id)}>
      Try now<span className="sr-only">: {subject}</span>
    </Button>
  )
}
