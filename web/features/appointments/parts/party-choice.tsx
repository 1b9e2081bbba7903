import type { Party } from '#contract/appointments.ts'
import { FoundSelect, type FoundSelectProps } from '#web/ui/fields/search-select.tsx'

interface PartyChoiceProps extends Omit<FoundSelectProps, 'choices' | 'search' | 'searchLabel'> {
  parties: readonly Party[]
  search?: FoundSelectProps['search']
}

/** One person of a list, by name. */
export const PartyChoice = ({ parties, search = null, ...rest }: PartyChoiceProps) => (
  <FoundSelect
    {...rest}
    search={search}
    searchLabel="Search clients"
    choices={parties.map(({ id, firstName, lastName }) => ({ value: id, label: `${firstName} ${lastName}` }))}
  />
)
