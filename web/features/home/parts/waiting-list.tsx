import { useSuspenseQuery } from '@tanstack/react-query'
import {
  Briefcase,
  CalendarClock,
  FileCheck,
  FileClock,
  Gavel,
  IdCard,
  type LucideIcon,
  MailWarning,
  MessageSquare,
  Scale,
  ShieldAlert,
  Signpost,
  Undo2,
} from 'lucide-react'
import { Link } from 'react-router'
import {
  home,
  promised,
  type WaitingGroup,
  type WaitingKind,
  type WaitingThing,
} from '#contract/home/home.ts'
import { counted, dateText, now } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { useUser } from '#web/platform/session.ts'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Ago } from '#web/ui/data/ago.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Card } from '#web/ui/layout/card.tsx'

const icons: Record<WaitingKind, LucideIcon> = {
  documents: FileCheck,
  checks: IdCard,
  messages: MessageSquare,
  requested_cases: Briefcase,
  next_steps: Signpost,
  overdue_tasks: CalendarClock,
  expiring_documents: FileClock,
  client_requests: Scale,
  compliance_items: ShieldAlert,
  refunds: Undo2,
  disputes: Gavel,
  failed_emails: MailWarning,
}

/** What waits for the user: each kind with its oldest items, overdue ones first. */
export const Waiting = () => {
  const { data } = useSuspenseQuery(query(home.show, {}))
  const listOf = useListOf()
  const groups = data.filter(({ total }) => total > 0)
  const done = data.filter(({ total }) => total === 0)
  const sum = groups.reduce((total, group) => total + group.total, 0)
  const late = groups.reduce((total, group) => total + group.late, 0)
  return (
    <section aria-labelledby="needs-you" className="grid gap-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 id="needs-you" className="text-section">
          {sum === 0 ? 'Nothing needs you' : `${counted(sum, 'thing')} ${sum === 1 ? 'needs' : 'need'} you`}
        </h2>
        {late > 0 && <p className="text-sm text-ink-soft">{late === sum ? 'All late' : `${late} late`}</p>}
      </div>
      {groups.length === 0 ? (
        <Card>
          <Empty title="You’re up to date">
            {data.length === 0 ? 'Your role has nothing to decide here.' : 'New work will appear here.'}
          </Empty>
        </Card>
      ) : (
        <ul className="grid items-start gap-4 lg:grid-cols-2">
          {groups.map((group) => (
            <li key={group.kind} className="min-w-0">
              <WaitingCard group={group} />
            </li>
          ))}
        </ul>
      )}
      {done.length > 0 && (
        <p className="text-sm text-ink-soft">
          Nothing waiting:{' '}
          {done.map(({ kind }, at) => (
            <span key={kind}>
              {at > 0 && ', '}
              <TextLink to={listOf(kind)}>
                {at > 0 ? lowerFirst(promised[kind].title) : promised[kind].title}
              </TextLink>
            </span>
          ))}
          .
        </p>
      )}
    </section>
  )
}

const lowerFirst = (words: string) => words.charAt(0).toLowerCase() + words.slice(1)

/** Returns the list that holds all items of a kind, with filters if it holds more. */
const useListOf = () => {
  const { id } = useUser()
  return (kind: WaitingKind) => {
    const { page } = promised[kind]
    if (kind === 'overdue_tasks') return `${page}?standing=overdue&feeEarner=mine`
    if (kind === 'expiring_documents') return `${page}?standing=expiring&feeEarner=mine`
    if (kind === 'requested_cases') return `${page}?status=pending`
    if (kind === 'next_steps') return `${page}?status=open&whose=firm&feeEarner=${id}&sort=waiting`
    return page
  }
}

const WaitingCard = ({ group: { kind, total, late, oldest } }: { group: WaitingGroup }) => {
  const { title, workingDays } = promised[kind]
  const listOf = useListOf()
  const Icon = icons[kind]
  return (
    <Card padded={false}>
      <div className="flex items-start gap-3.5 px-4.5 py-3.5">
        <span className="grid size-9.5 flex-none place-items-center rounded-lg bg-brand-tint text-brand">
          <Icon />
        </span>
        <div className="min-w-0 flex-1">
          <h3 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-semibold">
            <Link to={listOf(kind)} className="underline-offset-3 hover:underline">
              {title}
            </Link>
            {late > 0 && <Badge tone="warn">{late} late</Badge>}
          </h3>
          {workingDays !== null && (
            <p className="text-sm text-ink-soft">Our aim: within {counted(workingDays, 'working day')}</p>
          )}
        </div>
        <span className="figures text-[1.625rem] leading-none font-semibold">{total}</span>
      </div>
      <ul className="divide-y divide-line border-t border-line">
        {oldest.map((thing) => (
          <li key={thing.id}>
            <WaitingLine thing={thing} kind={kind} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const WaitingLine = ({ thing, kind }: { thing: WaitingThing; kind: WaitingKind }) => {
  const { client, title, filename, matters, path, isLate } = thing
  const about = [...matters.map((matter) => `${matter.reference} ${matter.title}`), filename].filter(Boolean)
  return (
    <div className="relative flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-4.5 py-2.5 hover:bg-sunken">
      <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
        <p>
          <Link to={path} className="before:absolute before:inset-0">
            {client && <span className="font-semibold">{client}</span>}
            {client && ' · '}
            {title}
          </Link>
        </p>
        {about.length > 0 && <p className="text-xs text-ink-soft">{about.join(' · ')}</p>}
      </div>
      <p className={isLate ? 'text-sm font-semibold text-warn' : 'text-sm text-ink-soft'}>
        <Since thing={thing} kind={kind} />
      </p>
    </div>
  )
}

/** The date on which it was due or expires. For other kinds, since when it has waited. */
const Since = ({ thing: { since, isLate }, kind }: { thing: WaitingThing; kind: WaitingKind }) => {
  if (kind === 'overdue_tasks') return <>due {dateText(since)}</>
  if (kind === 'disputes') return <>answer by {dateText(since)}</>
  if (kind === 'expiring_documents')
    return (
      <>
        {since < now() ? 'expired' : 'expires'} {dateText(since)}
      </>
    )
  return (
    <>
      {isLate && <span className="sr-only">Late: </span>}
      <Ago at={since} />
    </>
  )
}
