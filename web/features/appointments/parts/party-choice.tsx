import type { Party } from '#contract/appointments.ts'
import { SelectField, type SelectFieldProps } from '#web/ui/select-field.tsx'

interface PartyChoiceProps extends Omit<SelectFieldProps, 'choices'> {
  parties: readonly Party[]
}

/** One person of a list, by name. */
export const PartyChoice = ({ parties, ...rest }: PartyChoiceProps) => (
  <SelectField
    {...rest}
    choices={parties.map(({ id, firstName, lastName }) => ({ value: id, label: `${firstName} ${lastName}` }))}
  />
)
