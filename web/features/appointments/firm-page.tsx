import { useState } from 'react'
import { bookableDays } from '#contract/appointment-times.ts'
import { useFirm } from '#web/features/settings/hooks.ts'
import { dayIn, zoneWords } from '#web/platform/zone.ts'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { plusDays, weeksOfMonth } from './days.ts'
import { useClients, useNow } from './hooks.ts'
import { ScheduleButton, useDesk } from './parts/appointment-desk.tsx'
import { AppointmentList } from './parts/appointment-list.tsx'
import { Calendar } from './parts/calendar.tsx'
import { DaysOffCard } from './parts/days-off-card.tsx'
import { HoursCard } from './parts/hours-card.tsx'
import { Whose, type WhoseProps } from './parts/whose.tsx'

/** The firm's side: the calendar of a person's clients, and when that person can be met. */
export const FirmAppointmentsPage = () => (
  <AsyncBoundary page="Appointments" failure="Failed to fetch appointments" skeleton={<FirmSkeleton />}>
    <FirmAppointments />
  </AsyncBoundary>
)

function FirmAppointments() {
  const { timeZone } = useFirm()
  const [now, clients] = [useNow(), useClients()]
  const { over, openNew, ...actions } = useDesk({ side: 'firm', people: [], clients, start: {}, now })
  const [whose, onWhose] = useState<WhoseProps['whose']>('mine')
  const shared = { ...actions, now, whose, onWhose, today: dayIn(timeZone, now) }
  return (
    <Page
      title="Appointments"
      lead={`With your clients. All times are ${zoneWords(timeZone)}.`}
      actions={<ScheduleButton onClick={openNew} />}
    >
      <Tabs
        label="Appointments"
        tabs={[
          { value: 'list', label: 'List View', content: <FirmList {...shared} /> },
          { value: 'calendar', label: 'Calendar View', content: <FirmCalendar {...shared} /> },
          { value: 'hours', label: 'Working Hours', content: <Diary /> },
        ]}
      />
      {over}
    </Page>
  )
}

type Shared = Omit<WhoseProps, 'range' | 'children'> & { today: string }

// Behind, far enough for the last four; ahead, everything that can have been booked.
const behind = -365
const ahead = bookableDays

const FirmList = ({ today, ...rest }: Shared) => (
  <Whose {...rest} isWhole range={{ from: plusDays(today, behind), to: plusDays(today, ahead) }}>
    {(shown) => <AppointmentList {...shown} empty="Nothing is booked with your clients." />}
  </Whose>
)

const FirmCalendar = ({ today, ...rest }: Shared) => {
  const [range, setRange] = useState(() => rangeOf(today))
  return (
    <Whose {...rest} range={range}>
      {(shown) => <Calendar {...shown} onRange={setRange} />}
    </Whose>
  )
}

const rangeOf = (day: string) => {
  const weeks = weeksOfMonth(day)
  return { from: weeks[0]?.[0] ?? day, to: weeks.at(-1)?.[6] ?? day }
}

const Diary = () => (
  <AsyncBoundary skeleton={<SkeletonCard rows={6} />}>
    <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <HoursCard />
      <DaysOffCard />
    </div>
  </AsyncBoundary>
)

const FirmSkeleton = () => (
  <Page title="Appointments">
    <SkeletonGroup words="Loading appointments">
      <SkeletonCard rows={3} />
      <SkeletonCard rows={3} />
    </SkeletonGroup>
  </Page>
)
