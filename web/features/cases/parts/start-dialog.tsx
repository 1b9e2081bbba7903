import { useQueryClient } from '@tanstack/react-query'
import { cases } from '#contract/cases.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { FoundSelect } from '#web/ui/fields/search-select.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { firmCaseAnswers, useCaseClients } from '../hooks.ts'
import { MatterFields } from './matter-fields.tsx'
import { StepFields } from './step-fields.tsx'

export const StartDialog = ({ close }: { close: () => void }) => (
  <Dialog
    open
    onOpenChange={close}
    title="New case for a client"
    description="It opens straight away, and your client will be told."
  >
    <AsyncBoundary skeleton={<SkeletonCard rows={4} />}>
      <StartForm close={close} />
    </AsyncBoundary>
  </Dialog>
)

const start = {
  title: '',
  type: '',
  priority: 'medium' as const,
  description: '',
  whose: 'firm' as const,
  thirdParty: '',
  nextStep: '',
}

const StartForm = ({ close }: { close: () => void }) => {
  const { things: clients, search } = useCaseClients()
  const cache = useQueryClient()
  const form = useCommandForm(cases.start, {
    start: { clientId: '', ...start },
    done: async ({ reference, client }) => {
      close()
      toast({ title: 'Case opened', description: `${reference} for ${client.name}`, variant: 'success' })
      await refresh(cache, firmCaseAnswers)
    },
  })
  return (
    <form {...form.props} className="grid gap-5">
      <FoundSelect
        label="Client"
        search={search}
        searchLabel="Search clients"
        required
        placeholder={clients.length === 0 && !search ? "You don't have any clients yet" : 'Please choose'}
        choices={clients.map(({ id, name }) => ({ value: id, label: name }))}
        {...form.field('clientId')}
      />
      <MatterFields field={form.field} />
      <StepFields field={form.field} isThirdParty={form.watch('whose') === 'third_party'} />
      <FormFault>{form.fault}</FormFault>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          Open case
        </Button>
      </DialogFooter>
    </form>
  )
}
