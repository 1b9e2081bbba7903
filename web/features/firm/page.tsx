import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Briefcase, FileCheck, IdCard, type LucideIcon, MessageSquare, Scale, Undo2 } from 'lucide-react'
import { Link } from 'react-router'
import type { Appointment } from '#contract/appointments/appointments.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { reviews } from '#contract/documents/reviews.ts'
import { identity } from '#contract/identity/identity.ts'
import { fullName } from '#contract/kit/names.ts'
import { clientPath, type Page as PagePath, pages } from '#contract/kit/pages.ts'
import type { Action } from '#contract/kit/rights.ts'
import { matters } from '#contract/matters/matters.ts'
import { messages } from '#contract/messages.ts'
import { payments } from '#contract/payments/payments.ts'
import { isAnswered, privacy } from '#contract/privacy.ts'
import { counted, now, weekdayText } from '#web/platform/clock.ts'
import { clockIn, dayIn } from '#web/platform/days.ts'
import { useFirm } from '#web/platform/firm.ts'
import { query } from '#web/platform/queries.ts'
import { useMay, useUser } from '#web/platform/session.ts'
import { JoinLink } from '#web/ui/actions/join-link.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { classes } from '#web/ui/classes.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Row } from '#web/ui/layout/section.tsx'
import { ClientList } from './parts/client-list.tsx'

/** Where people of the firm arrive: what waits for them, and how far their clients have come. */
export const FirmPage = () => (
  <Page title={`Hello, ${useUser().firstName}`} tabTitle="Your firm" lead={weekdayText(now())}>
    <WaitingCards />
    {useMay()('appointments.run') && <TodayCard />}
    <ClientList />
  </Page>
)

/** Whom this person meets today, by the firm's clock. */
const TodayCard = () => (
  <section aria-labelledby="todays-appointments" className="grid gap-3">
    <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
      <h2 id="todays-appointments" className="text-section">
        Today’s appointments
      </h2>
      <TextLink to={pages.firmAppointments}>All appointments</TextLink>
    </div>
    <AsyncBoundary skeleton={<SkeletonCard rows={1} />}>
      <Today />
    </AsyncBoundary>
  </section>
)

const Today = () => {
  const { timeZone } = useFirm()
  const { id } = useUser()
  const day = dayIn(timeZone, now())
  const { data } = useSuspenseQuery(query(firmAppointments.list, { from: day, to: day }))
  const planned = data.filter(({ status }) => status !== 'cancelled')
  const mine = planned.filter((appointment) => appointment.with.id === id)
  const others = planned.length - mine.length
  return (
    <Card padded={false}>
      {mine.length === 0 ? (
        <p className="px-4.5 py-4 text-ink-soft">No appointments today.</p>
      ) : (
        <ul className="divide-y divide-line">
          {mine.map((appointment) => (
            <li key={appointment.id}>
              <Meeting appointment={appointment} timeZone={timeZone} />
            </li>
          ))}
        </ul>
      )}
      {others > 0 && (
        <p className="border-t border-line px-4.5 py-3 text-sm text-ink-soft">
          {counted(others, 'more appointment')} with your colleagues.
        </p>
      )}
    </Card>
  )
}

const Meeting = ({ appointment, timeZone }: { appointment: Appointment; timeZone: string }) => {
  const { title, client, startTime, endTime, location } = appointment
  return (
    <div className="flex flex-wrap items-center">
      <div className="min-w-60 flex-1">
        <Row
          mark={
            <time dateTime={startTime.toISOString()} className="figures w-13 flex-none font-semibold">
              {clockIn(timeZone, startTime)}
            </time>
          }
          title={<span className="wrap-anywhere">{title}</span>}
          badge={<When appointment={appointment} />}
          detail={
            <span className="wrap-anywhere">
              <TextLink to={clientPath(client.id)}>{fullName(client)}</TextLink> · until{' '}
              {clockIn(timeZone, endTime)} · {location ?? 'At our office'}
            </span>
          }
        />
      </div>
      <div className="px-4.5 pb-3.5 empty:hidden sm:py-3.5">
        <JoinLink appointment={appointment} />
      </div>
    </div>
  )
}

