import type { Verification } from '#contract/identity.ts'
import type { Task } from '#contract/tasks.ts'
import { dateTimeText } from '#web/platform/clock.ts'
import { DescriptionList } from '#web/ui/data/description-list.tsx'
import { useVerifications } from '../hooks.ts'
import { documentWords, modulusWords } from '../words.ts'
import { OutcomeWords } from './outcome.tsx'

/** How a completed verification stands, and what it was made of. */
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
