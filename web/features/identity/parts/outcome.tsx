import { UserRoundSearch } from 'lucide-react'
import type { Verification } from '#contract/identity.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { outcomeWords } from '../words.ts'
import { StepHeading } from './step-heading.tsx'

type Standing = Verification['outcome']

/** What came of a verification just submitted. */
export const Outcome = ({ outcome, leave }: { outcome: Standing; leave: () => void }) => (
  <div className="grid gap-5">
    <StepHeading>Verification completed</StepHeading>
    <OutcomeWords outcome={outcome} />
    <DialogFooter>
      <Button variant="primary" onClick={leave}>
        Done
      </Button>
    </DialogFooter>
  </div>
)

export const OutcomeWords = ({ outcome }: { outcome: Standing }) => {
  const { title, text } = outcomeWords[outcome]
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
