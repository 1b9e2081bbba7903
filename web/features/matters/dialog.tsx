import { useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { matters } from '#contract/matters/matters.ts'
import { useAttempt } from '#web/platform/attempt.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { SearchSelect } from '#web/ui/fields/select-field.tsx'
import { AskingFormFooter } from '#web/ui/overlays/confirm.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { clientWords, firmMatterAnswers, useMatterClients, useMatterTypes } from './hooks.ts'
import { useCloseUntouched } from './parts/closure/close-untouched.tsx'
import { MatterFields } from './parts/request-dialog.tsx'
import { StepFields } from './parts/stages/next-action.tsx'
import { templateWords, typeChoices } from './parts/type-choices.tsx'

export { MatterHeader, MatterOverview, MatterPeople } from './firm-panels.tsx'
export { InternalNotes } from './parts/internal-notes.tsx'
export { StatusMark } from './parts/matter-card.tsx'
export { Ownership, sourceText } from './parts/parties/ownership.tsx'
export { StepsCard } from './parts/stages/steps-card.tsx'

/** Opens a matter that no client has requested. */
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

interface NewMatterFieldsProps {
  /** Binds a field to the form. */
  field: ComponentProps<typeof MatterFields>['field'] & ComponentProps<typeof StepFields>['field']
  isThirdParty: boolean
  /** The chosen type. Empty if none is chosen. */
  type: string
}

/** The fields of a matter that the firm opens itself. */
export const NewMatterFields = ({ field, isThirdParty, type }: NewMatterFieldsProps) => {
  const types = useMatterTypes()
  return (
    <>
      <MatterFields
        field={field}
        types={typeChoices(types)}
        hints={{
          title: 'As your client will read it, such as “Purchase of 12 Garden Street”',
          description: 'Your client reads this too.',
        }}
        typeWords={templateWords(types, type)}
      />
      <StepFields field={field} isThirdParty={isThirdParty} />
    </>
  )
}

const StartForm = ({ close }: { close: () => void }) => {
  const { things: clients, search } = useMatterClients()
  const cache = useQueryClient()
  const form = useCommandForm(matters.start, {
    start: { clientId: '', ...start },
    once: useAttempt(),
    done: async ({ id, reference, client }) => {
      await closeIn(id)
      close()
      toast({ title: 'Case opened', description: `${reference} for ${client.name}`, variant: 'success' })
      await refresh(cache, firmMatterAnswers)
    },
  })
  const { offer, closeIn } = useCloseUntouched(form.watch('clientId'), form.watch('type'))
  return (
    <form {...form.props} className="grid gap-5">
      <SearchSelect
        label="Client"
        hint="Not a client yet? “Invite a client” opens their account and their case together."
        search={search}
        searchLabel="Search clients"
        required
        placeholder={clients.length === 0 && !search ? "You don't have any clients yet" : 'Please choose'}
        choices={clients.map((client) => ({ value: client.id, label: clientWords(client) }))}
        {...form.field('clientId')}
      />
      <NewMatterFields
        field={form.field}
        isThirdParty={form.watch('whose') === 'third_party'}
        type={form.watch('type')}
      />
      {offer}
      <AskingFormFooter form={form} cancel={close}>
        Open case
      </AskingFormFooter>
    </form>
  )
}
