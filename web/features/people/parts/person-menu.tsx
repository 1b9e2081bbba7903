import { useQuery, useQueryClient } from '@tanstack/react-query'
import { EllipsisVertical } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Appointment, BookedWhileAway } from '#contract/appointments/appointments.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { bookableDays } from '#contract/appointments/times.ts'
import { firm } from '#contract/firm/firm.ts'
import { type Person, people } from '#contract/firm/people.ts'
import { fullName } from '#contract/kit/names.ts'
import { looksAfterClients } from '#contract/kit/rights.ts'
import { ask } from '#web/platform/ask.ts'
import { counted, dateText, dayOf, now } from '#web/platform/clock.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh, useCommand } from '#web/platform/queries.ts'
import { useUser } from '#web/platform/session.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Dialog, DialogFooter, FormFooter } from '#web/ui/overlays/dialog.tsx'
import { Menu, MenuItem } from '#web/ui/overlays/menu.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { AbsenceForm } from './absence-form.tsx'
import { BookedCallout } from './booked-while-away.tsx'
import { isOnlyOfficer, OnlyOfficer } from './only-officer.tsx'
import { RolesDialog } from './roles-fields.tsx'

interface PersonMenuProps {
  person: Person
  /** Staff who may take over the clients. */
  colleagues: Person[]
}

/** Actions of an administrator on a member of staff. */
export const PersonMenu = ({ person, colleagues }: PersonMenuProps) => {
  const { id } = useUser()
  const [open, setOpen] = useState<'roles' | 'away' | 'leave' | 'clients' | null>(null)
  const close = () => setOpen(null)
  const reactivate = useCommand(people.reactivate, { refreshes: [people.list] })
  const name = fullName(person)
  const comeBack = () =>
    reactivate.mutate(
      { id: person.id },
      {
        onSuccess: () => toast({ title: 'Can sign in again', description: name, variant: 'success' }),
        onError: ({ message }) => toast({ title: 'Not done', description: message, variant: 'error' }),
      },
    )
  return (
    <>
      <Menu align="end" trigger={<IconButton label={`Change ${name}`} icon={<EllipsisVertical />} />}>
        {person.deactivatedAt ? (
          <>
            {person.clients > 0 && (
              <MenuItem onSelect={() => setOpen('clients')}>Hand over their clients</MenuItem>
            )}
            <MenuItem onSelect={comeBack}>Reactivate</MenuItem>
          </>
        ) : (
          <>
            <MenuItem onSelect={() => setOpen('roles')}>Change roles</MenuItem>
            {looksAfterClients(person.roles) && (
              <MenuItem onSelect={() => setOpen('away')}>Time away</MenuItem>
            )}
            <MenuItem destructive disabled={person.id === id} onSelect={() => setOpen('leave')}>
              Deactivate
            </MenuItem>
          </>
        )}
      </Menu>
      {open === 'roles' && <RolesDialog person={person} colleagues={colleagues} close={close} />}
      {open === 'away' && <AbsenceDialog person={person} colleagues={colleagues} close={close} />}
      {open === 'clients' && <HandClientsDialog person={person} colleagues={colleagues} close={close} />}
      {open === 'leave' && <DeactivateDialog person={person} colleagues={colleagues} close={close} />}
    </>
  )
}

interface AbsenceDialogProps {
  person: Person
  colleagues: Person[]
  close: () => void
}

/** Lets an administrator record an absence for someone who is too ill to do it. */
const AbsenceDialog = ({ person, colleagues, close }: AbsenceDialogProps) => {
  const [booked, setBooked] = useState<readonly BookedWhileAway[]>([])
  return (
    <Dialog
      open
      onOpenChange={close}
      title={`Time away: ${fullName(person)}`}
      description="Their clients will see that they're away, and who is looking after their case."
    >
      {booked.length > 0 ? (
        <>
          <BookedCallout booked={booked} />
          <DialogFooter>
            <Button variant="primary" onClick={close}>
              Done
            </Button>
          </DialogFooter>
        </>
      ) : (
        <AbsenceForm
          id={person.id}
          absence={person.absence}
          colleagues={colleagues.filter(({ id, roles }) => id !== person.id && looksAfterClients(roles))}
          done={(found) => (found.length > 0 ? setBooked(found) : close())}
        />
      )}
    </Dialog>
  )
}

interface DeactivateDialogProps {
  person: Person
  colleagues: Person[]
  close: () => void
}

