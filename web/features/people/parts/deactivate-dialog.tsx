import { useQueryClient } from '@tanstack/react-query'
import { firmAppointments } from '#contract/appointments/diary.ts'
import { firm } from '#contract/firm/firm.ts'
import { type Person, people } from '#contract/firm/people.ts'
import { fullName } from '#contract/kit/names.ts'
import { looksAfterClients } from '#contract/kit/rights.ts'
import { counted } from '#web/platform/clock.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useAhead } from '../handover.ts'

interface DeactivateDialogProps {
  person: Person
  colleagues: Person[]
  close: () => void
}

/** Closes the door to somebody, and asks who takes over. */
export const DeactivateDialog = ({ person, colleagues, close }: DeactivateDialogProps) => {
  const cache = useQueryClient()
  const name = fullName(person)
  const others = colleagues.filter(({ id, roles }) => id !== person.id && looksAfterClients(roles))
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
      description="They'll be signed out everywhere straight away and won't be able to sign in. Everything they did stays on file, documents they sent for signature stay open, and you can reactivate them later."
    >
      <form {...form.props} className="grid gap-5">
        {ahead.words && <p>{ahead.words}</p>}
        {person.clients > 0 && (
          <SelectField
            label={`Who will take over ${counted(person.clients, 'client')}?`}
            placeholder="Please choose"
            choices={others.map((other) => ({ value: other.id, label: fullName(other) }))}
            {...form.field('handTo')}
          />
        )}
        <FormFault>{form.fault}</FormFault>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="destructive" busy={form.busy}>
            Deactivate
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
