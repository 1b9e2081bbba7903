import { CalendarPlus, MapPin, Video } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { Appointment, Party } from '#contract/appointments/appointments.ts'
import { emptyForm, isVirtual, AppointmentForm as Rules, withType } from '#contract/appointments/form.ts'
import { durations, isShortNotice, minutesBetween } from '#contract/appointments/times.ts'
import { fullName } from '#contract/kit/names.ts'
import { Problem } from '#contract/kit/problem.ts'
import { counted } from '#web/platform/clock.ts'
import { dayIn } from '#web/platform/days.ts'
import { useFirm } from '#web/platform/firm.ts'
import { useRulesForm } from '#web/platform/form.ts'
import { useUnloadQuestion } from '#web/platform/unload-question.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { RadioGroup } from '#web/ui/fields/choices.tsx'
import { SearchSelect, type SearchSelectProps, SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea, TextField } from '#web/ui/fields/text-field.tsx'
import { Confirm, useFormLossQuestion } from '#web/ui/overlays/confirm.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { useCancel, type useClients, usePurposes, useSchedule, useTakeOver } from '../hooks.ts'
import { useAppointmentDraft } from './appointment-draft.ts'
import { whenWords } from './appointment-list.tsx'
import { lacksPurpose, PurposeChoice, purposeIn } from './purpose-choice.tsx'
import { SlotChoice } from './slot-choice.tsx'

interface AppointmentSheetOptions {
  side: 'client' | 'firm'
  people: readonly Party[]
  clients: AppointmentFormProps['clients']
  /** Initial values of a new appointment. */
  start: Partial<Rules>
  now: Date
}

/** The dialogs over the page: the form for a new or changed appointment, and the question before a cancellation. */
export function useAppointmentSheet({ side, people, clients, start, now }: AppointmentSheetOptions) {
  const { timeZone } = useFirm()
  const [editing, setEditing] = useState<Appointment | 'new' | null>(null)
  const [leaving, setLeaving] = useState<Appointment | null>(null)
  const onTake = useTakeOver()
  const { cancel, isPending } = useCancel(() => setLeaving(null))
  const moved = editing === 'new' ? null : editing
  const { startOf, keep, keepWords, begin, drop, isUnsaved } = useAppointmentDraft(side, {
    isNew: editing === 'new',
  })
  useUnloadQuestion(isUnsaved)
  const openNew = () => {
    begin()
    setEditing('new')
  }
  const close = () => {
    drop()
    setEditing(null)
  }
  const over: ReactNode = (
    <>
      <Sheet
        side="right"
        open={editing !== null}
        onOpenChange={() => setEditing(null)}
        title={moved ? 'Edit Appointment' : 'Schedule New Appointment'}
      >
        {editing !== null && (
          <AppointmentForm
            side={side}
            people={people}
            clients={clients}
            moved={moved}
            start={moved ? formOf(moved, timeZone) : startOf({ ...emptyForm, ...start })}
            close={close}
            keep={keep}
            keepWords={keepWords}
          />
        )}
      </Sheet>
      <Confirm
        open={leaving !== null}
        onOpenChange={() => setLeaving(null)}
        title="Cancel this appointment?"
        description={leaving ? questionOf(leaving, { side, timeZone, now }) : ''}
        confirmLabel="Cancel appointment"
        cancelLabel="Keep it"
        destructive
        busy={isPending}
        onConfirm={() => leaving && cancel(leaving)}
      />
    </>
  )
  return { over, openNew, onEdit: setEditing, onCancel: setLeaving, onTake }
}

export const ScheduleButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="primary" icon={<CalendarPlus />} onClick={onClick} data-print="hide">
    Schedule Appointment
  </Button>
)

const formOf = (appointment: Appointment, zone: string): Rules => ({
  clientId: appointment.client.id,
  withId: appointment.with.id,
  taskId: '',
  title: appointment.title,
  type: isVirtual(appointment) ? 'virtual' : 'in_person',
  startDate: dayIn(zone, appointment.startTime),
  startTime: appointment.startTime.toISOString(),
  duration: String(minutesBetween(appointment)),
  location: appointment.location ?? '',
  meetingLink: appointment.meetingLink ?? '',
  description: appointment.description ?? '',
})

interface QuestionOptions {
  side: 'client' | 'firm'
  timeZone: string
  now: Date
}