/** Deactivates a member of staff, and asks who takes over their clients. */
const DeactivateDialog = ({ person, colleagues, close }: DeactivateDialogProps) => {
  const cache = useQueryClient()
  const name = fullName(person)
  const ahead = useAhead(person.id)
  const form = useCommandForm(people.deactivate, {
    start: { id: person.id, ...(person.clients > 0 && { handTo: '' }) },
    done: async () => {
      await refresh(cache, [people.list, firm.clients, firm.client, firmAppointments.list])
      toast({ title: 'Deactivated', description: `${name}. ${await ahead.outcome()}`, variant: 'success' })
      close()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={close}
      title={`Deactivate ${name}?`}
      description="They'll be signed out everywhere straight away and won't be able to sign in. API keys they made stop working. Their open cases go to whoever is responsible for the client; restricted ones stay with the people named on them. Everything they did stays on file, documents they sent for signature stay open, and you can reactivate them later."
    >
      <form {...form.props} className="grid gap-5">
        {ahead.words && <p>{ahead.words}</p>}
        {isOnlyOfficer(person, colleagues) && <OnlyOfficer person={person} />}
        {person.clients > 0 && (
          <SuccessorField person={person} colleagues={colleagues} field={form.field('handTo')} />
        )}
        <FormFooter form={form} cancel={close} destructive>
          Deactivate
        </FormFooter>
      </form>
    </Dialog>
  )
}

/** For the clients of someone whom their groups at the sign-in provider have shut out, so that nobody was asked. */
const HandClientsDialog = ({ person, colleagues, close }: DeactivateDialogProps) => {
  const cache = useQueryClient()
  const name = fullName(person)
  const form = useCommandForm(people.deactivate, {
    start: { id: person.id, handTo: '' },
    done: async ({ clients }) => {
      await refresh(cache, [people.list, firm.clients, firm.client])
      if (clients > 0) toast({ title: 'Not handed over', description: 'Please try again.', variant: 'error' })
      else toast({ title: 'Handed over', description: `The clients of ${name}.`, variant: 'success' })
      close()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={close}
      title={`Hand over the clients of ${name}`}
      description="They can no longer sign in, and are still responsible for clients. Whoever takes over will be told."
    >
      <form {...form.props} className="grid gap-5">
        <SuccessorField person={person} colleagues={colleagues} field={form.field('handTo')} />
        <FormFooter form={form} cancel={close}>
          Hand over
        </FormFooter>
      </form>
    </Dialog>
  )
}

interface SuccessorFieldProps extends Pick<DeactivateDialogProps, 'person' | 'colleagues'> {
  field: Omit<ComponentProps<typeof SelectField>, 'label' | 'choices'>
}

const SuccessorField = ({ person, colleagues, field }: SuccessorFieldProps) => {
  const others = colleagues.filter(({ id, roles }) => id !== person.id && looksAfterClients(roles))
  return (
    <SelectField
      label={`Who will take over ${counted(person.clients, 'client')}?`}
      placeholder="Please choose"
      choices={others.map((other) => ({ value: other.id, label: successorWords(other) }))}
      {...field}
    />
  )
}

/** Somebody who is away can take over, but their clients should not wait for it unnoticed. */
const successorWords = (person: Person) =>
  person.absence?.isAway
    ? `${fullName(person)}, away until ${dateText(person.absence.backOn)}`
    : fullName(person)

const day = 24 * 60 * 60 * 1000

/** Returns the person's upcoming appointments: how many would be handed over, and what happened to them. */
function useAhead(personId: UserId) {
  const range = { from: dayOf(now()), to: dayOf(new Date(now().getTime() + bookableDays * day)) }
  const { data } = useQuery(query(firmAppointments.list, range))
  const theirs =
    data?.filter((appointment) => appointment.with.id === personId && isComing(appointment)) ?? []
  return {
    words: data && wordsOf(theirs.length),
    outcome: async () => {
      if (theirs.length === 0) return ''
      const left = new Set(theirs.map(({ id }) => id))
      const now = (await ask(firmAppointments.list, range)).filter(({ id }) => left.has(id))
      const cancelled = now.filter(({ status }) => status === 'cancelled').length
      return `${counted(now.length - cancelled, 'appointment')} handed over, ${cancelled} cancelled.`
    },
  }
}

const isComing = ({ status, startTime }: Appointment) => status === 'scheduled' && startTime > now()

const wordsOf = (count: number) =>
  count === 0
    ? 'They have no upcoming appointments.'
    : `They have ${counted(count, 'upcoming appointment')}: each goes to whoever is then responsible for the client, or is cancelled if that person isn't free. The clients will be told.`