const When = ({ appointment: { startTime, endTime } }: { appointment: Appointment }) => {
  const time = now()
  if (endTime <= time) return <Badge tone="ok">Over</Badge>
  return startTime <= time ? <Badge tone="info">Now</Badge> : null
}

/** How many things of a kind wait; undefined until that is known, and where it cannot be asked. */
type Count = () => number | undefined

interface Kind {
  action: Action
  page: PagePath
  icon: LucideIcon
  title: string
  /** What it says when nothing waits. */
  none: string
  useCount: Count
  /** Not shown while nothing waits: for what is rare. */
  isRare?: boolean
}

/** What waits for a person of the firm: each kind asks for itself, so that one that fails takes nothing with it. */
const kinds: Kind[] = [
  {
    action: 'documents.read',
    page: pages.reviews,
    icon: FileCheck,
    title: 'Documents to review',
    none: 'All decided',
    useCount: () => useQuery(query(reviews.list, { state: 'waiting' })).data?.total,
  },
  {
    action: 'identity.read',
    page: pages.checks,
    icon: IdCard,
    title: 'Identity and bank checks',
    none: 'All decided',
    useCount: () => useQuery(query(identity.waiting, {})).data?.length,
  },
  {
    action: 'messages.write',
    page: pages.firmMessages,
    icon: MessageSquare,
    title: 'Unread messages',
    none: 'All read',
    useCount: () => sumOf(useQuery(query(messages.contacts, {})).data?.map(({ unreadCount }) => unreadCount)),
  },
  {
    action: 'matters.read',
    page: pages.firmMatters,
    icon: Briefcase,
    title: 'Requested cases',
    none: 'No requests',
    useCount: () =>
      useQuery(query(matters.firmList, {})).data?.filter(({ status }) => status === 'pending').length,
  },
  {
    action: 'privacy.read',
    page: pages.firmRequests,
    icon: Scale,
    title: 'Clients’ requests',
    none: 'All answered',
    useCount: () =>
      useQuery(query(privacy.firmRequests, {})).data?.filter((request) => !isAnswered(request)).length,
    isRare: true,
  },
  {
    action: 'payments.read',
    page: pages.refunds,
    icon: Undo2,
    title: 'Refunds due',
    none: 'No refunds due',
    useCount: () =>
      useQuery(query(payments.refunds, {})).data?.filter(({ status }) => status === 'refund_due').length,
    isRare: true,
  },
]

const sumOf = (numbers: number[] | undefined) => numbers?.reduce((sum, number) => sum + number, 0)

const WaitingCards = () => {
  const mayDo = useMay()
  return (
    <section aria-label="Waiting for you">
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-[repeat(auto-fit,minmax(11rem,1fr))]">
        {kinds
          .filter(({ action }) => mayDo(action))
          .map((kind) => (
            <WaitingCard key={kind.page} kind={kind} />
          ))}
      </ul>
    </section>
  )
}

const WaitingCard = ({ kind: { page, icon: Icon, title, none, useCount, isRare } }: { kind: Kind }) => {
  const count = useCount()
  if (isRare && !count) return null
  return (
    <li className="relative flex items-start sm:min-h-24 gap-3.5 rounded-xl border border-line bg-surface p-4.5 shadow-1 transition-colors duration-150 hover:border-edge">
      <span
        className={classes(
          'grid size-9.5 flex-none place-items-center rounded-lg',
          count ? 'bg-brand-tint text-brand' : 'bg-sunken text-ink-soft',
        )}
      >
        <Icon />
      </span>
      <div className="min-w-0">
        <p className="text-sm font-semibold">
          <Link to={page} className="before:absolute before:inset-0 before:rounded-xl">
            {title}
          </Link>
        </p>
        <p className="mt-1">
          {count ? (
            <span className="figures text-[30px] leading-none font-semibold">{count}</span>
          ) : (
            <span className="text-sm text-ink-soft">{count === 0 ? none : ' '}</span>
          )}
        </p>
      </div>
    </li>
  )
}
