import { useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { bankHolidaysOf, holidaysKnown } from '#contract/appointments/bank-holidays.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import {
  type Span,
  type Weekday,
  WeeklyHours,
  weekdayNames,
  weekdays,
} from '#contract/appointments/working-hours.ts'
import { day } from '#contract/kit/endpoint.ts'
import { pages, pathTo } from '#contract/kit/pages.ts'
import { invalidInput } from '#contract/kit/transport.ts'
import { counted, now } from '#web/platform/clock.ts'
import { dayIn, dayWords, timeWords } from '#web/platform/days.ts'
import { useFirm } from '#web/platform/firm.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh, useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { TextLink } from '#web/ui/actions/link.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { controlClass } from '#web/ui/fields/field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useDiary } from '../hooks.ts'

/** The user's working hours, by weekday. */
export const HoursCard = () => {
  const { hours: saved, isUsual } = useDiary()
  const [hours, setHours] = useState(saved)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const command = useCommand(firmAppointments.saveHours, { refreshes: [firmAppointments.diary] })
  const change = (weekday: Weekday, spans: Span[]) => setHours({ ...hours, [weekday]: spans })
  const save = () => {
    const checked = WeeklyHours.safeParse(hours)
    setFaults(checked.success ? {} : invalidInput(checked.error).fields)
    if (!checked.success) return
    command.mutate(
      { hours: checked.data },
      {
        onSuccess: () => toast({ title: 'Working hours saved', variant: 'success' }),
        onError: ({ message }) =>
          toast({ title: 'Working hours were not saved', description: message, variant: 'destructive' }),
      },
    )
  }
  return (
    <Card>
      <CardTitle
        lead={
          isUsual
            ? "These are the firm's usual hours. Clients are offered times within them."
            : 'Clients are offered times within these hours.'
        }
      >
        Working hours
      </CardTitle>
      <ul className="divide-y divide-line">
        {weekdays.map((weekday) => (
          <DayHours
            key={weekday}
            name={weekdayNames[weekday]}
            spans={hours[weekday]}
            faults={faultsOf(faults, weekday)}
            onChange={(spans) => change(weekday, spans)}
          />
        ))}
      </ul>
      <div className="mt-4 flex justify-end">
        <Button variant="primary" busy={command.isPending} onClick={save}>
          Save working hours
        </Button>
      </div>
    </Card>
  )
}

/** The first error of a weekday. */
const faultsOf = (faults: Record<string, string>, weekday: Weekday) =>
  Object.entries(faults).find(([name]) => name === weekday || name.startsWith(`${weekday}.`))?.[1]

interface DayHoursProps {
  name: string
  spans: readonly Span[]
  faults: string | undefined
  onChange: (spans: Span[]) => void
}

const DayHours = ({ name, spans, faults, onChange }: DayHoursProps) => {
  const put = (at: number, change: Partial<Span>) =>
    onChange(spans.map((span, place) => (place === at ? { ...span, ...change } : span)))
  return (
    <li className="grid gap-2 py-3 sm:grid-cols-[7.5rem_minmax(0,1fr)_auto] sm:items-start sm:gap-4">
      <h3 className="pt-2 text-base font-semibold">{name}</h3>
      <div className="grid gap-2">
        {spans.length === 0 && <p className="pt-2 text-ink-soft">Not working</p>}
        {spans.map((span, at) => (
          // A span has no other name than its place in the day.
          <div key={at} className="flex items-center gap-2">
            <TimeField label={`${name}, from`} value={span.from} onChange={(from) => put(at, { from })} />
            <span className="text-ink-soft">to</span>
            <TimeField label={`${name}, to`} value={span.to} onChange={(to) => put(at, { to })} />
            <IconButton
              label={`Remove ${span.from} to ${span.to} on ${name}`}
              icon={<Trash2 />}
              onClick={() => onChange(spans.filter((_, place) => place !== at))}
            />
          </div>
        ))}
        <p role="alert" className="text-sm font-medium text-stop empty:hidden">
          {faults}
        </p>
      </div>
      <Button
        size="small"
        variant="ghost"
        className="justify-self-start sm:mt-1"
        icon={<Plus />}
        onClick={() => onChange([...spans, nextSpan(spans)])}
      >
        Add hours<span className="sr-only">{` on ${name}`}</span>
      </Button>
    </li>
  )
}

/** Suggests the next span: the whole day, the afternoon, or the evening. */
const nextSpan = (spans: readonly Span[]): Span => {
  const last = spans.at(-1)
  if (!last) return { from: '09:00', to: '17:30' }
  return last.to < '13:30' ? { from: '13:30', to: '17:30' } : { from: last.to, to: '20:00' }
}

