import { UserRoundSearch } from 'lucide-react'
import type { Verification } from '#contract/identity.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { bankChecked, outcomeWords } from '../words.ts'
import { StepHeading } from './step-heading.tsx'

interface OutcomeProps {
  outcome: Verification['outcome']
  isBank: boolean
}

/** What came of a verification just submitted. */
export const Outcome = ({ outcome, isBank, leave }: OutcomeProps & { leave: () => void }) => (
  <div className="grid gap-5">
    <StepHeading>Verification completed</StepHeading>
    <OutcomeWords outcome={outcome} isBank={isBank} />
    <DialogFooter>
      <Button variant="primary" onClick={leave}>
        Done
      </Button>
    </DialogFooter>
  </div>
)

export const OutcomeWords = ({ outcome, isBank }: OutcomeProps) => {
  const { title, text } = isBank && outcome === 'verified' ? bankChecked : outcomeWords[outcome]
  const isVerified = outcome === 'verified'
  return (
    <Callout
      tone={isVerified ? 'ok' : 'info'}
      icon={isVerified ? undefined : <UserRoundSearch />}
      title={title}
    >
      {text}
    </Callout>
  )
}
