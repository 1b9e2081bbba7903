import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { firmAppointments } from '#contract/firm-appointments.ts'
import { invalid } from '#contract/kit.ts'
import { type Span, type Weekday, WeeklyHours, weekdayNames, weekdays } from '#contract/working-hours.ts'
import { useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useDiary } from '../hooks.ts'
import { TimeField } from './time-field.tsx'

/** When somebody can be met, weekday by weekday. */
export const HoursCard = () => {
  const { hours: saved, isUsual } = useDiary()
  const [hours, setHours] = useState(saved)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const command = useCommand(firmAppointments.saveHours, { refreshes: [firmAppointments.diary] })
  const change = (weekday: Weekday, spans: Span[]) => setHours({ ...hours, [weekday]: spans })
  const save = () => {
    const checked = WeeklyHours.safeParse(hours)
    setFaults(checked.success ? {} : invalid(checked.error).fields)
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

/** What is wrong with one weekday, in one sentence. */
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
          // oxlint-disable-next-line react/no-array-index-key
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

/** After what is there already: the afternoon, or the whole day. */
const nextSpan = (spans: readonly Span[]): Span => {
  const last = spans.at(-1)
  if (!last) return { from: '09:00', to: '17:30' }
  return last.to < '13:30' ? { from: '13:30', to: '17:30' } : { from: last.to, to: '20:00' }
}
