import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Appointment } from '#contract/appointments/appointments.ts'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { bookableDays } from '#contract/appointments/times.ts'
import { firm } from '#contract/firm/firm.ts'
import { type HeldMatter, handOver } from '#contract/firm/hand-over.ts'
import { type Person, people } from '#contract/firm/people.ts'
import { fullName } from '#contract/kit/names.ts'
import { looksAfterClients } from '#contract/kit/rights.ts'
import { ask } from '#web/platform/ask.ts'
import { counted, dateText, dayOf, now } from '#web/platform/clock.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh } from '#web/platform/queries.ts'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Dialog, FormFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { isOnlyOfficer, OnlyOfficer } from './only-officer.tsx'

interface DeactivateDialogProps {
  person: Person
  colleagues: Person[]
  close: () => void
}

/** Deactivates a member of staff, and asks who takes over their clients and cases. */
export const DeactivateDialog = ({ person, colleagues, close }: DeactivateDialogProps) => {
  const cache = useQueryClient()
  const name = fullName(person)
  const ahead = useAhead(person.id)
  const form = useCommandForm(people.deactivate, {
    start: { id: person.id, ...(person.clients > 0 && { handTo: '' }) },
    done: async () => {
      const changed = [people.list, firm.clients, firm.client, firmAppointments.list, handOver.held]
      await refresh(cache, changed)
      toast({ title: 'Deactivated', description: `${name}. ${await ahead.outcome()}`, variant: 'success' })
      close()
    },
  })
  const isRunning = looksAfterClients(person.roles)
  return (
    <Dialog
      open
      onOpenChange={close}
      title={`Deactivate ${name}?`}
      description="They'll be signed out everywhere straight away and won't be able to sign in. API keys they made stop working. Everything they did stays on file, documents they sent for signature stay open, and you can reactivate them later."
    >
      <form {...form.props} className="grid gap-5">
        {isRunning && <HeldMatters person={person} />}
        {ahead.words && <p>{ahead.words}</p>}
        {isOnlyOfficer(person, colleagues) && <OnlyOfficer person={person} />}
        {person.clients > 0 && (
          <SuccessorField person={person} colleagues={colleagues} field={form.field('handTo')} />
        )}
        {person.clients === 0 && isRunning && (
          <SelectField
            label="Who will take over their cases?"
            name="handTo"
            choices={[
              { value: '', label: 'Whoever is responsible for the client' },
              ...successorsOf(person, colleagues),
            ]}
            value={form.watch('handTo') ?? ''}
            onChange={({ target }) => form.setValue('handTo', target.value || undefined)}
            error={form.field('handTo').error}
          />
        )}
        <FormFooter form={form} cancel={close} destructive>
          Deactivate
        </FormFooter>
      </form>
    </Dialog>
  )
}

/** Names the cases that change hands, as far as the administrator may see them. */
const HeldMatters = ({ person }: { person: Person }) => {
  const { data = [] } = useQuery(query(handOver.held, { id: person.id }))
  return (
    <section className="grid gap-2">
      {data.length > 0 && (
        <>
          <h3 className="font-semibold">{`${counted(data.length, 'case')} of theirs that you see too`}</h3>
          <div
            role="region"
            aria-label="Their cases"
            tabIndex={0}
            className="max-h-40 overflow-y-auto rounded-md border border-line px-3 py-2 text-sm"
          >
            <ul className="grid gap-1">
              {data.map((matter) => (
                <li key={matter.id} className="wrap-anywhere">
                  {matter.title} <span className="text-ink-soft">{detailsOf(matter)}</span>
                </li>
              ))}
            </ul>
          </div>
        </>
      )}
      <p>
        {person.clients > 0
          ? 'Open cases they run or supervise go to whoever takes over, and the clients are told.'
          : 'Open cases they run or supervise go to the person you choose, and the clients are told. If you choose nobody, whoever is responsible for the client runs them.'}{' '}
        A restricted case goes along only if it names the person who takes over; otherwise it stays with the
        others named on it.
      </p>
    </section>
  )
}

const detailsOf = ({ reference, client, as }: HeldMatter) =>
  `${reference}, ${client}${as === 'supervisor' ? ', as supervisor' : ''}`

/** For the clients of someone whom their groups at the sign-in provider have shut out, so that nobody was asked. */
export const HandClientsDialog = ({ person, colleagues, close }: DeactivateDialogProps) => {
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

const SuccessorField = ({ person, colleagues, field }: SuccessorFieldProps) => (
  <SelectField
    label={`Who will take over ${counted(person.clients, 'client')}?`}
    placeholder="Please choose"
    choices={successorsOf(person, colleagues)}
    {...field}
  />
)

const successorsOf = (person: Person, colleagues: readonly Person[]) =>
  colleagues
    .filter(({ id, roles }) => id !== person.id && looksAfterClients(roles))
    .map((other) => ({ value: other.id, label: successorWords(other) }))

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
    : `They have ${counted(count, 'upcoming appointment')}: each goes to whoever takes over the case, or else to whoever is then responsible for the client. If neither is free, it's cancelled. The clients will be told.`
