import { useQueryClient } from '@tanstack/react-query'
import { firm } from '#contract/firm/firm.ts'
import { type Person, people, rolesText } from '#contract/firm/people.ts'
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
import { RolesFields } from './roles-fields.tsx'

interface RolesDialogProps {
  person: Person
  /** Who may take over the clients. */
  colleagues: Person[]
  close: () => void
}

/** Changes what somebody may do, and asks who takes over where they can no longer look after clients. */
export const RolesDialog = ({ person, colleagues, close }: RolesDialogProps) => {
  const cache = useQueryClient()
  const { id, roles, inspection, clients } = person
  const form = useCommandForm(people.saveRoles, {
    start: {
      id,
      roles,
      ...(inspection && {
        inspection: { until: inspection.until, clientIds: inspection.clients.map((client) => client.id) },
      }),
    },
    done: async (saved) => {
      await refresh(cache, [people.list, firm.clients, firm.client])
      toast({
        title: 'Roles saved',
        description: `${fullName(saved)}: ${rolesText(saved.roles)}`,
        variant: 'success',
      })
      close()
    },
  })
  const isHanding = clients > 0 && !looksAfterClients(form.watch('roles') ?? [])
  const others = colleagues.filter((other) => other.id !== id && looksAfterClients(other.roles))
  return (
    <Dialog
      open
      onOpenChange={close}
      title={`What ${fullName(person)} can do`}
      description="They'll be signed out everywhere straight away and will need to sign in again."
    >
      <form {...form.props} className="grid gap-5">
        <RolesFields form={form as never} known={inspection?.clients ?? []} />
        {isHanding && (
          <SelectField
            label={`Who will take over ${counted(clients, 'client')}?`}
            placeholder="Please choose"
            choices={others.map((other) => ({ value: other.id, label: fullName(other) }))}
            {...form.field('handTo')}
          />
        )}
        <FormFault>{form.fault}</FormFault>
        <DialogFooter>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            Save
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
