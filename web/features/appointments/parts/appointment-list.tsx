import {
  CalendarPlus,
  CalendarX,
  EllipsisVertical,
  MapPin,
  Pencil,
  User,
  UserCheck,
  Video,
  X,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { type Appointment, appointments } from '#contract/appointments/appointments.ts'
import { isVirtual } from '#contract/appointments/form.ts'
import { canCancel, canChange, minutesBetween, pastOf, upcomingOf } from '#contract/appointments/times.ts'
import { fullName } from '#contract/kit/names.ts'
import { urlOf } from '#contract/kit/transport.ts'
import { counted } from '#web/platform/clock.ts'
import {
  clockIn,
  dayIn,
  dayWords,
  ownClock,
  shortMonth,
  shortWeekday,
  zoneWords,
} from '#web/platform/days.ts'
import { useFirm } from '#web/platform/firm.ts'
import { useUser } from '#web/platform/session.ts'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { JoinLink } from '#web/ui/actions/join-link.tsx'
import { Badge } from '#web/ui/data/badge.tsx'
import { HighlightedItem } from '#web/ui/data/deep-link-target.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'

export interface AppointmentsProps extends CardActions {
  appointments: readonly Appointment[]
  /** The appointment that a link led to. */
  target?: Appointment | undefined
  /** The name of the person whom the reader meets. */
  meets: (appointment: Appointment) => string
  now: Date
}

interface AppointmentListProps extends AppointmentsProps {
  /** Shown if there are no appointments at all. */
  empty: string
}

/** Upcoming appointments and the last four past ones. Adds the one that a link led to, if it is in neither. */
export const AppointmentList = ({ appointments, empty, ...rest }: AppointmentListProps) => {
  const [upcoming, past] = [upcomingOf(appointments, rest.now), pastOf(appointments, rest.now)]
  const { target } = rest
  const aside = target && !upcoming.includes(target) && !past.includes(target) ? [target] : []
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

export const Cards = ({ appointments, target, meets, ...rest }: AppointmentsProps) => (
  <ul className="grid gap-3 empty:hidden">
    {appointments.map((appointment) => (
      <HighlightedItem key={appointment.id} isTarget={appointment === target}>
        <AppointmentCard {...rest} appointment={appointment} meets={meets(appointment)} />
      </HighlightedItem>
    ))}
  </ul>
)

export interface CardActions {
  onEdit: (appointment: Appointment) => void
  onCancel: (appointment: Appointment) => void
  /** Takes the place of a colleague who is away. */
  onTake: (appointment: Appointment) => void
}

interface AppointmentCardProps extends CardActions {
  appointment: Appointment
  /** The name of the person whom the reader meets. */
  meets: string
  now: Date
}

const AppointmentCard = ({ appointment, meets, now, ...actions }: AppointmentCardProps) => {
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
        <AwayNotice appointment={appointment} />
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

/** Each side reads what they can do, because nobody holds this appointment unless somebody acts. */
const AwayNotice = ({ appointment }: { appointment: Appointment }) => {
  const user = useUser()
  if (!appointment.isAway) return null
  const isOwn = appointment.with.id === user.id
  const name = isOwn ? "You're" : `${fullName(appointment.with)} is`
  const words =
    user.role === 'client'
      ? "Please choose another time, or ask us who you'll meet."
      : `Please move it, or ${isOwn ? 'let a colleague take it over' : 'take it over'}.`
  return <Line icon={<CalendarX />}>{`${name} due to be away then. ${words}`}</Line>
}

const DayMark = ({ appointment: { startTime } }: { appointment: Appointment }) => {
  const { timeZone } = useFirm()
  const day = dayIn(timeZone, startTime)
  return (
    <div className="grid w-14 flex-none justify-items-center rounded-lg border border-line bg-paper py-1.5">
      <span className="text-xs font-semibold text-ink-soft">{shortWeekday(day)}</span>
      <span className="serif figures text-[1.5rem] leading-7">{Number(day.slice(8))}</span>
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
  onTake,
}: CardActions & { appointment: Appointment; now: Date }) => {
  const user = useUser()
  const canTake = user.role !== 'client' && appointment.isAway && appointment.with.id !== user.id
  return (
    <div className="-mt-1 -mr-2" data-print="hide">
      <Menu trigger={<IconButton label={`Actions for ${appointment.title}`} icon={<EllipsisVertical />} />}>
        <MenuItem
          icon={<Pencil />}
          disabled={!canChange(appointment, now)}
          onSelect={() => onEdit(appointment)}
        >
          Edit
        </MenuItem>
        {canTake && (
          <MenuItem icon={<UserCheck />} onSelect={() => onTake(appointment)}>
            Take over
          </MenuItem>
        )}
        {appointment.status !== 'cancelled' && (
          <MenuItem icon={<CalendarPlus />} onSelect={() => downloadCalendarFile(appointment)}>
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
}

/** The file is served as an attachment, so the page stays open. */
const downloadCalendarFile = ({ id }: Appointment) =>
  location.assign(urlOf(appointments.calendarFile, { id }))

type Times = Pick<Appointment, 'startTime' | 'endTime'>

/** "10:00 to 10:30 London time", with the reader's own time beside it if that differs. */
const TimesText = ({ times, withDay = false }: { times: Times; withDay?: boolean }) => {
  const { timeZone } = useFirm()
  const { startTime, endTime } = times
  const own = ownClock(timeZone, startTime)
  return (
    <span>
      {withDay && `${dayWords(dayIn(timeZone, startTime))}, `}
      <time dateTime={startTime.toISOString()} className="figures">
        {clockIn(timeZone, startTime)}
      </time>{' '}
      to{' '}
      <time dateTime={endTime.toISOString()} className="figures">
        {clockIn(timeZone, endTime)}
      </time>{' '}
      {zoneWords(timeZone)}
      {own !== null && <span className="text-ink-soft">{` · ${own} your time`}</span>}
    </span>
  )
}

const lengthWords = (times: Times) => counted(minutesBetween(times), 'minute')

/** In one line, for a question: "Thursday 12 November 2026, 10:00 London time". */
export const whenWords = (zone: string, { startTime }: Pick<Times, 'startTime'>) =>
  `${dayWords(dayIn(zone, startTime))}, ${clockIn(zone, startTime)} ${zoneWords(zone)}`
