import { Search } from 'lucide-react'
import { useState } from 'react'
import { type Choice, SelectField, type SelectFieldProps } from './select-field.tsx'
import { TextField } from './text-field.tsx'

export interface SearchSelectProps extends SelectFieldProps {
  /** What is typed to find a choice; null where all of them are there. */
  search: { typed: string; onType: (typed: string) => void } | null
  /** What the field to type into is called. */
  searchLabel: string
}

/** A choice of one out of more than a list can hold. */
export const SearchSelect = ({ search, searchLabel, choices, onChange, ...rest }: SearchSelectProps) => {
  const [chosen, setChosen] = useState<Choice | null>(null)
  // What was chosen stays, also while another one is looked for.
  const isLeftOut = chosen !== null && !choices.some(({ value }) => value === chosen.value)
  return (
    <div className="grid gap-2.5">
      {search && (
        <TextField
          label={searchLabel}
          hideLabel
          type="search"
          placeholder={`${searchLabel}...`}
          autoComplete="off"
          before={<Search className="size-4!" />}
          value={search.typed}
          onChange={({ target }) => search.onType(target.value)}
        />
      )}
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {search && search.typed.trim() !== '' && choices.length === 0 && 'No one found with this name'}
      </p>
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
