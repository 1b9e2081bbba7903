import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { BookedWhileAway } from '#contract/appointments/appointments.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import type { StaffName } from '#contract/firm/firm.ts'
import { people } from '#contract/firm/people.ts'
import { type Absence, absences } from '#contract/firm/teams.ts'
import { fullName } from '#contract/kit/names.ts'
import { dateText, dayOf, now } from '#web/platform/clock.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { BookedCallout } from './booked-while-away.tsx'

const absenceAnswers = [absences.own, people.list, firmAppointments.list]

interface AbsenceFormProps {
  id: UserId
  absence: Absence | null
  /** What is booked on the days of that absence. Looked up if it isn't given. */
  booked?: readonly BookedWhileAway[]
  /** Staff who could cover. */
  colleagues: readonly Pick<StaffName, 'id' | 'firstName' | 'lastName'>[]
  /** Called once it is saved, with what is booked on these days. */
  done?: (booked: readonly BookedWhileAway[]) => void
}

/** Asks when someone is away, and who covers. */
export const AbsenceForm = ({ id, absence, booked, colleagues, done }: AbsenceFormProps) => {
  const cache = useQueryClient()
  const form = useCommandForm(absences.save, {
    start: {
      id,
      from: absence?.from ?? dayOf(now()),
      backOn: absence?.backOn ?? '',
      coverId: absence?.cover.id ?? '',
    },
    done: async ({ cover, backOn, booked }) => {
      toast({
        title: 'Saved',
        description: `${cover.name} covers until ${dateText(backOn)}.`,
        variant: 'success',
      })
      done?.(booked)
      await refresh(cache, absenceAnswers)
    },
  })
  const [from, backOn] = form.watch(['from', 'backOn'])
  const isSaved = from === absence?.from && backOn === absence?.backOn
  const found = useBooked({ id, from, backOn }, { enabled: !(isSaved && booked) })
  return (
    <form {...form.props} className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <DateField label="First day away" {...form.control('from')} />
        <DateField label="First day back" {...form.control('backOn')} />
      </div>
      <BookedCallout booked={(isSaved && booked) || found} />
      <SelectField
        label="Who will cover?"
        placeholder="Please choose"
        hint="They see the same clients and cases and are told of anything new, until the first day back."
        choices={colleagues.map((person) => ({ value: person.id, label: fullName(person) }))}
        {...form.field('coverId')}
      />
      <FormFault>{form.fault}</FormFault>
      <DialogFooter>
        {absence && <EndAbsence id={id} isAway={absence.isAway} done={() => done?.([])} />}
        <Button type="submit" variant="primary" busy={form.busy}>
          Save
        </Button>
      </DialogFooter>
    </form>
  )
}

/** What is booked on the days that were entered. Nothing until both are, in an order that can be saved. */
function useBooked(days: { id: UserId; from: string; backOn: string }, { enabled }: { enabled: boolean }) {
  const { success, data } = absences.booked.input.safeParse(days)
  const isAhead = success && data.from < data.backOn && data.backOn > dayOf(now())
  return useQuery({ ...query(absences.booked, data ?? days), enabled: enabled && isAhead }).data ?? []
}

interface EndAbsenceProps {
  id: UserId
  isAway: boolean
  done: () => void
}

const EndAbsence = ({ id, isAway, done }: EndAbsenceProps) => {
  const command = useCommand(absences.end, { refreshes: absenceAnswers })
  const end = () =>
    command.mutate(
      { id },
      {
        onSuccess: () => {
          toast({ title: isAway ? 'Back at work' : 'Absence removed', variant: 'success' })
          done()
        },
        onError: ({ message }) => toast({ title: 'Not saved', description: message, variant: 'error' }),
      },
    )
  return (
    <Button busy={command.isPending} onClick={end}>
      {isAway ? 'Back already' : 'Remove'}
    </Button>
  )
}

/**
 * "Away until 3 December 2026, covered by Owen Hart". Nobody covers if the absence has begun and the cover has left.
 */
export const absenceWords = ({ from, backOn, cover, isAway }: Absence) => {
  if (isAway) return `Away until ${dateText(backOn)}, covered by ${cover.name}`
  return from <= dayOf(now())
    ? `Away until ${dateText(backOn)}, with nobody covering`
    : `Away from ${dateText(from)} until ${dateText(backOn)}, covered by ${cover.name}`
}
