import { type ReactNode, useState } from 'react'
import type { Appointment } from '#contract/appointments/appointments.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { bookableDays } from '#contract/appointments/times.ts'
import { fullName } from '#contract/kit/names.ts'
import { dayIn, plusDays, weeksOfMonth, zoneWords } from '#web/platform/days.ts'
import { useDeepLinkTarget } from '#web/platform/deep-link-target.ts'
import { useFirm } from '#web/platform/firm.ts'
import { useUser } from '#web/platform/session.ts'
import { NotFoundNotice } from '#web/ui/data/deep-link-target.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Chips } from '#web/ui/fields/choices.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { useClients, useFirmAppointments, useNow } from './hooks.ts'
import { AppointmentList, type AppointmentsProps, type CardActions } from './parts/appointment-list.tsx'
import { ScheduleButton, useAppointmentSheet } from './parts/appointment-sheet.tsx'
import { Calendar } from './parts/calendar.tsx'
import { DaysOffCard, HoursCard } from './parts/working-hours.tsx'

/** The firm's appointments: the calendar of the user's clients, and the user's availability. */
export const FirmAppointmentsPage = () => (
  <AsyncBoundary page="Appointments" failure="Failed to fetch appointments" skeleton={<FirmSkeleton />}>
    <FirmAppointments />
  </AsyncBoundary>
)

function FirmAppointments() {
  const { timeZone } = useFirm()
  const [now, clients] = [useNow(), useClients()]
  const { over, openNew, ...actions } = useAppointmentSheet({
    side: 'firm',
    people: [],
    clients,
    start: {},
    now,
  })
  const [whose, onWhose] = useState<MineOrAllProps['whose']>('mine')
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

type Shared = Omit<MineOrAllProps, 'range' | 'children'> & { today: string }

// In days. Far enough back for the last four appointments, and ahead as far as can be booked.
const behind = -365
const ahead = bookableDays

const FirmList = ({ today, ...rest }: Shared) => (
  <MineOrAll {...rest} isWhole range={{ from: plusDays(today, behind), to: plusDays(today, ahead) }}>
    {(shown) => <AppointmentList {...shown} empty="Nothing is booked with your clients." />}
  </MineOrAll>
)

const FirmCalendar = ({ today, ...rest }: Shared) => {
  const [range, setRange] = useState(() => rangeOf(today))
  return (
    <MineOrAll {...rest} range={range}>
      {(shown) => <Calendar {...shown} onRange={setRange} />}
    </MineOrAll>
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

interface MineOrAllProps extends CardActions {
  whose: 'mine' | 'all'
  onWhose: (whose: 'mine' | 'all') => void
  now: Date
  /** The days that are shown. */
  range: { from: string; to: string }
  /** Whether these days include all appointments. */
  isWhole?: boolean
  children: (shown: AppointmentsProps) => ReactNode
}

/** The appointments of these days: the user's own, or also those of colleagues with the same clients. */
const MineOrAll = ({ whose, onWhose, range, isWhole = false, children, ...rest }: MineOrAllProps) => {
  const { id } = useUser()
  const { data } = useFirmAppointments(range)
  const { thing: target, isGone } = useDeepLinkTarget('appointment', {
    things: data,
    from: firmAppointments.list,
  })
  const appointments = data?.filter(
    (appointment) => whose === 'all' || appointment.with.id === id || appointment === target,
  )
  return (
    <div className="grid gap-4">
      {isGone && isWhole && (
        <NotFoundNotice thing="appointment">Its client may be with someone else now.</NotFoundNotice>
      )}
      <div data-print="hide">
        <Chips label="Whose appointments" chips={choices} value={whose} onChange={onWhose} />
      </div>
      {appointments
        ? children({ ...rest, appointments, target, meets: whose === 'mine' ? clientOf : bothOf })
        : skeleton}
    </div>
  )
}

const choices = [
  { value: 'mine', label: 'Mine' },
  { value: 'all', label: 'All of my clients' },
] as const

const skeleton = <SkeletonCard rows={4} />

const clientOf = ({ client }: Appointment) => fullName(client)
const bothOf = (appointment: Appointment) => `${clientOf(appointment)}, with ${fullName(appointment.with)}`