const questionOf = (appointment: Appointment, { side, timeZone, now }: QuestionOptions) => {
  const other = side === 'client' ? appointment.with : appointment.client
  const sentence = `${appointment.title}, ${whenWords(timeZone, appointment)}. We'll tell ${fullName(other)} straight away.`
  if (!isShortNotice(appointment, now)) return sentence
  return side === 'client'
    ? `${sentence} It's in less than 24 hours, so please call us as well.`
    : `${sentence} It's in less than 24 hours, so please call your client as well.`
}

interface AppointmentFormProps {
  side: 'client' | 'firm'
  start: Rules
  /** The appointment to change. Null books a new one. */
  moved: Appointment | null
  /** The staff who can be met. Empty if there is no choice. */
  people: readonly Party[]
  /** A staff member's clients. Null on a client's own page. */
  clients: ReturnType<typeof useClients> | null
  /** Called when the input was sent. */
  close: () => void
  /** Called with the input when the form has closed with something typed in it, sent or not. */
  keep: (typed: Rules) => void
  /** Called with the input whenever it changes. */
  keepWords: (typed: Rules) => void
}

const AppointmentForm = (props: AppointmentFormProps) => {
  const { side, moved, people, clients } = props
  const form = useScheduleForm(props)
  const { duration, type } = form.values
  // A new one is kept when the form closes.
  const { question } = useFormLossQuestion({
    busy: form.busy,
    formState: { isDirty: form.formState.isDirty && moved !== null },
  })
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
      {form.purposes.length > 0 && <PurposeChoice purposes={form.purposes} {...form.field('taskId')} />}
      {people.length > 1 && <PartyChoice label="With" parties={people} {...form.field('withId')} />}
      <SelectField
        label="Duration"
        choices={durations.map((minutes) => ({ value: String(minutes), label: counted(minutes, 'minute') }))}
        {...form.field('duration')}
        value={duration}
      />
      <SlotChoice form={form} side={side} moving={moved?.id} />
      <RadioGroup
        label="Type"
        variant="cards"
        name="type"
        choices={types}
        value={type}
        onChange={({ target }) => form.choose(withType(target.value as Rules['type']))}
      />
      <Where form={form} side={side} />
      <TextArea label="Description" optional rows={3} {...form.field('description')} />
      <FormFault>{form.fault}</FormFault>
      <Confirm {...question} />
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

function useScheduleForm({ side, start, moved, close, keep, keepWords }: AppointmentFormProps) {
  const form = useRulesForm(Rules, { start })
  const schedule = useSchedule(side, moved)
  const typed = form.getValues
  const { isDirty } = form.formState
  const onClose = useEffectEvent(() => {
    if (isDirty) keep(typed())
  })
  useEffect(() => () => onClose(), [])
  // This device keeps the words of a client who books.
  useUnloadQuestion(isDirty && (side === 'firm' || moved !== null))
  const onChange = useEffectEvent(() => keepWords(typed()))
  const { watch } = form
  useEffect(() => {
    const watching = watch(() => onChange())
    return () => watching.unsubscribe()
  }, [watch])
  const values = form.watch()
  const hasPurpose = side === 'firm' && !moved
  const { purposes, find } = usePurposes(hasPurpose ? values : { clientId: '', withId: '' })
  const submit = form.whenValid(async (values) => {
    try {
      // Without the choice, the server would take the first task that may be meant.
      const choices = hasPurpose ? await find() : []
      if (lacksPurpose(values.taskId, choices)) {
        form.setError('taskId', { message: 'Please choose what it’s for' })
        return
      }
      await schedule.send(values, purposeIn(values.taskId, choices))
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
    values,
    purposes,
    choose: (values: Partial<Rules>) => {
      for (const [name, value] of Object.entries(values)) form.control(name as keyof Rules).onChange(value)
    },
  }
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
      hint={side === 'client' ? "Leave blank if you don't have one: we can add it later." : undefined}
      {...form.field('meetingLink')}
    />
  )
}

interface PartyChoiceProps extends Omit<SearchSelectProps, 'choices' | 'search' | 'searchLabel'> {
  parties: readonly Party[]
  search?: SearchSelectProps['search']
}

/** Chooses one person from a list, by name. */
const PartyChoice = ({ parties, search = null, ...rest }: PartyChoiceProps) => (
  <SearchSelect
    {...rest}
    search={search}
    searchLabel="Search clients"
    choices={parties.map(({ id, firstName, lastName }) => ({
      value: id,
      label: fullName({ firstName, lastName }),
    }))}
  />
)
