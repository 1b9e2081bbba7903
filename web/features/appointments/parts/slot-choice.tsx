import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { UserId } from '#contract/accounts/accounts.ts'
import { type AppointmentId, appointments, type DaySlots } from '#contract/appointments/appointments.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import type { AppointmentForm as Rules } from '#contract/appointments/form.ts'
import { counted } from '#web/platform/clock.ts'
import {
  clockIn,
  dayIn,
  monthWords,
  ownClock,
  plusMonths,
  weeksOfMonth,
  zoneWords,
} from '#web/platform/days.ts'
import { useFirm } from '#web/platform/firm.ts'
import type { useRulesForm } from '#web/platform/form.ts'
import { query, queryUnlessNull } from '#web/platform/queries.ts'
import { DayGrid, PeriodHeading } from '#web/ui/data/day-grid.tsx'
import { FieldSet, useFieldIds } from '#web/ui/fields/field.tsx'
import { useNow } from '../hooks.ts'

interface SlotChoiceProps {
  form: Pick<ReturnType<typeof useRulesForm<typeof Rules>>, 'control' | 'setValue'> & {
    values: Rules
    choose: (values: Partial<Rules>) => void
  }
  side: 'client' | 'firm'
  /** The appointment that is moved: its own time counts as free. */
  moving: AppointmentId | undefined
}

const nine = '09:00'

/** Chooses one of the offered days, and one of its times. */
export const SlotChoice = ({ form, side, moving }: SlotChoiceProps) => {
  const { timeZone } = useFirm()
  const today = dayIn(timeZone, useNow())
  const { clientId, withId, duration, startDate, startTime } = form.values
  const [turnedTo, setTurnedTo] = useState(startDate)
  const offer = { side, clientId, withId, duration, moving }
  const thisMonth = useSlots({ ...offer, month: today })
  const isMonthOver = thisMonth.byDay !== null && !hasTimes(thisMonth.byDay, today)
  const anchor = turnedTo || (isMonthOver ? nextMonth(today) : today)
  const { byDay, error } = useSlots({ ...offer, month: anchor })
  const times = byDay?.get(startDate)?.times ?? []
  const isKept = times.some((time) => time.toISOString() === startTime)
  const isLost = startTime !== '' && byDay?.has(startDate) === true && !isKept
  const { choose, setValue: forget } = form
  // After another duration, or if someone else took the time, it must be chosen again. Its error message stays.
  const forgetTime = useEffectEvent(() => forget('startTime', ''))
  useEffect(() => {
    if (isLost) forgetTime()
  }, [isLost])
  const chooseDay = (day: string) => {
    const first = byDay?.get(day)?.times.find((time) => clockIn(timeZone, time) === nine)
    choose({ startDate: day, startTime: first?.toISOString() ?? '' })
  }
  const isWaiting = side === 'firm' && clientId === ''
  if (isWaiting) return <p className="text-ink-soft">Choose a client to see when you're both free.</p>
  const { value, error: dateError } = form.control('startDate')
  return (
    <>
      <DayChoice
        name="startDate"
        value={value}
        onChange={chooseDay}
        error={dateError ?? error?.message}
        today={today}
        anchor={anchor}
        onAnchor={setTurnedTo}
        slots={byDay}
      />
      <TimeChoice
        {...form.control('startTime')}
        zone={timeZone}
        times={times}
        instead={times.length > 0 ? null : startDate === '' ? 'Choose a day first.' : 'No times on this day.'}
      />
    </>
  )
}

/** Whether a day of this day's month has a time to choose. */
const hasTimes = (slots: ReadonlyMap<string, DaySlots>, ofMonth: string) =>
  [...slots].some(([day, { times }]) => day.slice(0, 7) === ofMonth.slice(0, 7) && times.length > 0)

