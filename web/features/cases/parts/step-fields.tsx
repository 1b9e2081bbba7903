import type { WhoseMove } from '#contract/cases.ts'
import { RadioGroup } from '#web/ui/choices.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { Control } from './matter-fields.tsx'

interface StepFieldsProps {
  /** What a form spreads on each of the fields. */
  field: (name: 'whose' | 'thirdParty' | 'nextStep') => Control
  isThirdParty: boolean
}

const offers: { value: WhoseMove; label: string }[] = [
  { value: 'firm', label: 'Ours' },
  { value: 'client', label: 'The client’s' },
  { value: 'third_party', label: 'Somebody else’s' },
]

/** Who has the ball from now on, and what they do with it. */
export const StepFields = ({ field, isThirdParty }: StepFieldsProps) => (
  <>
    <RadioGroup label="Whose move is it?" offers={offers} {...field('whose')} />
    {isThirdParty && (
      <TextField
        label="Who is that?"
        hint="As in “With the seller’s solicitors”"
        required
        {...field('thirdParty')}
      />
    )}
    <TextField
      label="Next step"
      hint="What happens next, as your client reads it"
      required
      {...field('nextStep')}
    />
  </>
)
