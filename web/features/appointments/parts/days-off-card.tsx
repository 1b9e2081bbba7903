import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { bankHolidaysOf, holidaysKnown } from '#contract/bank-holidays.ts'
import { firmAppointments } from '#contract/firm-appointments.ts'
import { useFirm } from '#web/features/settings/hooks.ts'
import { now } from '#web/platform/clock.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh, useCommand } from '#web/platform/queries.ts'
import { dayIn } from '#web/platform/zone.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { Card, CardTitle } from '#web/ui/layout/card.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { dayWords } from '../days.ts'
import { useDiary } from '../hooks.ts'

/** Days on which somebody is away, and the bank holidays of the firm. */
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
  const { daysOff } = useDiary()
  const command = useCommand(firmAppointments.removeDaysOff, { refreshes: [firmAppointments.diary] })
  if (daysOff.length === 0) return <p className="mb-4 text-ink-soft">None planned.</p>
  return (
    <ul className="mb-4 divide-y divide-line">
      {daysOff.map(({ id, firstDay, lastDay, note }) => (
        <li key={id} className="flex items-center justify-between gap-3 py-2">
          <div className="grid">
            <span>{spanWords(firstDay, lastDay)}</span>
            {note && <span className="text-sm wrap-anywhere text-ink-soft">{note}</span>}
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

const NewDaysOff = ({ today }: { today: string }) => {
  const cache = useQueryClient()
  const form = useCommandForm(firmAppointments.addDaysOff, {
    start: { firstDay: '', lastDay: '', note: '' },
    done: async () => {
      form.reset()
      toast({ title: 'Days off saved', variant: 'success' })
      await refresh(cache, [firmAppointments.diary])
    },
  })
  const first = form.control('firstDay')
  const chooseFirst = (day: string) => {
    first.onChange(day)
    if (form.getValues('lastDay') === '') form.control('lastDay').onChange(day)
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