interface TimeFieldProps {
  label: string
  /** "09:30" */
  value: string
  onChange: (value: string) => void
}

const quarters = Array.from({ length: 24 * 4 + 1 }, (_, at) => {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(Math.floor(at / 4))}:${two((at % 4) * 15)}`
})

/** A time in quarters of an hour on the 24-hour clock, whatever the browser's language. */
const TimeField = ({ label, value, onChange }: TimeFieldProps) => (
  <select
    aria-label={label}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    className={`${controlClass} figures w-26! px-2.5!`}
  >
    {(quarters.includes(value) ? quarters : [value, ...quarters]).map((time) => (
      <option key={time}>{time}</option>
    ))}
  </select>
)

/** The user's days off, and the firm's bank holidays. */
export const DaysOffCard = () => {
  const { timeZone, holidays } = useFirm()
  const today = dayIn(timeZone, now())
  const next = bankHolidaysOf(holidays)
    .filter(({ day }) => day >= today)
    .slice(0, 4)
  return (
    <Card>
      <CardTitle lead="No times are offered on these days. Existing appointments stay booked.">
        Days off
      </CardTitle>
      <DaysOffList />
      <NewDaysOff today={today} />
      <h3 className="mt-5 mb-1.5 text-base font-semibold">Next bank holidays</h3>
      <ul className="grid gap-1 text-sm text-ink-soft">
        {next.map(({ day, name }) => (
          <li key={day}>{`${dayWords(day)}: ${name}`}</li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-ink-soft">{`Published until ${dayWords(holidaysKnown.to)}.`}</p>
    </Card>
  )
}

const DaysOffList = () => {
  const { timeZone } = useFirm()
  const { daysOff } = useDiary()
  const command = useCommand(firmAppointments.removeDaysOff, { refreshes: [firmAppointments.diary] })
  if (daysOff.length === 0) return <p className="mb-4 text-ink-soft">None planned.</p>
  return (
    <ul className="mb-4 divide-y divide-line">
      {daysOff.map(({ id, firstDay, lastDay, note, booked }) => (
        <li key={id} className="flex items-center justify-between gap-3 py-2">
          <div className="grid">
            <span>{spanWords(firstDay, lastDay)}</span>
            {note && <span className="text-sm wrap-anywhere text-ink-soft">{note}</span>}
            {booked.map((appointment) => (
              <span key={appointment.id} className="text-sm wrap-anywhere">
                Still booked:{' '}
                <TextLink to={pathTo(pages.firmAppointments, 'appointment', appointment.id)}>
                  {`${appointment.client}, ${timeWords(timeZone, appointment.startTime)}`}
                </TextLink>
              </span>
            ))}
          </div>
          <IconButton
            label={`Remove ${spanWords(firstDay, lastDay)}`}
            icon={<Trash2 />}
            onClick={() => command.mutate({ id })}
          />
        </li>
      ))}
    </ul>
  )
}

const spanWords = (first: string, last: string) =>
  first === last ? dayWords(first) : `${dayWords(first)} to ${dayWords(last)}`

/** An incompletely typed date is not a valid day. */
const isDay = (text: string) => day.safeParse(text).success

const NewDaysOff = ({ today }: { today: string }) => {
  const cache = useQueryClient()
  const form = useCommandForm(firmAppointments.addDaysOff, {
    start: { firstDay: '', lastDay: '', note: '' },
    done: async ({ daysOff }, { firstDay, lastDay }) => {
      form.reset()
      const saved = daysOff.find((off) => off.firstDay === firstDay && off.lastDay === lastDay)
      const count = saved?.booked.length ?? 0
      toast({
        title: 'Days off saved',
        ...(count > 0 && { description: `${counted(count, 'appointment')} still booked on these days.` }),
        variant: 'success',
      })
      await refresh(cache, [firmAppointments.diary, firmAppointments.list])
    },
  })
  const first = form.control('firstDay')
  const chooseFirst = (chosen: string) => {
    first.onChange(chosen)
    if (isDay(chosen) && form.getValues('lastDay') === '') form.control('lastDay').onChange(chosen)
  }
  return (
    <form {...form.props} className="grid gap-4 border-t border-line pt-4">
      <DateField label="First day" min={today} {...first} onChange={chooseFirst} />
      <DateField label="Last day" min={today} {...form.control('lastDay')} />
      <TextField label="Note" optional hint="Only you can see this." {...form.field('note')} />
      <FormFault>{form.fault}</FormFault>
      <div className="flex justify-end">
        <Button type="submit" busy={form.busy}>
          Add days off
        </Button>
      </div>
    </form>
  )
}
