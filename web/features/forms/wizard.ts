import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Draft } from '#contract/forms/forms.ts'
import { choiceWords, type FormField } from '#contract/forms/labels.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { Task } from '#contract/tasks.ts'
import { today } from '#web/platform/clock.ts'
import { useRulesForm } from '#web/platform/form.ts'
import { useCurrentUser } from '#web/platform/session.ts'
import { useTimeout } from '#web/platform/timers.ts'
import { toast } from '#web/ui/overlays/toast.ts'
import { isSameAnswer, type MergedDraft, typingPause, useAutosave } from './autosave.ts'
import { useOnLeaving, useOnline, useSubmitForm } from './hooks.ts'
import { type FormPlan, keptOf, type PageValues, type Start, stepOf } from './plans.ts'
import { baseOf, type Unsaved } from './unsaved.ts'

export interface WizardOptions {
  task: Task
  plan: FormPlan
  start: Start
  /** As it was read. `shared` is undefined if nobody else may continue the form. */
  draft: Pick<Draft, 'savedAt' | 'submittedAt' | 'shared' | 'fundsSource'> & { unsaved?: Unsaved }
  onDone: () => void
  /** Called if the firm has changed the questions since the form was opened. What was typed is saved. */
  onChanged: () => void
}

type RulesForm = ReturnType<typeof useRulesForm>
export type Wizard = ReturnType<typeof useWizard>

/** A form in steps: validates a step before the next one opens, saves a draft, and submits everything at the end. */
export function useWizard({ task, plan, start, draft: read, onDone, onChanged }: WizardOptions) {
  const [rules] = useState(() => plan.rules(today()))
  const form = useRulesForm(rules, { start: start.values })
  const [step, setStep] = useState(start.step)
  const { autosave, ...draft } = useDraft(form, { task, plan, start, draft: read })
  const focus = useStepFocus(step)
  useFreshErrors(form)

  const values = () => form.getValues() as PageValues
  const showFaults = (wrong: string[]) => {
    setStep(stepOf(plan, wrong))
    focus.onFault()
  }
  const { send, isOver } = useSubmission(form, task, {
    plan,
    values,
    autosave,
    onDone,
    onChanged,
    onFaults: showFaults,
  })
  const keepAt = (at: number) => {
    if (!isOver.current) autosave.keep({ formData: keptOf(plan, values()), step: at })
  }
  const keepNow = () => keepAt(step)
  useOnLeaving(keepNow)
  useTimeout(typingPause, keepNow, JSON.stringify(keptOf(plan, form.watch() as PageValues)))
  useRetry(autosave, keepNow)
  const goTo = (to: number) => {
    keepAt(to)
    setStep(to)
  }
  const next = async () => {
    if (await form.trigger([...(plan.steps[step - 1]?.fields ?? [])])) goTo(step + 1)
    else focus.onFault()
  }
  const isLast = step === plan.steps.length
  return {
    form,
    plan,
    step,
    isLast,
    heading: focus.heading,
    saved: autosave.state,
    shared: read.shared,
    ...draft,
    keepPrivate: (wanted: boolean) => draft.keepPrivate(wanted, { formData: keptOf(plan, values()), step }),
    values: form.watch() as PageValues,
    isSubmitting: form.busy,
    goTo,
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      const submit = form.handleSubmit(send, (errors) => showFaults(Object.keys(errors)))
      void (isLast ? submit() : next())
    },
  }
}

type Autosave = ReturnType<typeof useAutosave>

/** Tries a draft that failed again after a while, as soon as the device is online, and once the user is signed in. */
function useRetry({ state, retryIn, failures }: Autosave, retry: () => void) {
  const isSignedIn = useCurrentUser().user !== null
  useTimeout(isSignedIn ? retryIn : null, retry, String(failures))
  useOnline(() => {
    if (state === 'failed') retry()
  })
}

type DraftOptions = Pick<WizardOptions, 'task' | 'plan' | 'start' | 'draft'>

