import { CalendarPlus } from 'lucide-react'
import { type ReactNode, useCallback, useState } from 'react'
import { emptyForm, isVirtual, type AppointmentForm as Typed } from '#contract/appointment-form.ts'
import { isShortNotice, minutesBetween } from '#contract/appointment-times.ts'
import type { Appointment, Party } from '#contract/appointments.ts'
import { useFirm } from '#web/features/settings/hooks.ts'
import { dayIn } from '#web/platform/zone.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Confirm } from '#web/ui/overlays/confirm.tsx'
import { Sheet } from '#web/ui/overlays/sheet.tsx'
import { useCancel } from '../hooks.ts'
import { AppointmentForm, type AppointmentFormProps } from './appointment-form.tsx'
import { whenWords } from './times.tsx'

interface DeskOptions {
  side: 'client' | 'firm'
  people: readonly Party[]
  clients: AppointmentFormProps['clients']
  /** What a new appointment starts with. */
  start: Partial<Typed>
  now: Date
}

/** What opens over the page: the sheet for a new or a changed appointment, and the question before a cancelling. */
export function useDesk({ side, people, clients, start, now }: DeskOptions) {
  const { timeZone } = useFirm()
  const [editing, setEditing] = useState<Appointment | 'new' | null>(null)
  const [leaving, setLeaving] = useState<Appointment | null>(null)
  const { cancel, isPending } = useCancel(() => setLeaving(null))
  // What was typed for a new appointment outlives a sheet that is closed by a slip.
  const [draft, setDraft] = useState<Typed | null>(null)
  const moved = editing === 'new' ? null : editing
  const isNew = editing === 'new'
  const keep = useCallback(
    (typed: Typed) => {
      if (isNew) setDraft(typed)
    },
    [isNew],
  )
  const close = () => {
    setDraft(null)
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
            start={moved ? formOf(moved, timeZone) : (draft ?? { ...emptyForm, ...start })}
            close={close}
            keep={keep}
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
  return { over, openNew: () => setEditing('new'), onEdit: setEditing, onCancel: setLeaving }
}

export const ScheduleButton = ({ onClick }: { onClick: () => void }) => (
  <Button variant="primary" icon={<CalendarPlus />} onClick={onClick} data-print="hide">
    Schedule Appointment
  </Button>
)

const formOf = (appointment: Appointment, zone: string): Typed => ({
  clientId: appointment.client.id,
  withId: appointment.with.id,
  title: appointment.title,
  type: isVirtual(appointment) ? 'virtual' : 'in_person',
  startDate: dayIn(zone, appointment.startTime),
  startTime: appointment.startTime.toISOString(),
  duration: String(minutesBetween(appointment)),
  location: appointment.location ?? '',
  meetingLink: appointment.meetingLink ?? '',
  description: appointment.description ?? '',
})

interface Asking {
  side: 'client' | 'firm'
  timeZone: string
  now: Date
}

const questionOf = (appointment: Appointment, { side, timeZone, now }: Asking) => {
  const other = side === 'client' ? appointment.with : appointment.client
  const told = `${appointment.title}, ${whenWords(timeZone, appointment)}. We'll tell ${other.firstName} ${other.lastName} straight away.`
  if (!isShortNotice(appointment, now)) return told
  return side === 'client'
    ? `${told} It's in less than 24 hours, so please call us as well.`
    : `${told} It's in less than 24 hours, so please call your client as well.`
}
