import { pages } from '#contract/kit/pages.ts'
import type { MailTransport } from '#contract/mail.ts'
import { counted, dateTimeText, dayOf, now, timeText, today } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { TechnicalDetail } from '#web/ui/feedback/technical-detail.tsx'
import { useMailTransport, useTryAllNow } from '../hooks.ts'

/** How emails leave the portal, and if they don't, why not and what happens next. */
export const Transport = () => {
  const transport = useMailTransport()
  if (transport.kind === 'outbox') return <NoServer />
  if (transport.failure) return <ServerAway {...transport} failure={transport.failure} />
  const { from, waiting, nextAttemptAt } = transport
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-ink-soft">
        Emails are sent by your mail server, from {from}.
        {waiting > 0 && ` ${waitingWords(waiting, nextAttemptAt)}`}
      </p>
      {waiting > 0 && <TryAllNow />}
    </div>
  )
}

const NoServer = () => (
  <Callout tone="warn" title="No mail server is set up, so emails aren't being delivered">
    To send emails, connect one under <Connections />. Until then, you can read here what people would have
    received. What is kept here isn't sent later.
  </Callout>
)

const Connections = () => (
  <TextLink to={`${pages.integrations}?tab=connections`}>Integrations, Connections</TextLink>
)

type ServerAwayProps = MailTransport & { failure: NonNullable<MailTransport['failure']> }

const ServerAway = ({ failure: { words, detail, since }, waiting, nextAttemptAt }: ServerAwayProps) => (
  <Callout
    tone="stop"
    title={`Your mail server isn't working${since ? ` (since ${dateTimeText(since)})` : ''}`}
    actions={waiting > 0 && nextAttemptAt !== null && <TryAllNow />}
  >
    <p>
      {words} Its settings and a test are under <Connections />.
    </p>
    <p className="mt-2">
      {waiting === 0
        ? 'No email is waiting.'
        : `${waitingWords(waiting, nextAttemptAt)} Each is tried again for a day and a half.`}
    </p>
    <TechnicalDetail>{detail}</TechnicalDetail>
  </Callout>
)

const TryAllNow = () => {
  const { tryAll, isPending } = useTryAllNow()
  return (
    <Button busy={isPending} onClick={tryAll}>
      Try all now
    </Button>
  )
}

const waitingWords = (waiting: number, nextAttemptAt: Date | null) => {
  const count = `${counted(waiting, 'email')} ${waiting === 1 ? 'is' : 'are'} waiting`
  if (nextAttemptAt === null) return `${count}, and will be tried again once this is put right.`
  return `${count}. Next try: ${nextAttemptText(nextAttemptAt)}.`
}

/** The portal looks once a minute for what is due. */
export const nextAttemptText = (at: Date) => {
  if (at <= now()) return 'within a minute'
  return dayOf(at) === today() ? timeText(at) : dateTimeText(at)
}
