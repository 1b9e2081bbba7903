import { Archive, Clock, Paperclip } from 'lucide-react'
import type { ReactNode } from 'react'
import { urlOf } from '#contract/kit/transport.ts'
import {
  canSendAgain,
  canTryNow,
  type MailState,
  type MailSummary,
  mail,
  type ShownMail,
} from '#contract/mail.ts'
import { dateTimeText, now } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { TechnicalDetail } from '#web/ui/feedback/technical-detail.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import type { Tone } from '#web/ui/tone.ts'
import { useMail, useMailTransport, useSendAgain, useTryNow } from '../hooks.ts'
import { nextAttemptText } from './transport.tsx'

/** One email: its state, and its HTML and text parts as sent. */
export const MailDialog = ({ summary, close }: { summary: MailSummary; close: () => void }) => (
  <Dialog
    open
    onOpenChange={close}
    size="large"
    title={<span className="wrap-anywhere">{summary.subject}</span>}
  >
    <AsyncBoundary skeleton={<SkeletonCard rows={4} />}>
      <Content id={summary.id} />
    </AsyncBoundary>
  </Dialog>
)

const Content = ({ id }: Pick<MailSummary, 'id'>) => {
  const shown = useMail(id)
  return (
    <div className="grid gap-5">
      <Standing mail={shown} />
      <DescriptionList variant="stacked" facts={factsOf(shown)} />
      {shown.attachments.length > 0 && <Attachments mail={shown} />}
      <Tabs
        label="How to show the email"
        tabs={[
          { value: 'html', label: 'As it looks', content: <Picture mail={shown} /> },
          { value: 'text', label: 'As plain text', content: <Plain mail={shown} /> },
        ]}
      />
    </div>
  )
}

interface PartProps {
  mail: ShownMail
}

const factsOf = ({ to, state, createdAt, dueAt, settledAt, attempts, triedAt, failure }: ShownMail) => [
  { name: 'To', value: <span className="wrap-anywhere">{to}</span> },
  { name: 'State', value: <StateBadge state={state} /> },
  { name: 'Written', value: dateTimeText(createdAt) },
  ...(failure !== null && triedAt ? [{ name: 'Last tried', value: dateTimeText(triedAt) }] : []),
  settledAt
    ? { name: settledNames[state] ?? 'Settled', value: dateTimeText(settledAt) }
    : waitingFact({ dueAt, failure }),
  ...(attempts > 1 ? [{ name: 'Attempts', value: attempts }] : []),
]
/** An email that hasn't been tried waits only for the morning, unless its reader has turned Quiet at night off. */
const waitingFact = ({ dueAt, failure }: Pick<ShownMail, 'dueAt' | 'failure'>) => {
  if (failure !== null || dueAt <= now()) return { name: 'Next try', value: nextAttemptText(dueAt) }
  return { name: 'Held until', value: `${nextAttemptText(dueAt)}, because Quiet at night is on` }
}
const settledNames: Partial<Record<ShownMail['state'], string>> = {
  sent: 'Sent',
  kept: 'Not sent',
  failed: 'Failed',
}

const Standing = ({ mail }: PartProps) => {
  const { kind } = useMailTransport()
  if (mail.failure === null) return null
  const isOver = canSendAgain(mail)
  const waits =
    kind === 'outbox'
      ? "No mail server is set up, so this email isn't being delivered"
      : "We'll keep trying to send this email"
  return (
    <Callout
      tone={isOver ? 'stop' : 'warn'}
      title={isOver ? "This email couldn't be sent" : waits}
      actions={isOver ? <SendAgain id={mail.id} /> : <TryNow mail={mail} />}
    >
      {mail.failureWords}
      <TechnicalDetail>{mail.failure}</TechnicalDetail>
    </Callout>
  )
}

const SendAgain = ({ id }: Pick<ShownMail, 'id'>) => {
  const { send, isPending } = useSendAgain()
  return (
    <Button variant="primary" busy={isPending} onClick={() => send(id)}>
      Send again
    </Button>
  )
}

const TryNow = ({ mail }: PartProps) => {
  const { kind } = useMailTransport()
  const { tryNow, isPending } = useTryNow()
  if (kind === 'outbox' || !canTryNow(mail)) return null
  return (
    <Button variant="primary" busy={isPending} onClick={() => tryNow(mail.id)}>
      Try now
    </Button>
  )
}

const Attachments = ({ mail: { attachments } }: PartProps) => (
  <ul className="grid gap-1 text-sm" aria-label="Attachments">
    {attachments.map(({ filename, type }) => (
      <li key={filename} className="flex items-center gap-2">
        <Paperclip className="size-4! text-ink-soft" />
        <span className="min-w-0 wrap-anywhere">
          {filename} <span className="text-ink-soft">({type})</span>
        </span>
      </li>
    ))}
  </ul>
)

/** Nothing in the frame runs, loads or leads anywhere. The headers of its response forbid it as well. */
const Picture = ({ mail: { id, subject } }: PartProps) => (
  <iframe
    src={urlOf(mail.html, { id })}
    sandbox=""
    title={`The email: ${subject}`}
    className="h-[min(38rem,60dvh)] w-full rounded-lg border border-line bg-surface"
  />
)

const Plain = ({ mail: { text } }: PartProps) => (
  <pre className="overflow-x-auto rounded-lg border border-line bg-sunken p-4 font-sans text-sm whitespace-pre-wrap wrap-anywhere">
    {text}
  </pre>
)

export const stateWords: Record<MailState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  kept: 'Not sent',
  failed: 'Failed',
}

const badges: Record<MailState, { tone: Tone; icon?: ReactNode }> = {
  waiting: { tone: 'info', icon: <Clock /> },
  sent: { tone: 'ok' },
  kept: { tone: 'neutral', icon: <Archive /> },
  failed: { tone: 'stop' },
}

export const StateBadge = ({ state }: { state: MailState }) => (
  <Badge {...badges[state]}>{stateWords[state]}</Badge>
)