/** Saves the form while it is filled in, and brings in what was typed into the same draft elsewhere. */
function useDraft(form: RulesForm, { task, plan, start, draft }: DraftOptions) {
  const { shared, unsaved } = draft
  const [mergedDraft, setMergedDraft] = useState<MergedDraft | null>(null)
  const [isPrivate, setPrivate] = useState(unsaved?.isPrivate ?? shared?.isPrivate ?? false)
  const autosave = useAutosave(task.id, {
    formData: keptOf(plan, start.values),
    step: start.step,
    base: unsaved?.base ?? baseOf({ ...draft, formData: keptOf(plan, start.values) }),
    unsaved,
    shared,
    showMerged: (found) => {
      // Keeps the field that the user is typing into right now.
      for (const [name, value] of Object.entries(mergedValues(plan, found)))
        if (isSameAnswer(form.getValues(name), found.mine[name])) form.setValue(name, value)
      setMergedDraft(found)
      return keptOf(plan, form.getValues() as PageValues)
    },
    showInvalid: () => {
      const given = Object.entries(form.getValues()).filter(([, value]) => value !== '')
      void form.trigger(given.map(([name]) => name))
    },
  })
  const changed = useEffectEvent(() => autosave.changed(keptOf(plan, form.getValues() as PageValues)))
  const { watch } = form
  useEffect(() => {
    // Dates, rows of a group and files are set by the page, not typed into an input.
    const watching = watch(() => changed())
    return () => watching.unsubscribe()
  }, [watch])
  const keepPrivate: Autosave['keepPrivate'] = (wanted, answers) => {
    setPrivate(wanted)
    autosave.keepPrivate(wanted, answers)
  }
  return { autosave, mergedDraft, isPrivate, keepPrivate }
}

/** Returns the values of a merged draft. One of the firm's own forms leaves out answers that were emptied. */
const mergedValues = ({ form }: FormPlan, { merged, base, mine, theirs }: MergedDraft) => {
  const names = form === 'firm_form' ? Object.keys({ ...base, ...mine, ...theirs.formData }) : []
  return { ...Object.fromEntries(names.map((name) => [name, ''])), ...merged.values }
}

interface SubmissionOptions {
  plan: FormPlan
  values: () => PageValues
  autosave: Autosave
  onDone: () => void
  onChanged: () => void
  /** Called with the fields that the server refused, which the form has marked. */
  onFaults: (names: string[]) => void
}

/** Submits the form once what was typed is saved. Nothing is saved any more from then on. */
function useSubmission(form: RulesForm, { id }: Task, options: SubmissionOptions) {
  const { plan, values, autosave, onDone, onChanged, onFaults } = options
  const submission = useSubmitForm()
  const isOver = useRef(false)
  const fail = ({ message }: Problem) =>
    toast({ title: 'Submission failed', description: message, variant: 'destructive' })
  /** Shows what another device has saved meanwhile, or submits again if it was this one. */
  const showOrResend = async (problem: Problem) => {
    try {
      const { isOurs } = await autosave.mergeWithSaved(() => keptOf(plan, values()))
      if (isOurs) return send()
      fail(problem)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      fail(error)
    }
  }
  const send = async (): Promise<void> => {
    isOver.current = true
    await autosave.settled()
    try {
      await submission.mutateAsync({
        id,
        formData: plan.toWire(values()),
        ...autosave.basisRead(),
        ...(plan.questions && { questions: plan.questions }),
      })
    } catch (error) {
      isOver.current = false
      if (!(error instanceof Problem)) throw error
      if (error.reason === 'draft_changed') return showOrResend(error)
      fail(error)
      if (error.reason === 'form_changed') return onChanged()
      const refusal = onPage(error, (name) => plan.fieldOf(name, values()))
      form.refuse(refusal)
      return onFaults(Object.keys(refusal.fields))
    }
    autosave.forget()
    toast({ title: 'Form submitted successfully', description: 'Your information has been saved.' })
    onDone()
  }
  return { send, isOver }
}

const onPage = ({ code, message, fields, reason }: Problem, fieldOf: (name: string) => string) => {
  const named = Object.entries(fields).map(([name, words]) => [fieldOf(name), words])
  return new Problem(code, message, { fields: Object.fromEntries(named), reason })
}

/** Focuses the heading of a new step, or the first invalid field of a step that was refused. */
function useStepFocus(step: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [faults, setFaults] = useState(0)
  const isFirst = useRef(true)
  useEffect(() => {
    const isOpening = isFirst.current
    isFirst.current = false
    if (isOpening) return
    const form = heading.current?.closest('form')
    const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"]')
    ;(wrong ?? heading.current)?.focus()
  }, [step, faults])
  return { heading, onFault: () => setFaults((count) => count + 1) }
}

/** Validates an invalid field again while the user types, so that its error goes once it is fixed. */
function useFreshErrors({ watch, trigger, getFieldState }: RulesForm) {
  useEffect(() => {
    const watching = watch((_, { name }) => {
      if (name !== undefined && getFieldState(name).error) void trigger(name)
    })
    return () => watching.unsubscribe()
  }, [watch, trigger, getFieldState])
}

export type WizardForm = Wizard['form']

/** What a date's field gets from the form, which does not know that its value is text. */
export type DateControl = { name: string; value: string; onChange: (value: string) => void; error?: string }

/** Returns the options of a choice, for a select, radio buttons or checkboxes. */
export const choicesOf = (name: keyof typeof choiceWords & FormField) =>
  Object.entries(choiceWords[name]).map(([value, label]) => ({ value, label }))

export const nothingChosen = 'Please choose'
