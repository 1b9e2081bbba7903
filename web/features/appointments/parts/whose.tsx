import type { ReactNode } from 'react'
import type { Appointment } from '#contract/appointments.ts'
import { firmAppointments } from '#contract/firm-appointments.ts'
import { useUser } from '#web/features/accounts/hooks.ts'
import { useDeepLinkTarget } from '#web/platform/deep-link-target.ts'
import { Gone } from '#web/ui/data/deep-link-target.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Chips } from '#web/ui/fields/chips.tsx'
import { useFirmAppointments } from '../hooks.ts'
import type { CardActions } from './appointment-card.tsx'
import type { AppointmentsProps } from './appointment-list.tsx'

export interface WhoseProps extends CardActions {
  whose: 'mine' | 'all'
  onWhose: (whose: 'mine' | 'all') => void
  now: Date
  /** The days that are shown, */
  range: { from: string; to: string }
  /** and whether these are all that there are. */
  isWhole?: boolean
  children: (shown: AppointmentsProps) => ReactNode
}

/** The appointments of these days: one's own, or those of colleagues with the same clients as well. */
export const Whose = ({ whose, onWhose, range, isWhole = false, children, ...rest }: WhoseProps) => {
  const { id } = useUser()
  const { data } = useFirmAppointments(range)
  const { thing: named, isGone } = useDeepLinkTarget('appointment', {
    things: data,
    from: firmAppointments.list,
  })
  const appointments = data?.filter((one) => whose === 'all' || one.with.id === id || one === named)
  return (
    <div className="grid gap-4">
      {isGone && isWhole && <Gone what="appointment">Its client may be with someone else now.</Gone>}
      <div data-print="hide">
        <Chips label="Whose appointments" chips={choices} value={whose} onChange={onWhose} />
      </div>
      {appointments
        ? children({ ...rest, appointments, named, meets: whose === 'mine' ? clientOf : bothOf })
        : skeleton}
    </div>
  )
}

const choices = [
  { value: 'mine', label: 'Mine' },
  { value: 'all', label: 'All of my clients' },
] as const

const skeleton = <SkeletonCard rows={4} />

const clientOf = ({ client }: Appointment) => `${client.firstName} ${client.lastName}`
const bothOf = (appointment: Appointment) =>
  `${clientOf(appointment)}, with ${appointment.with.firstName} ${appointment.with.lastName}`