const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`
const nextMonth = (day: string) => plusMonths(firstOfMonth(day), 1)

interface DayChoiceProps {
  name: string
  value: string
  onChange: (day: string) => void
  error?: string
  today: string
  /** A day of the month that is shown. */
  anchor: string
  onAnchor: (day: string) => void
  /** Null while they load. */
  slots: ReadonlyMap<string, DaySlots> | null
}

/** A month with the bookable days. The others say why they cannot be chosen. */
const DayChoice = ({ name, value, onChange, error, anchor, onAnchor, today, slots }: DayChoiceProps) => {
  const words = { label: 'Date', error, required: true }
  const ids = useFieldIds(words, name)
  const [read, setRead] = useState('')
  const move = (day: string) => {
    const next = day < today ? today : day
    onAnchor(next)
    setRead(noteOf(slots?.get(next)))
  }
  return (
    <FieldSet words={words} ids={ids}>
      <div
        data-field={name}
        tabIndex={-1}
        aria-invalid={error !== undefined || undefined}
        aria-busy={slots === null}
        className="rounded-xl border border-line p-2 aria-invalid:border-stop"
      >
        <PeriodHeading
          title={monthWords(anchor)}
          noun="month"
          onStep={(by) => move(plusMonths(firstOfMonth(anchor), by))}
        />
        <DayGrid
          label={`Choose a day in ${monthWords(anchor)}`}
          anchor={anchor}
          onAnchor={move}
          chosen={value}
          onChoose={onChange}
          today={today}
          first={today}
          size="small"
          cell={(day) => {
            const offered = slots?.get(day)
            return { words: wordsOf(offered), isClosed: !offered || offered.times.length === 0 }
          }}
        />
        <p className="min-h-5 px-1 pt-1 text-sm text-ink-soft" aria-live="polite">
          {read}
        </p>
      </div>
    </FieldSet>
  )
}

const noteOf = (slots: DaySlots | undefined) => slots?.note ?? ''

const wordsOf = (slots: DaySlots | undefined) => {
  if (!slots) return 'Looking for free slots'
  return slots.times.length === 0 ? (slots.note ?? '') : `${counted(slots.times.length, 'slot')} free`
}

interface TimeChoiceProps {
  name: string
  zone: string
  times: readonly Date[]
  /** The chosen instant as ISO 8601, or empty. */
  value: string
  onChange: (value: string) => void
  error?: string
  /** Shown if no day is chosen yet, or the day has no times. */
  instead: string | null
}

/** The offered times of the chosen day, in the firm's zone. */
const TimeChoice = ({ name, zone, times, value, onChange, error, instead }: TimeChoiceProps) => {
  const words = { label: 'Time', hint: `All times are ${zoneWords(zone)}.`, error, required: true }
  const ids = useFieldIds(words, name)
  return (
    <FieldSet words={words} ids={ids}>
      <div
        role="radiogroup"
        aria-label="Time"
        data-field={name}
        tabIndex={-1}
        aria-invalid={error !== undefined || undefined}
        className="grid grid-cols-[repeat(auto-fill,minmax(4.75rem,1fr))] gap-2"
      >
        {instead !== null && <p className="col-span-full text-ink-soft">{instead}</p>}
        {times.map((time) => {
          const own = ownClock(zone, time)
          return (
            <label key={time.toISOString()} className={timeClass}>
              <input
                type="radio"
                name={name}
                value={time.toISOString()}
                checked={time.toISOString() === value}
                onChange={() => onChange(time.toISOString())}
                className="peer sr-only"
              />
              <span className="figures font-semibold">{clockIn(zone, time)}</span>
              {own !== null && <span className="figures text-xs opacity-80">{`${own} yours`}</span>}
            </label>
          )
        })}
      </div>
    </FieldSet>
  )
}

const timeClass =
  'grid min-h-10 cursor-pointer place-items-center rounded-lg border border-edge bg-surface px-2 py-1 text-center touch:min-h-11 ' +
  'hover:border-ink-soft has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand'

interface SlotsOptions {
  side: 'client' | 'firm'
  clientId: string
  withId: string
  /** A day of the month that is shown. */
  month: string
  duration: string
  moving: AppointmentId | undefined
}

/** The slots of the weeks that are shown, by day. Null while they load. */
function useSlots({ side, clientId, withId, month, duration, moving }: SlotsOptions) {
  const weeks = weeksOfMonth(month)
  const input = {
    from: weeks[0]?.[0] ?? month,
    to: weeks.at(-1)?.[6] ?? month,
    duration: Number(duration),
    moving,
    ...(withId && { withId: UserId.parse(withId) }),
  }
  const own = useQuery({ ...query(appointments.slots, input), enabled: side === 'client' })
  const firm = useQuery({
    ...queryUnlessNull(
      firmAppointments.slots,
      side === 'firm' && clientId !== '' ? { ...input, clientId: UserId.parse(clientId) } : null,
    ),
  })
  const { data, error } = side === 'client' ? own : firm
  return { byDay: data ? byDay(data) : null, error }
}

const byDay = (slots: readonly DaySlots[]): ReadonlyMap<string, DaySlots> =>
  new Map(slots.map((daySlots) => [daySlots.day, daySlots]))
