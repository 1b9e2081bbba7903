import { ChevronDown } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { classes } from '../classes.ts'
import { type CommonFieldProps, controlClass, Field, useFieldIds } from './field.tsx'
import { ChoiceSearch } from './search-choices.tsx'
import { splitFieldProps } from './text-field.tsx'

interface Choice<V extends string = string> {
  value: V
  label: string
  disabled?: boolean
}

type SelectFieldProps = CommonFieldProps &
  Omit<ComponentProps<'select'>, 'required' | 'id' | 'className' | 'children'> & {
    choices: readonly Choice[]
    /** Shown while nothing is chosen; it cannot be chosen again. */
    placeholder?: string
  }

/** The browser's own select, which works best on phones and with screen readers. */
export const SelectField = ({ choices, placeholder, ...props }: SelectFieldProps) => {
  const { words, rest } = splitFieldProps(props)
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

export interface SearchSelectProps extends SelectFieldProps {
  /** The search text for finding a choice. Null if all choices are in the list. */
  search: { typed: string; onType: (typed: string) => void } | null
  /** Label of the search field. */
  searchLabel: string
}

/** A choice of one out of more than a list can hold, with a search field. */
export const SearchSelect = ({ search, searchLabel, choices, onChange, ...rest }: SearchSelectProps) => {
  const [chosen, setChosen] = useState<Choice | null>(null)
  // The chosen option stays in the list while the user searches for another.
  const isLeftOut = chosen !== null && !choices.some(({ value }) => value === chosen.value)
  return (
    <div className="grid gap-2.5">
      {search && <ChoiceSearch label={searchLabel} {...search} isEmpty={choices.length === 0} />}
      <SelectField
        {...rest}
        choices={isLeftOut ? [chosen, ...choices] : choices}
        onChange={(event) => {
          setChosen(choices.find(({ value }) => value === event.target.value) ?? chosen)
          return onChange?.(event)
        }}
      />
    </div>
  )
}
