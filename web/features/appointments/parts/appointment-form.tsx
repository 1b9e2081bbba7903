import { MapPin, Video } from 'lucide-react'
import { useEffect, useState } from 'react'
import { AppointmentForm as Rules, withType } from '#contract/appointment-form.ts'
import { durations } from '#contract/appointment-times.ts'
import type { Appointment, Party } from '#contract/appointments.ts'
import { Problem } from '#contract/problem.ts'
import { useFirm } from '#web/features/settings/hooks.ts'
import { counted } from '#web/platform/clock.ts'
import { useRulesForm } from '#web/platform/form.ts'
import { clockIn, dayIn } from '#web/platform/zone.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { RadioGroup } from '#web/ui/fields/choices.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea, TextField } from '#web/ui/fields/text-field.tsx'
import { type useClients, useNow, useSchedule } from '../hooks.ts'
import { DayChoice } from './day-choice.tsx'
import { PartyChoice } from './party-choice.tsx'
import { TimeChoice } from './time-choice.tsx'
import { useOffers } from './use-offers.ts'

export interface AppointmentFormProps {
  side: 'client' | 'firm'
  start: Rules
  /** The appointment that is changed; null books a new one. */
  moved: Appointment | null
  /** Whom of the firm can be met; none where that is no question. */
  people: readonly Party[]
  /** Of a person of the firm; null on a client's own page. */
  clients: ReturnType<typeof useClients> | null
  close: () => void
  /** Called with what was typed when the sheet goes without having sent it. */
  keep: (typed: Rules) => void
}

export const AppointmentForm = (props: AppointmentFormProps) => {
  const { side, moved, people, clients } = props
  const form = useScheduleForm(props)
  const { duration, type } = form.values
  return (
    <form {...form.props} onSubmit={(event) => void form.submit(event)} className="grid gap-5 pb-2">
      {clients && (
        <PartyChoice
          label="Client"
          placeholder="Choose a client"
          search={moved ? null : clients.search}
          parties={moved ? [moved.client] : clients.things}
          disabled={moved !== null}
          {...form.field('clientId')}
        />
      )}
      <TextField label="Title" required {...form.field('title')} />
      {people.length > 1 && <PartyChoice label="With" parties={people} {...form.field('withId')} />}
      <SelectField
        label="Duration"
        choices={durations.map((minutes) => ({ value: String(minutes), label: counted(minutes, 'minute') }))}
        {...form.field('duration')}
        value={duration}
      />
      <When form={form} {...props} />
      <RadioGroup
        label="Type"
        look="cards"
        name="type"
        offers={types}
        value={type}
        onChange={({ target }) => form.choose(withType(target.value as Rules['type']))}
      />
      <Where form={form} side={side} />
      <TextArea label="Description" optional rows={3} {...form.field('description')} />
      <FormFault>{form.fault}</FormFault>
      <Button type="submit" variant="primary" size="large" wide busy={form.busy} busyText="One moment…">
        {moved ? 'Save changes' : 'Schedule Appointment'}
      </Button>
    </form>
  )
}

const types = [
  { value: 'virtual', label: 'Virtual', hint: 'By video or phone', icon: <Video /> },
  { value: 'in_person', label: 'In person', hint: 'At our office or elsewhere', icon: <MapPin /> },
] as const

type Form = ReturnType<typeof useScheduleForm>

function useScheduleForm({ side, start, moved, close, keep }: AppointmentFormProps) {
  const form = useRulesForm(Rules, { start })
  const schedule = useSchedule(side, moved)
  const [isSent, setSent] = useState(false)
  const typed = form.getValues
  useEffect(() => () => void (!isSent && keep(typed())), [isSent, keep, typed])
  const submit = form.whenValid(async (values) => {
    try {
      await schedule.send(values)
      setSent(true)
      close()
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      form.refuse(error)
      await schedule.refused(error)
    }
  })
  return {
    ...form,
    submit,
    values: form.watch(),
    choose: (values: Partial<Rules>) => {
      for (const [name, value] of Object.entries(values)) form.control(name as keyof Rules).onChange(value)
    },
  }
}

const nine = '09:00'

const When = ({ form, side, moved }: AppointmentFormProps & { form: Form }) => {
  const { timeZone } = useFirm()
  const today = dayIn(timeZone, useNow())
  const { clientId, withId, duration, startDate, startTime } = form.values
  const [anchor, setAnchor] = useState(startDate || today)
  const { byDay, error } = useOffers({ side, clientId, withId, month: anchor, duration, moving: moved?.id })
  const times = byDay?.get(startDate)?.times ?? []
  const isKept = times.some((time) => time.toISOString() === startTime)
  const isLost = startTime !== '' && byDay?.has(startDate) === true && !isKept
  const { choose, setValue: forget } = form
  useEffect(() => {
    // Another duration, or somebody who was quicker: it is chosen anew, and what was said of it stays said.
    if (isLost) forget('startTime', '')
    // oxlint-disable-next-line react-hooks/exhaustive-deps
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
        onAnchor={setAnchor}
        offers={byDay}
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

const Where = ({ form, side }: { form: Form; side: 'client' | 'firm' }) => {
  const { postalAddress } = useFirm()
  if (form.values.type === 'in_person')
    return (
      <TextField
        label="Location"
        optional
        hint={`Leave blank to meet at our office: ${postalAddress}`}
        {...form.field('location')}
      />
    )
  return (
    <TextField
      label="Meeting link"
      optional
      type="url"
      inputMode="url"
      placeholder="https://"
      hint={side === 'client' ? "Leave blank if you don't have one: we'll add it before we meet." : undefined}
      {...form.field('meetingLink')}
    />
  )
}
