import { useState } from 'react'
import type { Appointment } from '#contract/appointments/appointments.ts'
import { counted } from '#web/platform/clock.ts'
import {
  clockIn,
  dayIn,
  dayWords,
  monthWords,
  plusDays,
  plusMonths,
  shortDayWords,
  weekOf,
  weeksOfMonth,
} from '#web/platform/days.ts'
import { useFirm } from '#web/platform/firm.ts'
import { classes } from '#web/ui/classes.ts'
import { DayGrid, PeriodHeading } from '#web/ui/data/day-grid.tsx'
import { Chips } from '#web/ui/fields/choices.tsx'
import { Card } from '#web/ui/layout/card.tsx'
import { PrintButton } from '#web/ui/layout/print.tsx'
import { type AppointmentsProps, Cards } from './appointment-list.tsx'

type View = 'month' | 'week'

interface CalendarProps extends AppointmentsProps {
  /** Called with the days that are shown. */
  onRange?: (range: { from: string; to: string }) => void
}

/** Month or week, with the chosen day's appointments below. Cancelled appointments are left out. */
export const Calendar = ({ appointments, onRange, ...rest }: CalendarProps) => {
  const { timeZone } = useFirm()
  const today = dayIn(timeZone, rest.now)
  const [view, setView] = useState<View>('month')
  const [anchor, setAnchor] = useState(today)
  const [chosen, setChosen] = useState(today)
  const byDay = Map.groupBy(
    appointments.filter(({ status }) => status !== 'cancelled').toSorted(byStart),
    ({ startTime }) => dayIn(timeZone, startTime),
  )
  const move = (day: string) => {
    setAnchor(day)
    const weeks = weeksIn(view, day)
    onRange?.({ from: weeks[0]?.[0] ?? day, to: weeks.at(-1)?.[6] ?? day })
  }
  const go = (day: string) => {
    move(day)
    setChosen(day)
  }
  const step = (by: -1 | 1) => go(view === 'month' ? plusMonths(anchor, by) : plusDays(anchor, 7 * by))
  const ofDay = byDay.get(chosen) ?? []
  return (
    <div className="grid gap-5">
      <Card padded={false} className="p-3 sm:p-5">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <PeriodHeading title={titleOf(view, anchor)} noun={view} onStep={step} onToday={() => go(today)} />
          <div className="flex items-center gap-2" data-print="hide">
            <Chips label="Show" chips={views} value={view} onChange={setView} />
            <PrintButton />
          </div>
        </div>
        <DayGrid
          label={titleOf(view, anchor)}
          anchor={anchor}
          onAnchor={move}
          chosen={chosen}
          onChoose={setChosen}
          today={today}
          isWeek={view === 'week'}
          size={view === 'month' ? 'large' : 'tall'}
          cell={(day) => cellOf(byDay.get(day) ?? [], { zone: timeZone, most: view === 'month' ? 3 : 12 })}
        />
      </Card>
      <section aria-label={dayWords(chosen)} className="grid gap-3">
        <h2 className="text-section">{dayWords(chosen)}</h2>
        <div aria-live="polite">
          {ofDay.length === 0 && <p className="text-ink-soft">No appointments on this day.</p>}
        </div>
        <Cards {...rest} appointments={ofDay} />
      </section>
    </div>
  )
}

const views = [
  { value: 'month', label: 'Month' },
  { value: 'week', label: 'Week' },
] as const

const byStart = (first: Appointment, second: Appointment) =>
  first.startTime.getTime() - second.startTime.getTime()

const weeksIn = (view: View, day: string) => (view === 'month' ? weeksOfMonth(day) : [weekOf(day)])

const titleOf = (view: View, day: string) => {
  if (view === 'month') return monthWords(day)
  const week = weekOf(day)
  const [from, to] = [week[0] ?? day, week[6] ?? day]
  const isWithinMonth = from.slice(0, 7) === to.slice(0, 7)
  return `${isWithinMonth ? Number(from.slice(8)) : shortDayWords(from)} to ${shortDayWords(to)} ${to.slice(0, 4)}`
}

/** On a phone a dot for each appointment; on wider screens its time and title. */
const cellOf = (appointments: readonly Appointment[], { zone, most }: { zone: string; most: number }) => ({
  words: appointments.length === 0 ? '' : counted(appointments.length, 'appointment'),
  content: appointments.length > 0 && (
    <>
      <span aria-hidden className="flex gap-0.5 sm:hidden">
        {appointments.slice(0, 3).map(({ id }) => (
          <span key={id} className="size-1.5 rounded-full bg-brand" />
        ))}
      </span>
      <span aria-hidden className="grid gap-1 text-left max-sm:hidden">
        {appointments.slice(0, most).map(({ id, startTime, title, status }) => (
          <span
            key={id}
            className={classes(
              'truncate rounded-md px-1.5 py-0.5 text-xs max-lg:px-0 max-lg:text-center max-lg:text-clip',
              status === 'completed'
                ? 'bg-sunken text-ink-soft'
                : 'bg-brand-tint text-ink ring-1 ring-brand/25',
            )}
          >
            <span className="figures font-semibold">{clockIn(zone, startTime)}</span>
            <span className="max-lg:hidden"> {title}</span>
          </span>
        ))}
        {appointments.length > most && (
          <span className="px-1.5 text-xs text-ink-soft">{`and ${appointments.length - most} more`}</span>
        )}
      </span>
    </>
  ),
})
