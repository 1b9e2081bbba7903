import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { Scope, scopeNames } from '#contract/matters/facts.ts'
import { type FirmMatterFile, matters } from '#contract/matters/matters.ts'
import { stagedTypes } from '#contract/matters/stages.ts'
import { matterTemplates } from '#contract/templates/templates.ts'
import { useCommandForm } from '#web/platform/form.ts'
import { query, refresh } from '#web/platform/queries.ts'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { SkeletonCard } from '#web/ui/feedback/skeleton.tsx'
import { Checkbox, RadioGroup } from '#web/ui/fields/choices.tsx'
import { MoneyField } from '#web/ui/fields/digits-field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea } from '#web/ui/fields/text-field.tsx'
import { AskingFormFooter } from '#web/ui/overlays/confirm.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { firmMatterAnswers, useMatterColleagues, useMatterTypes, wordsForClients } from '../../hooks.ts'
import { StepChanges, typeChoices } from '../type-choices.tsx'
import { KeyDatesField } from './key-dates-field.tsx'

interface FactsDialogProps {
  file: FirmMatterFile
  close: () => void
}

export const FactsDialog = ({ file, close }: FactsDialogProps) => {
  const { Your, verb } = wordsForClients(file)
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Edit details"
      description={`${Your} ${verb('sees', 'see')} the type, who is in charge, the costs and the dates you share. The rest stays at the firm.`}
    >
      <AsyncBoundary skeleton={<SkeletonCard rows={6} />}>
        <FactsForm file={file} close={close} />
      </AsyncBoundary>
    </Dialog>
  )
}

const FactsForm = ({ file, close }: FactsDialogProps) => {
  const cache = useQueryClient()
  const form = useCommandForm(matters.saveFacts, {
    start: { id: file.id, ...file.facts, isByTemplate: true, basedOn: file.facts },
    done: async () => {
      close()
      toast({ title: 'Details saved', variant: 'success' })
      await refresh(cache, firmMatterAnswers)
    },
  })
  const types = useMatterTypes()
  const { inCharge } = useMatterColleagues()
  return (
    <form {...form.props} className="grid gap-5">
      <SelectField
        label="Type"
        required
        choices={typeChoices(types, file.facts.type)}
        {...form.field('type')}
      />
      {file.status === 'open' && form.watch('type') !== file.facts.type && (
        <TypeChange
          file={file}
          type={form.watch('type')}
          isByTemplate={form.watch('isByTemplate') ?? true}
          field={form.field('isByTemplate')}
        />
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        {file.facts.feeEarnerId === null && (
          <StaffField label="Fee earner" staff={inCharge} {...form.control('feeEarnerId')} />
        )}
        <StaffField label="Supervisor" staff={inCharge} {...form.control('supervisorId')} />
      </div>
      {file.teams.length > 0 && <StaffField label="Team" staff={file.teams} {...form.control('teamId')} />}
      <MoneyField label="Value" optional {...form.control('value')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <MoneyField label="Estimate of our costs" optional {...form.control('costsEstimate')} />
        <MoneyField label="Costs so far" optional {...form.control('costsSoFar')} />
      </div>
      <KeyDatesField
        {...form.control('dates')}
        file={file}
        errorOf={(name) => form.problems.find((problem) => problem.name === name)?.message}
      />
      <RadioGroup
        label="In scope of the money laundering rules?"
        choices={Scope.options.map((value) => ({ value, label: scopeNames[value] }))}
        {...form.field('scope')}
      />
      {form.watch('scope') !== 'undecided' && (
        <TextArea label="Why" required {...form.field('scopeReason')} />
      )}
      <AskingFormFooter form={form} cancel={close}>
        Save details
      </AskingFormFooter>
    </form>
  )
}

interface TypeChangeProps {
  file: FirmMatterFile
  type: string
  isByTemplate: boolean
  field: Omit<ComponentProps<typeof Checkbox>, 'label'>
}

/** Shows the effects of changing a running case's type, before it is saved. */
const TypeChange = ({ file, type, isByTemplate, field }: TypeChangeProps) => {
  const { id, facts } = file
  const { data: preview } = useQuery(query(matterTemplates.preview, { id, type }))
  if (preview === undefined) return <SkeletonCard rows={2} />
  return (
    <Callout tone="info" title={`What changes from “${facts.type}” to “${type}”`}>
      <div className="grid gap-3">
        <p>
          {wordsForClients(file).Your} will see the{' '}
          {stagedTypes.includes(type) ? `stages of “${type}”` : 'general stages'}.
        </p>
        {preview === null ? (
          <p>There’s no template for this type, so the steps stay as they are.</p>
        ) : (
          <>
            <Checkbox
              label={`Use the template for “${type}”`}
              hint="Its steps become tasks straight away, and whoever they are for is told."
              {...field}
            />
            {isByTemplate ? <StepChanges preview={preview} /> : <p>The steps stay as they are.</p>}
          </>
        )}
      </div>
    </Callout>
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
