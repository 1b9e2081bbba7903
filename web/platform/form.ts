import { useEffect, useRef, useState } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type PathValue,
  type Resolver,
  set,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import { z } from 'zod'
import { type Endpoint, type Input, type Output, safeDecode } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { withoutHiddenInProse } from '#contract/kit/text.ts'
import { invalidInput } from '#contract/kit/transport.ts'
import { ask } from './ask.ts'
import type { Attempt } from './attempt.ts'

type Values<I extends z.ZodObject> = z.input<I> & FieldValues

/** What a form gives a field. Fields that several forms share name these, as each form has a type of its own. */
export type FieldProps = UseFormRegisterReturn & { error: string | undefined }
/** The same for a field that reports values instead of events. */
export interface ControlProps<T> {
  name: string
  value: T
  onChange: (value: T) => void
  error: string | undefined
}

export interface CommandFormOptions<I extends z.ZodObject, O extends z.ZodType> {
  start: DefaultValues<Values<I>>
  done: (output: Output<Endpoint<I, O>>, input: z.output<I>) => unknown
  /** Called with a refusal of the server, after the form has shown it. */
  refused?: (problem: Problem) => void
  /** For a command that must not be carried out twice, such as a letter that is sent. */
  once?: Attempt<z.output<I>>
}

/** A form for an endpoint. It checks the contract's rules and shows the server's refusals. */
export function useCommandForm<I extends z.ZodObject, O extends z.ZodType>(
  endpoint: Endpoint<I, O>,
  { start, done, refused, once }: CommandFormOptions<I, O>,
) {
  const form = useRulesForm(endpoint.input, { start })
  const submit = form.whenValid(async (valid) => {
    const { input, headers } = once?.begin(valid) ?? { input: valid, headers: {} }
    try {
      const output = await ask(endpoint, input as Input<Endpoint<I, O>>, headers)
      await done(output, input)
      once?.end()
    } catch (error) {
      once?.refused(error)
      if (!(error instanceof Problem)) throw error
      form.refuse(error)
      refused?.(error)
    }
  })
  return { ...form, props: { ...form.props, onSubmit: submit }, submit }
}

/** The same form without an endpoint, for steps, and for input that goes somewhere else. */
export function useRulesForm<I extends z.ZodObject>(
  rules: I,
  { start }: { start: DefaultValues<Values<I>> },
) {
  const form = useForm<Values<I>, unknown, z.output<I> & FieldValues>({
    resolver: resolverOf(rules),
    defaultValues: start,
    shouldFocusError: false,
  })
  const { errors, isSubmitted, isSubmitting, submitCount } = form.formState
  const [checks, setChecks] = useState(0)
  const element = useFocusOnFault(submitCount + checks)

  /** Shows an error that no field of this form can show as the form's own, so that every press has an effect. */
  const showUnplaced = (message: string, names: string[]) => {
    if (!names.some((name) => fieldIn(element.current, name))) form.setError('root', { message })
  }

  return {
    ...form,
    whenValid: (act: (input: z.output<I>) => unknown) =>
      form.handleSubmit(
        (input) => act(input),
        (faults) => {
          const list = listOf(faults)
          showUnplaced(
            list[0]?.message ?? '',
            list.map(({ name }) => name),
          )
        },
      ),
    /**
     * Returns whether these fields are valid, for the Next button of a step. If not, focuses the first invalid field.
     */
    check: async (names: Path<Values<I>>[]) => {
      const isRight = await form.trigger(names)
      if (!isRight) setChecks((count) => count + 1)
      return isRight
    },
    busy: isSubmitting,
    /** Spread on the `form` element. Add `onSubmit` if there is no endpoint. */
    props: { ref: element, noValidate: true, 'aria-busy': isSubmitting },
    /** The error of the whole form rather than of one field. */
    fault: errors.root?.message,
    /** All invalid fields, in the order of the rules, for an error summary. */
    problems: isSubmitted ? listOf(errors) : [],
    ...fieldsOf(form),
    /** Goes on from what has been saved, for a form that stays on the page: what is in it is no longer a change. */
    saved: () => form.reset(form.getValues(), { keepValues: true }),
    /** Shows a refusal of the server at its fields, or as the form's own error. */
    refuse: (problem: Problem) => {
      const faults = Object.entries(problem.fields)
      for (const [name, message] of faults) form.setError(name as Path<Values<I>>, { message })
      showUnplaced(faults[0]?.[1] ?? problem.message, Object.keys(problem.fields))
    },
  }
}

type RulesFormOf<I extends z.ZodObject> = UseFormReturn<Values<I>, unknown, z.output<I> & FieldValues>

const fieldsOf = <I extends z.ZodObject>(form: RulesFormOf<I>) => {
  const { errors, isSubmitted } = form.formState
  return {
    /** Spread on a field that is an `input`, a `select` or a `textarea`. */
    field: (name: Path<Values<I>>) => {
      const control = form.register(name, /password/i.test(name) ? {} : { setValueAs: visible })
      const error = messageOf(errors, name)
      const onChange: typeof control.onChange = async (event) => {
        await control.onChange(event)
        if (error !== undefined && !isSubmitted) await form.trigger(name)
      }
      return { ...control, onChange, error }
    },
    /** Spread on a field that keeps its own parts and reports values instead of events. */
    control: <N extends Path<Values<I>>>(name: N) => ({
      name,
      value: form.watch(name),
      onChange: (value: PathValue<Values<I>, N>) =>
        form.setValue(name, value, {
          shouldDirty: true,
          shouldTouch: true,
          shouldValidate: isSubmitted || messageOf(errors, name) !== undefined,
        }),
      error: messageOf(errors, name),
    }),
  }
}

/**
 * Text from a message, a contact or a document brings marks that nobody sees and could take out, such as those around a
 * copied telephone number. The contract refuses them.
 */
const visible = (value: unknown) => (typeof value === 'string' ? withoutHiddenInProse(value) : value)

// Page and server see the same sentences in the same order, because `invalid` makes them for both.
const resolverOf =
  <I extends z.ZodObject>(rules: I): Resolver<Values<I>, unknown, z.output<I> & FieldValues> =>
  async (values) => {
    const decoded = safeDecode(rules, values)
    if (decoded.success) return { values: decoded.data as z.output<I> & FieldValues, errors: {} }
    const errors: FieldErrors<Values<I>> = {}
    for (const [name, message] of Object.entries(invalidInput(decoded.error).fields))
      set(errors, name || 'root', { type: 'rule', message })
    return { values: {}, errors }
  }

/** After a refused submit, focuses the error summary if there is one, otherwise the first invalid field. */
export function useFocusOnFault(attempts: number) {
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (attempts === 0) return
    const wrong =
      element.current?.querySelector<HTMLElement>('[data-error-summary]') ??
      element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    wrong?.focus()
  }, [attempts])
  return element
}

const fieldIn = (form: HTMLFormElement | null, name: string) =>
  [...(form?.querySelectorAll<HTMLElement>('[data-field]') ?? [])].find(
    ({ dataset }) => dataset.field === name,
  )

const messageOf = (errors: FieldErrors, name: string) => {
  const fault: { message?: string } | undefined = get(errors, name)
  return fault?.message
}

const listOf = (errors: FieldErrors, prefix = ''): { name: string; message: string }[] =>
  Object.entries(errors).flatMap(([key, fault]) => {
    if (!fault || key === 'root' || key === 'ref') return []
    const name = prefix + key
    if (typeof fault.message === 'string') return [{ name, message: fault.message }]
    return listOf(fault as FieldErrors, `${name}.`)
  })
