import { useState } from 'react'
import type { TaskId } from '#contract/tasks.ts'
import { SelectField } from '#web/ui/fields/select-field.tsx'

interface StepFieldProps {
  steps: { value: TaskId; label: string }[]
  value: TaskId | null
  onChange: (step: TaskId | null) => void
  error?: string | undefined
}

/** Asks which of the client's tasks the signature completes. */
export const StepField = ({ steps, value, onChange, error }: StepFieldProps) => (
  <SelectField
    label="For"
    name="taskId"
    hint="The step is done once your client has signed"
    choices={[...steps, { value: '', label: 'No step' }]}
    value={value ?? ''}
    onChange={({ target }) => onChange(steps.find((step) => step.value === target.value)?.value ?? null)}
    {...(error !== undefined && { error })}
  />
)

/** Preselects a client's task if exactly one waits for a document. A choice by the user wins, for that client. */
export const useStepChoice = (steps: readonly { id: TaskId }[], person: string) => {
  const [chosen, setChosen] = useState<{ person: string; id: TaskId | null } | null>(null)
  const [only] = steps.length === 1 ? steps : []
  const isStanding =
    chosen?.person === person && (chosen.id === null || steps.some(({ id }) => id === chosen.id))
  return {
    id: isStanding ? chosen.id : (only?.id ?? null),
    /** What the user chose for this client, also if it no longer waits. Undefined if they chose nothing. */
    chosen: chosen?.person === person ? chosen.id : undefined,
    choose: (id: TaskId | null) => setChosen({ person, id }),
  }
}
