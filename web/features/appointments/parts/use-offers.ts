import { useQuery } from '@tanstack/react-query'
import { type AppointmentId, appointments, type DayOffers, type Party } from '#contract/appointments.ts'
import { firmAppointments } from '#contract/firm-appointments.ts'
import { query } from '#web/platform/queries.ts'
import { weeksOfMonth } from '../days.ts'

interface Wanted {
  side: 'client' | 'firm'
  clientId: string
  withId: string
  /** A day of the month that is shown. */
  month: string
  duration: string
  moving: AppointmentId | undefined
}

/** The offers of the weeks that are shown, by day; null while they are on their way. */
export function useOffers({ side, clientId, withId, month, duration, moving }: Wanted) {
  const weeks = weeksOfMonth(month)
  const asked = {
    from: weeks[0]?.[0] ?? month,
    to: weeks.at(-1)?.[6] ?? month,
    duration: Number(duration),
    moving,
    ...(withId && { withId: withId as Party['id'] }),
  }
  const own = useQuery({ ...query(appointments.slots, asked), enabled: side === 'client' })
  const firm = useQuery({
    ...query(firmAppointments.slots, { ...asked, clientId: clientId as Party['id'] }),
    enabled: side === 'firm' && clientId !== '',
  })
  const { data, error } = side === 'client' ? own : firm
  return { byDay: data ? byDay(data) : null, error }
}

const byDay = (offers: readonly DayOffers[]): ReadonlyMap<string, DayOffers> =>
  new Map(offers.map((one) => [one.day, one]))
