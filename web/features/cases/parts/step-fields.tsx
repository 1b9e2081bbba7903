import type { WhoseMove } from '#contract/cases.ts'
import { RadioGroup } from '#web/ui/fields/choices.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import type { Control } from './matter-fields.tsx'

interface StepFieldsProps {
  /** What a form spreads on each of the fields. */
  field: (name: 'whose' | 'thirdParty' | 'nextStep') => Control
  isThirdParty: boolean
}

const offers: { value: WhoseMove; label: string }[] = [
  { value: 'firm', label: 'We are' },
  { value: 'client', label: 'The client' },
  { value: 'third_party', label: 'Someone else' },
]

/** Who has the ball from now on, and what they do with it. */
export const StepFields = ({ field, isThirdParty }: StepFieldsProps) => (
  <>
    <RadioGroup label="Who's next to act?" offers={offers} {...field('whose')} />
    {isThirdParty && (
      <TextField label="Who?" hint="For example, the seller’s solicitors" required {...field('thirdParty')} />
    )}
    <TextField
      label="Next step"
      hint="What happens next, as your client will read it"
      required
      {...field('nextStep')}
    />
  </>
)
