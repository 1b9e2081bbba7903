import { useQueryClient } from '@tanstack/react-query'
import { firm, nameOf } from '#contract/firm.ts'
import { type Person, people } from '#contract/people.ts'
import { counted } from '#web/platform/clock.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { FormFault } from '#web/ui/callout.tsx'
import { Dialog, DialogFooter } from '#web/ui/dialog.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { toast } from '#web/ui/toast.ts'

interface DeactivateDialogProps {
  person: Person
  colleagues: Person[]
  close: () => void
}

/** Closes the door to somebody, and asks who takes over. */
export const DeactivateDialog = ({ person, colleagues, close }: DeactivateDialogProps) => {
  const cache = useQueryClient()
  const name = nameOf(person)
  const others = colleagues.filter(({ id }) => id !== person.id)
  const form = useCommandForm(people.deactivate, {
    start: { id: person.id, ...(person.clients > 0 && { handTo: '' }) },
    done: async () => {
      await refresh(cache, [people.list, firm.clients, firm.client])
      toast({ title: 'Deactivated', description: name, variant: 'success' })
      close()
    },
  })
  return (
    <Dialog
      open
      onOpenChange={close}
      title={`Deactivate ${name}?`}
      description="They are signed out everywhere at once and cannot sign in. Their coming appointments go to whoever answers for the client then, or are cancelled where that person is not free; the clients are told. What they did stays in the files, and you can let them in again."
    >
      <form {...form.props} className="grid gap-5">
        {person.clients > 0 && (
          <SelectField
            label={`Who takes over ${counted(person.clients, 'client')}?`}
            placeholder="Please choose"
            choices={others.map((other) => ({ value: other.id, label: nameOf(other) }))}
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
