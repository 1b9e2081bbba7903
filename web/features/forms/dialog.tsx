import { useState } from 'react'
import type { FirmForm } from '#contract/forms/firm-form.ts'
import { type Draft, formFor } from '#contract/forms/forms.ts'
import type { Task } from '#contract/tasks.ts'
import { today } from '#web/platform/clock.ts'
import { useRulesForm } from '#web/platform/form.ts'
import { useUser } from '#web/platform/session.ts'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { firmPlan } from './firm-plan.ts'
import { useAnswers, useDraft, useDraftAgain } from './hooks.ts'
import { FirmFields } from './parts/firm-fields.tsx'
import { FormWizard } from './parts/form-wizard.tsx'
import { Submitted } from './parts/submitted.tsx'
import { type FormPlan, type PageValues, planOf, startOf } from './plans.ts'

export interface FormTaskProps {
  task: Task
  close: () => void
  /** Called once the form is submitted. */
  done: () => void
}

/** The form of a task. Once it is completed, shows its answers and a button to correct them. */
export const FormTask = (props: FormTaskProps) => {
  if (formFor(props.task) === null) return <p>Unknown task type. Please contact support.</p>
  return (
    <AsyncBoundary skeleton={<FormSkeleton />}>
      <Form {...props} />
    </AsyncBoundary>
  )
}

const Form = (props: FormTaskProps) => {
  // Set when the dialog opens, because the task is completed a moment before the dialog closes.
  const [mode, setMode] = useState(props.task.status === 'completed' ? 'answers' : 'form')
  if (mode === 'answers') return <Submitted task={props.task} onCorrect={() => setMode('correction')} />
  return <FormToFill {...props} isCorrection={mode === 'correction'} />
}

interface ToFillProps extends FormTaskProps {
  /** Opens the form again, from its first page, with the questions as they are now. */
  onChanged: () => void
  /** How many times the firm changed the questions while the form was open. */
  changes: number
}

const FormToFill = ({ isCorrection, ...props }: FormTaskProps & { isCorrection: boolean }) => {
  const [changes, setChanges] = useState(0)
  const readAgain = useDraftAgain()
  const onChanged = async () => {
    await readAgain()
    setChanges((count) => count + 1)
  }
  const Fill = isCorrection ? CorrectedForm : NewForm
  return <Fill key={changes} {...props} changes={changes} onChanged={() => void onChanged()} />
}

/** Returns the plan of the task's form. A firm's own form has its questions in the draft. */
const usePlan = (task: Task, { questions }: Draft): FormPlan => {
  const form = formFor(task)
  const [plan] = useState(() =>
    form === 'firm_form' || form === null ? firmPlan(questions ?? { sections: [] }) : planOf(form),
  )
  return plan
}

const NewForm = ({ task, ...rest }: ToFillProps) => {
  const draft = useDraft(task.id)
  const plan = usePlan(task, draft)
  const before = { values: draft.formData, at: draft.savedAt }
  const values = startOf(plan, useUser(), { before, known: draft.known, fundsSource: draft.fundsSource })
  return <Filled task={task} plan={plan} draft={draft} values={values} {...rest} />
}

/** Starts a correction with the newest answers, or continues an earlier one. */
const CorrectedForm = ({ task, ...rest }: ToFillProps) => {
  const draft = useDraft(task.id)
  const plan = usePlan(task, draft)
  const [newest] = useAnswers(task.id)
  const isBegun = Object.keys(draft.formData).length > 0
  const before = isBegun
    ? { values: draft.formData, at: draft.savedAt }
    : { values: plan.fromWire(newest?.formData ?? {}), at: newest?.submittedAt ?? null }
  const values = startOf(plan, useUser(), { before, known: draft.known })
  return <Filled task={task} plan={plan} draft={draft} values={values} {...rest} />
}

interface FilledProps extends ToFillProps {
  plan: FormPlan
  draft: ReturnType<typeof useDraft>
  /** Initial values of the fields. */
  values: PageValues
}

const Filled = ({ close, done, changes, draft, values, ...options }: FilledProps) => (
  <FormWizard
    {...options}
    draft={draft}
    // The form may have fewer pages than when the draft was saved.
    start={{ values, step: changes > 0 ? 1 : Math.min(draft.step, options.plan.steps.length) }}
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

/** Previews one of the firm's own forms as its client will see it, with all pages below each other. Saves nothing. */
export const FormPreview = ({ questions }: { questions: FirmForm }) => {
  const [plan] = useState(() => firmPlan(questions))
  const form = useRulesForm(plan.rules(today()), { start: startOf(plan, useUser(), noAnswers) })
  return (
    <form onSubmit={(event) => event.preventDefault()} className="grid gap-8">
      {questions.sections.map(({ title }, index) => (
        <section key={title} aria-label={title} className="grid gap-5">
          <h3 className="serif text-section">{title}</h3>
          <FirmFields questions={questions} step={index + 1} form={form} />
        </section>
      ))}
    </form>
  )
}

const noAnswers = { before: { values: {}, at: null }, known: undefined }
