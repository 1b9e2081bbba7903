import type { ReactNode } from 'react'
import { pastOf, upcomingOf } from '#contract/appointment-times.ts'
import type { Appointment } from '#contract/appointments.ts'
import { MarkedItem } from '#web/ui/data/deep-link-target.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { AppointmentCard, type CardActions } from './appointment-card.tsx'

export interface AppointmentsProps extends CardActions {
  appointments: readonly Appointment[]
  /** The one that a link has led to. */
  named?: Appointment | undefined
  /** Whom the reader meets. */
  meets: (appointment: Appointment) => string
  now: Date
}

interface AppointmentListProps extends AppointmentsProps {
  /** What is said while there is nothing at all. */
  empty: string
}

/** What is to come, and the last four that are over; beside them, what a link has led to and is in neither. */
export const AppointmentList = ({ appointments, empty, ...rest }: AppointmentListProps) => {
  const [upcoming, past] = [upcomingOf(appointments, rest.now), pastOf(appointments, rest.now)]
  const { named } = rest
  const aside = named && !upcoming.includes(named) && !past.includes(named) ? [named] : []
  if (upcoming.length === 0 && past.length === 0 && aside.length === 0)
    return (
      <Card>
        <Empty title="No Appointments">{empty}</Empty>
      </Card>
    )
  return (
    <div className="grid gap-6">
      {aside.length > 0 && <Group title="From your notification" {...rest} appointments={aside} />}
      <Group title="Upcoming Appointments" {...rest} appointments={upcoming}>
        {upcoming.length === 0 && <p className="text-ink-soft">Nothing is booked at the moment.</p>}
      </Group>
      {past.length > 0 && <Group title="Past Appointments" {...rest} appointments={past} />}
    </div>
  )
}

interface GroupProps extends AppointmentsProps {
  title: string
  children?: ReactNode
}

const Group = ({ title, appointments, meets, children, ...rest }: GroupProps) => (
  <section aria-label={title} className="grid gap-3">
    <h2 className="text-section">{title}</h2>
    {children}
    <Cards {...rest} appointments={appointments} meets={meets} />
  </section>
)

export const Cards = ({ appointments, named, meets, ...rest }: AppointmentsProps) => (
  <ul className="grid gap-3 empty:hidden">
    {appointments.map((appointment) => (
      <MarkedItem key={appointment.id} isNamed={appointment === named}>
        <AppointmentCard {...rest} appointment={appointment} meets={meets(appointment)} />
      </MarkedItem>
    ))}
  </ul>
)
