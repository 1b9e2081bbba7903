import { CalendarPlus, EllipsisVertical, MapPin, Pencil, User, Video, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { isVirtual } from '#contract/appointment-form.ts'
import { canCancel, canChange } from '#contract/appointment-times.ts'
import { type Appointment, appointments } from '#contract/appointments.ts'
import { urlOf } from '#contract/kit.ts'
import { useFirm } from '#web/features/settings/hooks.ts'
import { dayIn } from '#web/platform/zone.ts'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { JoinLink } from '#web/ui/actions/join-link.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { shortMonth, shortWeekday } from '../days.ts'
import { lengthWords, TimesText } from './times.tsx'

export interface CardActions {
  onEdit: (appointment: Appointment) => void
  onCancel: (appointment: Appointment) => void
}

interface AppointmentCardProps extends CardActions {
  appointment: Appointment
  /** The other side: whom the reader meets. */
  meets: string
  now: Date
}

export const AppointmentCard = ({ appointment, meets, now, ...actions }: AppointmentCardProps) => {
  const { title, description } = appointment
  return (
    <Card padded={false} className="flex items-start gap-4 px-4 py-4 sm:px-5" data-print="together">
      <DayMark appointment={appointment} />
      <div className="grid min-w-0 flex-1 gap-1.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 className="text-base font-semibold wrap-anywhere">{title}</h3>
          <StatusBadge appointment={appointment} now={now} />
        </div>
        <p className="flex flex-wrap gap-x-2.5">
          <TimesText times={appointment} />
          <span className="text-ink-soft">{lengthWords(appointment)}</span>
        </p>
        <Line icon={<User />}>{meets}</Line>
        <Place appointment={appointment} />
        {description && (
          <p className="text-sm wrap-anywhere whitespace-pre-line text-ink-soft">{description}</p>
        )}
        <div className="mt-1.5 empty:hidden" data-print="hide">
          <JoinLink appointment={appointment} />
        </div>
      </div>
      <CardMenu appointment={appointment} now={now} {...actions} />
    </Card>
  )
}

const DayMark = ({ appointment: { startTime } }: { appointment: Appointment }) => {
  const { timeZone } = useFirm()
  const day = dayIn(timeZone, startTime)
  return (
    <div className="grid w-14 flex-none justify-items-center rounded-lg border border-line bg-paper py-1.5">
      <span className="text-xs font-semibold text-ink-soft">{shortWeekday(day)}</span>
      <span className="serif figures text-[24px] leading-7">{Number(day.slice(8))}</span>
      <span className="text-xs text-ink-soft">{shortMonth(day)}</span>
    </div>
  )
}

const Line = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <p className="flex items-start gap-2 text-sm text-ink-soft [&_.lucide]:mt-0.5 [&_.lucide]:size-4!">
    {icon}
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </p>
)

const Place = ({ appointment }: { appointment: Appointment }) => {
  const { postalAddress } = useFirm()
  if (isVirtual(appointment)) return <Line icon={<Video />}>{appointment.location}</Line>
  return <Line icon={<MapPin />}>{appointment.location ?? `At our office, ${postalAddress}`}</Line>
}

const StatusBadge = ({ appointment, now }: { appointment: Appointment; now: Date }) => {
  const { timeZone } = useFirm()
  const { status, startTime } = appointment
  if (status === 'cancelled') return <Badge tone="stop">Cancelled</Badge>
  if (status === 'completed' || appointment.endTime <= now) return <Badge tone="ok">Completed</Badge>
  if (startTime <= now) return <Badge tone="info">Now</Badge>
  if (dayIn(timeZone, startTime) === dayIn(timeZone, now))
    return (
      <Badge tone="info" plain>
        Today
      </Badge>
    )
  return null
}

const CardMenu = ({
  appointment,
  now,
  onEdit,
  onCancel,
}: CardActions & { appointment: Appointment; now: Date }) => (
  <div className="-mt-1 -mr-2" data-print="hide">
    <Menu trigger={<IconButton label={`Actions for ${appointment.title}`} icon={<EllipsisVertical />} />}>
      <MenuItem
        icon={<Pencil />}
        disabled={!canChange(appointment, now)}
        onSelect={() => onEdit(appointment)}
      >
        Edit
      </MenuItem>
      {appointment.status !== 'cancelled' && (
        <MenuItem icon={<CalendarPlus />} onSelect={() => takeHome(appointment)}>
          Add to calendar
        </MenuItem>
      )}
      {canCancel(appointment, now) && (
        <MenuItem icon={<X />} destructive onSelect={() => onCancel(appointment)}>
          Cancel
        </MenuItem>
      )}
    </Menu>
  </div>
)

/** The file is an attachment, so the page stays where it is. */
const takeHome = ({ id }: Appointment) => location.assign(urlOf(appointments.calendarFile, { id }))
