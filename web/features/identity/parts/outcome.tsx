import { UserRoundSearch } from 'lucide-react'
import type { Verification } from '#contract/identity/identity.ts'
import type { Task } from '#contract/tasks.ts'
import { dateTimeText } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { bankChecked, documentWords, modulusWords, outcomeWords } from '../copy.ts'
import { useVerifications } from '../hooks.ts'
import { StepHeading } from './steps.tsx'

interface OutcomeProps {
  outcome: Verification['outcome']
  isBank: boolean
}

/** The result of a verification that was just submitted. */
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

const OutcomeWords = ({ outcome, isBank }: OutcomeProps) => {
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

/** The outcome of a completed verification, and what was submitted for it. */
export const Submitted = ({ task }: { task: Task }) => {
  const verification = useVerifications().find(({ taskId }) => taskId === task.id)
  return (
    <div className="grid gap-5">
      <OutcomeWords
        outcome={verification?.outcome ?? task.outcome ?? 'review'}
        isBank={task.kind === 'bank_check'}
      />
      {verification && <DescriptionList facts={factsOf(verification)} />}
    </div>
  )
}

const factsOf = ({ document, account, modulus, completedAt }: Verification) => [
  ...(document ? [{ name: 'Identity document', value: documentWords[document] }] : []),
  ...(account ? [{ name: 'Bank account', value: account }] : []),
  ...(modulus ? [{ name: 'Account check', value: modulusWords[modulus] }] : []),
  ...(account ? [{ name: 'Account name', value: 'Not checked with your bank' }] : []),
  { name: 'Submitted', value: dateTimeText(completedAt) },
]
