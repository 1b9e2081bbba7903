import { useState } from 'react'
import { formFor } from '#contract/forms/forms.ts'
import type { Task } from '#contract/tasks.ts'
import { useUser } from '#web/platform/session.ts'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { useAnswers, useDraft } from './hooks.ts'
import { FormWizard } from './parts/form-wizard.tsx'
import { Submitted } from './parts/submitted.tsx'
import type { FormPlan } from './plans.ts'
import { planOf, startOf } from './plans.ts'

export interface FormTaskProps {
  task: Task
  close: () => void
  /** Called once the form was submitted. */
  done: () => void
}

/** The form that belongs to a task; once it is completed, its answers and a way to correct them. */
export const FormTask = (props: FormTaskProps) => {
  const form = formFor(props.task)
  if (form === null) return <p>Unknown task type. Please contact support.</p>
  return (
    <AsyncBoundary skeleton={<FormSkeleton />}>
      <Form {...props} plan={planOf(form)} />
    </AsyncBoundary>
  )
}

interface FormProps extends FormTaskProps {
  plan: FormPlan
}

const Form = (props: FormProps) => {
  // Kept as it was when the dialog opened: the task is completed a moment before the dialog closes.
  const [mode, setMode] = useState(props.task.status === 'completed' ? 'answers' : 'form')
  if (mode === 'answers')
    return (
      <Submitted taskId={props.task.id} title={props.task.title} onCorrect={() => setMode('correction')} />
    )
  return mode === 'form' ? <NewForm {...props} /> : <CorrectedForm {...props} />
}

const NewForm = ({ task, plan, ...rest }: FormProps) => {
  const draft = useDraft(task.id)
  const before = { values: draft.formData, at: draft.savedAt }
  const values = startOf(plan, useUser(), { before, known: draft.known })
  return <Filled task={task} plan={plan} start={{ values, step: draft.step }} {...rest} />
}

/** A correction starts from the newest answers, or goes on where an earlier correction stopped. */
const CorrectedForm = ({ task, plan, ...rest }: FormProps) => {
  const draft = useDraft(task.id)
  const [newest] = useAnswers(task.id)
  const isBegun = Object.keys(draft.formData).length > 0
  const before = isBegun
    ? { values: draft.formData, at: draft.savedAt }
    : { values: plan.fromWire(newest?.formData ?? {}), at: newest?.submittedAt ?? null }
  const values = startOf(plan, useUser(), { before, known: draft.known })
  return <Filled task={task} plan={plan} start={{ values, step: draft.step }} {...rest} />
}

const Filled = ({
  close,
  done,
  ...options
}: FormProps & { start: Parameters<typeof FormWizard>[0]['start'] }) => (
  <FormWizard
    {...options}
    onDone={() => {
      done()
      close()
    }}
  />
)

const FormSkeleton = () => (
  <SkeletonGroup>
    <div className="grid gap-5">
      <Skeleton className="h-2 w-full" />
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-11 w-2/3" />
    </div>
  </SkeletonGroup>
)
