import { useSuspenseQuery } from '@tanstack/react-query'
import type { Appointment } from '#contract/appointments/appointments.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { fullName } from '#contract/kit/names.ts'
import { clientPath, pages } from '#contract/kit/pages.ts'
import { counted, now, weekdayText } from '#web/platform/clock.ts'
import { clockIn, dayIn } from '#web/platform/days.ts'
import { useFirm } from '#web/platform/firm.ts'
import { query } from '#web/platform/queries.ts'
import { useMay, useUser } from '#web/platform/session.ts'
import { JoinLink } from '#web/ui/actions/join-link.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Row } from '#web/ui/layout/section.tsx'
import { FirstSteps } from './parts/first-steps.tsx'
import { InspectionNote } from './parts/inspection-note.tsx'
import { Waiting } from './parts/waiting-list.tsx'

/** The firm's home page: what waits for the user, and today's appointments. */
export const FirmPage = () => (
  <Page title={`Hello, ${useUser().firstName}`} tabTitle="Your firm" lead={weekdayText(now())}>
    <AsyncBoundary
      skeleton={
        <SkeletonGroup words="Loading what needs you">
          <SkeletonCard rows={3} />
          <SkeletonCard rows={3} />
        </SkeletonGroup>
      }
    >
      <InspectionNote />
      <FirstSteps />
      <Waiting />
    </AsyncBoundary>
    {useMay()('appointments.run') && <TodayCard />}
  </Page>
)

/** The user's appointments today, by the firm's clock. */
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
