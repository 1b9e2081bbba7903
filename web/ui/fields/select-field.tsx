import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classes } from '../classes.ts'
import { controlClass, Field, type FieldWords, useFieldIds } from './field.tsx'
import { splitWords } from './text-field.tsx'

export interface Choice<V extends string = string> {
  value: V
  label: string
  disabled?: boolean
}

export type SelectFieldProps = FieldWords &
  Omit<ComponentProps<'select'>, 'required' | 'id' | 'className' | 'children'> & {
    choices: readonly Choice[]
    /** Shown while nothing is chosen; it cannot be chosen again. */
    placeholder?: string
  }

/** The browser's own select: it is the best one on phones and for screen readers. */
export const SelectField = ({ choices, placeholder, ...props }: SelectFieldProps) => {
  const { words, rest } = splitWords(props)
  const ids = useFieldIds(words, rest.name)
  return (
    <Field words={words} ids={ids}>
      <div className="relative">
        <select {...rest} {...ids.control} className={classes(controlClass, 'appearance-none pr-10')}>
          {placeholder !== undefined && (
            <option value="" disabled>
              {placeholder}
            </option>
          )}
          {choices.map(({ value, label, disabled }) => (
            <option key={value} value={value} disabled={disabled}>
              {label}
            </option>
          ))}
        </select>
        <ChevronDown className="pointer-events-none absolute top-3.25 right-3.5 text-ink-soft" />
      </div>
    </Field>
  )
}
