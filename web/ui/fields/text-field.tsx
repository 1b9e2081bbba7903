import type { ComponentProps, ReactNode } from 'react'
import { classes } from '../classes.ts'
import { type CommonFieldProps, Field, textClass, useFieldIds } from './field.tsx'

export type TextFieldProps = CommonFieldProps &
  Omit<ComponentProps<'input'>, 'required' | 'id' | 'className'> & {
    /** Drawn inside the field, at its start: an icon or "£". */
    before?: ReactNode
    /** Drawn inside the field, at its end. */
    after?: ReactNode
  }

/** One line of text. Takes `form.field(name)`. */
export const TextField = ({ before, after, ...props }: TextFieldProps) => {
  const { words, rest } = splitFieldProps(props)
  const ids = useFieldIds(words, rest.name)
  return (
    <Field words={words} ids={ids}>
      <div className="relative">
        {before && (
          <span className="pointer-events-none absolute inset-y-0 left-3.5 grid place-items-center text-ink-soft">
            {before}
          </span>
        )}
        <input
          type="text"
          {...rest}
          {...ids.control}
          className={classes(
            textClass,
            before !== undefined && (typeof before === 'string' ? 'pl-8' : 'pl-10'),
            after !== undefined && 'pr-12',
          )}
        />
        {after && <span className="absolute inset-y-0 right-0 grid place-items-center">{after}</span>}
      </div>
    </Field>
  )
}

export type TextAreaProps = CommonFieldProps &
  Omit<ComponentProps<'textarea'>, 'required' | 'id' | 'className'>

/** Several lines of text. The field grows with its content if the browser supports that. */
export const TextArea = (props: TextAreaProps) => {
  const { words, rest } = splitFieldProps(props)
  const ids = useFieldIds(words, rest.name)
  return (
    <Field words={words} ids={ids}>
      <textarea
        rows={4}
        {...rest}
        {...ids.control}
        className={classes(textClass, 'field-sizing-content h-auto max-h-96 min-h-24 resize-y py-2.5')}
      />
    </Field>
  )
}

/** Separates the props of the field from those of its control. */
export const splitFieldProps = <P extends CommonFieldProps>(props: P) => {
  const { label, hint, error, required, optional, hideLabel, ...rest } = props
  return { words: { label, hint, error, required, optional, hideLabel }, rest }
}
