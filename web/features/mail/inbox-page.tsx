import { Clock } from 'lucide-react'
import type { InboxMail } from '#contract/mail.ts'
import { dateTimeText, shortDateText, timeText } from '#web/platform/clock.ts'
import { ButtonLink } from '#web/ui/actions/button.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { ShowOlder } from '#web/ui/data/show-older.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { useInbox } from './hooks.ts'

/** The emails to a client of the demo. A real portal sends them to the client's mailbox. */
export const InboxPage = () => (
  <Page
    title="Your demo inbox"
    lead="This is a demo, so your emails are here. Their links work until they are used or expire."
  >
    <AsyncBoundary skeleton={<SkeletonCard rows={4} />}>
      <Inbox />
    </AsyncBoundary>
  </Page>
)

const Inbox = () => {
  const { data: mails, ...list } = useInbox()
  if (mails.length === 0)
    return (
      <Card>
        <Empty title="No emails yet">They appear here as soon as we write to you.</Empty>
      </Card>
    )
  return (
    <div className="grid max-w-180 gap-4">
      <ul className="grid gap-4">
        {mails.map((mail) => (
          <li key={mail.id}>
            <Mail mail={mail} />
          </li>
        ))}
      </ul>
      <ShowOlder list={list} things="emails" />
    </div>
  )
}

const Mail = ({
  mail: { subject, createdAt, waitsUntil, firstName, paragraphs, action, isLinkOver },
}: {
  mail: InboxMail
}) => (
  <Card className="grid gap-3">
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <h2 className="text-section wrap-anywhere">{subject}</h2>
      <time
        dateTime={createdAt.toISOString()}
        title={dateTimeText(createdAt)}
        className="text-sm whitespace-nowrap text-ink-soft"
      >
        {shortDateText(createdAt)}, {timeText(createdAt)}
      </time>
    </div>
    {waitsUntil && (
      <div>
        <Badge tone="info" icon={<Clock />}>
          Will be sent {shortDateText(waitsUntil)} at {timeText(waitsUntil)}
        </Badge>
      </div>
    )}
    <p>{firstName === '' ? 'Hello,' : `Dear ${firstName},`}</p>
    {paragraphs.map((paragraph) => (
      <p key={paragraph} className="whitespace-pre-wrap wrap-anywhere">
        {paragraph}
      </p>
    ))}
    {action && (
      <div>
        <ButtonLink to={action.path} variant="primary">
          {action.label}
        </ButtonLink>
      </div>
    )}
    {isLinkOver && (
      <p className="text-sm text-ink-soft">
        The link in this email has been used, has expired, or was sent to your own mailbox.
      </p>
    )}
  </Card>
)
