import { Search } from 'lucide-react'
import { useState } from 'react'
import { CheckboxGroup, type Choice, type ChoiceGroupProps } from './choices.tsx'
import { TextField } from './text-field.tsx'

export interface ChoiceSearchProps {
  label: string
  typed: string
  onType: (typed: string) => void
  /** Whether nothing has this name. */
  isEmpty: boolean
}

/** The field by which somebody is found among more than a list can show. */
export const ChoiceSearch = ({ label, typed, onType, isEmpty }: ChoiceSearchProps) => (
  <>
    <TextField
      label={label}
      hideLabel
      type="search"
      placeholder={`${label}...`}
      autoComplete="off"
      before={<Search className="size-4!" />}
      value={typed}
      onChange={({ target }) => onType(target.value)}
      onKeyDown={(event) => {
        // Would send the form that is still being filled in.
        if (event.key === 'Enter') event.preventDefault()
      }}
    />
    <p role="status" className="text-sm text-ink-soft empty:hidden">
      {typed.trim() !== '' && isEmpty && 'No one found with this name'}
    </p>
  </>
)

/** Fewer are found at a glance. */
const searchedFrom = 10

interface SearchCheckboxesProps
  extends Omit<ChoiceGroupProps, 'choices' | 'value' | 'variant' | 'defaultValue' | 'onChange'> {
  choices: readonly (Choice & { label: string })[]
  value: readonly string[]
  onValue: (value: string[]) => void
  searchLabel: string
}

/**
 * A choice of any number out of many people, with a search field. Those chosen stay in the list whatever is searched
 * for, and come first.
 */
export const SearchCheckboxes = ({
  choices,
  value,
  onValue,
  searchLabel,
  ...rest
}: SearchCheckboxesProps) => {
  const [typed, setTyped] = useState('')
  // Of the last search, so that a choice that is ticked doesn't move away from under the pointer or lose its focus.
  const [first, setFirst] = useState(value)
  const search = typed.trim().toLowerCase()
  const isFirst = (choice: Choice) => first.includes(choice.value)
  const matches = choices.filter(({ label }) => label.toLowerCase().includes(search))
  const shown = [
    ...choices.filter(isFirst),
    ...choices.filter(
      (choice) => !isFirst(choice) && (value.includes(choice.value) || matches.includes(choice)),
    ),
  ]
  return (
    <div className="grid gap-2.5">
      {choices.length > searchedFrom && (
        <ChoiceSearch
          label={searchLabel}
          typed={typed}
          isEmpty={matches.length === 0}
          onType={(text) => {
            setTyped(text)
            setFirst(value)
          }}
        />
      )}
      <CheckboxGroup
        {...rest}
        value={value}
        choices={shown}
        onChange={({ target }) =>
          onValue(target.checked ? [...value, target.value] : value.filter((id) => id !== target.value))
        }
      />
    </div>
  )
}
