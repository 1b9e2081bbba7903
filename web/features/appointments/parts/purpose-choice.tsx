import type { ComponentProps } from 'react'
import type { AppointmentPurpose } from '#contract/appointments/diary.ts'
import { noPurpose } from '#contract/appointments/form.ts'
import type { TaskId } from '#contract/tasks.ts'
import { SelectField } from '#web/ui/fields/select-field.tsx'

interface PurposeChoiceProps extends Omit<ComponentProps<typeof SelectField>, 'label' | 'choices'> {
  purposes: readonly AppointmentPurpose[]
}

/** Asks what the firm books an appointment for, so that an ordinary meeting completes no step of a case. */
export const PurposeChoice = ({ purposes, ...rest }: PurposeChoiceProps) => (
  <SelectField
    {...rest}
    label="What it’s for"
    placeholder="Please choose"
    hint="If you choose a task, it’s done with this appointment."
    choices={[
      ...purposes.map(({ taskId, title, matters }) => ({
        value: taskId,
        label: [title, ...matters.map(({ reference }) => reference)].join(' · '),
      })),
      { value: noPurpose, label: 'None of the client’s tasks' },
    ]}
  />
)

type Purposes = readonly AppointmentPurpose[]

/** Whether the firm still has to say what an appointment is for. */
export const lacksPurpose = (chosen: string, purposes: Purposes) =>
  purposes.length > 0 && chosen !== noPurpose && !purposes.some(({ taskId }) => taskId === chosen)

/** Returns what was chosen, unless it was for another client. */
export const purposeIn = (chosen: string, purposes: Purposes): TaskId | null =>
  purposes.find(({ taskId }) => taskId === chosen)?.taskId ?? null
