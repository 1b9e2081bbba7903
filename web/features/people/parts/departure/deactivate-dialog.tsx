import { useQueryClient } from '@tanstack/react-query'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { firm } from '#contract/firm/firm.ts'
import { handOver } from '#contract/firm/hand-over.ts'
import { type Person, people } from '#contract/firm/people.ts'
import { fullName } from '#contract/kit/names.ts'
import { looksAfterClients } from '#contract/kit/rights.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { Dialog, FormFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useComingAppointments } from './coming-appointments.ts'
import { KeysMade, useKeysMade } from './keys-made.tsx'
import { isOnlyOfficer, OnlyOfficer } from './only-officer.tsx'
import { ClientsSuccessorField, HeldMatters, SuccessorField } from './successor.tsx'
import { useUnansweredWords } from './unanswered-messages.ts'

interface DeactivateDialogProps {
  person: Person
  colleagues: Person[]
  close: () => void
}

/** Deactivates a member of staff, and asks who takes over their clients and cases. */
export const DeactivateDialog = ({ person, colleagues, close }: DeactivateDialogProps) => {
  const cache = useQueryClient()
  const name = fullName(person)
  const coming = useComingAppointments(person.id)
  const made = useKeysMade(person.id)
  const unanswered = useUnansweredWords(person.id)
  const form = useCommandForm(people.deactivate, {
    start: { id: person.id, ...(person.clients > 0 && { handTo: '' }) },
    done: async () => {
      const changed = [
        people.list,
        firm.clients,
        firm.client,
        firmAppointments.list,
        handOver.held,
        handOver.unread,
      ]
      await refresh(cache, changed)
      const outcomes = [`${name}.`, await coming.outcome(), await made.outcome()]
      toast({ title: 'Deactivated', description: outcomes.filter(Boolean).join(' '), variant: 'success' })
      close()
    },
  })
  const isHolding = person.clients > 0 || looksAfterClients(person.roles)
  return (
    <Dialog
      open
      onOpenChange={close}
      title={`Deactivate ${name}?`}
      description="They'll be signed out everywhere straight away and won't be able to sign in. API keys they made stop working. Everything they did stays on file, documents they sent for signature stay open, and you can reactivate them later."
    >
      <form {...form.props} className="grid gap-5">
        {isHolding && <HeldMatters person={person} />}
        <KeysMade keys={made.keys} isEnding />
        {isHolding && <p>{coming.words}</p>}
        {unanswered && <p>{unanswered}</p>}
        {isOnlyOfficer(person, colleagues) && <OnlyOfficer person={person} />}
        {isHolding && <SuccessorField {...{ person, colleagues, form }} />}
        <FormFooter form={form} cancel={close} destructive>
          Deactivate
        </FormFooter>
      </form>
    </Dialog>
  )
}

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
        <ClientsSuccessorField person={person} colleagues={colleagues} field={form.field('handTo')} />
        <FormFooter form={form} cancel={close}>
          Hand over
        </FormFooter>
      </form>
    </Dialog>
  )
}
