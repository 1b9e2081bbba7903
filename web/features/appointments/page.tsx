import { type Appointment, appointments as contract } from '#contract/appointments/appointments.ts'
import { fullName } from '#contract/kit/names.ts'
import { zoneWords } from '#web/platform/days.ts'
import { useDeepLinkTarget } from '#web/platform/deep-link-target.ts'
import { useFirm } from '#web/platform/firm.ts'
import { useUser } from '#web/platform/session.ts'
import { NotFoundNotice } from '#web/ui/data/deep-link-target.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { useAppointments, useNow, usePeople } from './hooks.ts'
import { AppointmentList } from './parts/appointment-list.tsx'
import { ScheduleButton, useAppointmentSheet } from './parts/appointment-sheet.tsx'
import { Calendar } from './parts/calendar.tsx'

export const AppointmentsPage = () => (
  <AsyncBoundary
    page="Appointments"
    failure="Failed to fetch appointments"
    skeleton={<AppointmentsSkeleton />}
  >
    <Appointments />
  </AsyncBoundary>
)

function Appointments() {
  const [appointments, people, now] = [useAppointments(), usePeople(), useNow()]
  const { id } = useUser()
  const { thing: target, isGone } = useDeepLinkTarget('appointment', {
    things: appointments,
    from: contract.list,
  })
  const { over, openNew, ...actions } = useAppointmentSheet({
    side: 'client',
    people,
    clients: null,
    start: { clientId: id, withId: people[0]?.id ?? '' },
    now,
  })
  const shared = { ...actions, appointments, target, now, meets }
  return (
    <Page title="Appointments" lead={<Lead />} actions={<ScheduleButton onClick={openNew} />}>
      {isGone && <NotFoundNotice thing="appointment">{goneWords}</NotFoundNotice>}
      <Tabs
        label="Appointments"
        tabs={[
          {
            value: 'list',
            label: 'List View',
            content: <AppointmentList {...shared} empty="You don't have any appointments scheduled yet." />,
          },
          { value: 'calendar', label: 'Calendar View', content: <Calendar {...shared} /> },
        ]}
      />
      {over}
    </Page>
  )
}

const goneWords = 'Your upcoming and past appointments are listed here.'

const meets = ({ with: { firstName, lastName } }: Appointment) => fullName({ firstName, lastName })

const Lead = () => {
  const { timeZone } = useFirm()
  return `Meet the people working on your case. All times are ${zoneWords(timeZone)}.`
}

const AppointmentsSkeleton = () => (
  <Page title="Appointments">
    <SkeletonGroup words="Loading your appointments">
      <SkeletonCard rows={3} />
      <SkeletonCard rows={3} />
    </SkeletonGroup>
  </Page>
)
