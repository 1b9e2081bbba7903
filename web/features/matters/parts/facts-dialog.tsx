import { useQueryClient } from '@tanstack/react-query'
import { Scope, scopeNames } from '#contract/matters/facts.ts'
import { type FirmMatterFile, matters } from '#contract/matters/matters.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { refresh } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { FormFault } from '#web/ui/feedback/callout.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { RadioGroup } from '#web/ui/fields/choices.tsx'
import { MoneyField } from '#web/ui/fields/money-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea } from '#web/ui/fields/text-field.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { firmMatterAnswers, useMatterTypes } from '../hooks.ts'
import { KeyDatesField } from './key-dates-field.tsx'
import { typeChoices } from './type-choices.ts'

interface FactsDialogProps {
  file: FirmMatterFile
  close: () => void
}

export const FactsDialog = ({ file, close }: FactsDialogProps) => (
  <Dialog
    open
    onOpenChange={close}
    title="Edit details"
    description="Your client sees the type, who is in charge, the costs and the dates you share. The rest stays at the firm."
  >
    <AsyncBoundary skeleton={<SkeletonCard rows={6} />}>
      <FactsForm file={file} close={close} />
    </AsyncBoundary>
  </Dialog>
)

const FactsForm = ({ file, close }: FactsDialogProps) => {
  const cache = useQueryClient()
  const form = useCommandForm(matters.saveFacts, {
    start: { id: file.id, ...file.facts },
    done: async () => {
      close()
      toast({ title: 'Details saved', variant: 'success' })
      await refresh(cache, firmMatterAnswers)
    },
  })
  const types = useMatterTypes()
  return (
    <form {...form.props} className="grid gap-5">
      <SelectField
        label="Type"
        required
        choices={typeChoices(types, file.facts.type)}
        {...form.field('type')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        {file.facts.feeEarnerId === null && (
          <StaffField label="Fee earner" staff={file.staff} {...form.control('feeEarnerId')} />
        )}
        <StaffField label="Supervisor" staff={file.staff} {...form.control('supervisorId')} />
      </div>
      {file.teams.length > 0 && <StaffField label="Team" staff={file.teams} {...form.control('teamId')} />}
      <MoneyField label="Value" optional {...form.control('value')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <MoneyField label="Estimate of our costs" optional {...form.control('costsEstimate')} />
        <MoneyField label="Costs so far" optional {...form.control('costsSoFar')} />
      </div>
      <KeyDatesField
        {...form.control('dates')}
        errorOf={(name) => form.problems.find((problem) => problem.name === name)?.message}
      />
      <RadioGroup
        label="In scope of the money laundering rules?"
        offers={Scope.options.map((value) => ({ value, label: scopeNames[value] }))}
        {...form.field('scope')}
      />
      {form.watch('scope') !== 'undecided' && (
        <TextArea label="Why" required {...form.field('scopeReason')} />
      )}
      <FormFault>{form.fault}</FormFault>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.busy}>
          Save details
        </Button>
      </DialogFooter>
    </form>
  )
}

interface StaffFieldProps {
  label: string
  staff: readonly { id: string; name: string }[]
  name: string
  value: string | null
  onChange: (value: string | null) => void
  error: string | undefined
}

const StaffField = ({ staff, value, onChange, ...rest }: StaffFieldProps) => (
  <SelectField
    choices={[
      { value: '', label: 'Not named' },
      ...staff.map(({ id, name }) => ({ value: id, label: name })),
    ]}
    value={value ?? ''}
    onChange={({ target }) => onChange(target.value || null)}
    {...rest}
  />
)
