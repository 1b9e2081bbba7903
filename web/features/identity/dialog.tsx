import { useState } from 'react'
import type { Task } from '#contract/tasks.ts'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Stepper } from '#web/ui/feedback/progress.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Outcome, Submitted } from './parts/outcome.tsx'
import { ChooseStep, DocumentMissing, PrepareStep, SubmitStep } from './parts/steps.tsx'
import { type Step, useForgetTyped, useVerification } from './use-verification.ts'

export interface VerificationTaskProps {
  task: Task
  close: () => void
  /** Called when the client leaves the result of a verification they have just submitted. */
  done: () => void
}

/** The verification of a task, or its status once it is completed. */
export const VerificationTask = (props: VerificationTaskProps) => {
  // Kept from when the dialog opened, because the client reads the result after the task is completed.
  const [isOpen] = useState(props.task.status !== 'completed')
  return isOpen ? <Steps {...props} /> : <HowItStands task={props.task} />
}

const HowItStands = ({ task }: Pick<VerificationTaskProps, 'task'>) => {
  useForgetTyped({ when: true })
  return (
    <AsyncBoundary skeleton={<SubmittedSkeleton />}>
      <Submitted task={task} />
    </AsyncBoundary>
  )
}

const steps = ['Choose', 'Check', 'Submit']
const numberOf: Record<Step, number> = {
  choose: 0,
  prepare: 1,
  submit: 2,
  done: 3,
  missing: 3,
  elsewhere: 3,
}

const Steps = ({ task, close, done }: VerificationTaskProps) => {
  const verifying = useVerification(task)
  const { step } = verifying
  useForgetTyped({ when: step === 'done' })
  if (step === 'elsewhere') return <HowItStands task={task} />
  const leave = () => {
    done()
    close()
  }
  return (
    <div className="grid gap-5">
      {step !== 'missing' && <Stepper steps={steps} current={numberOf[step]} />}
      {step === 'missing' && <DocumentMissing back={verifying.back} close={close} />}
      {step === 'choose' && <ChooseStep {...verifying} />}
      {step === 'prepare' && <PrepareStep onReady={verifying.ready} />}
      {step === 'submit' && <SubmitStep {...verifying} />}
      {step === 'done' && (
        <Outcome outcome={verifying.outcome} isBank={task.kind === 'bank_check'} leave={leave} />
      )}
    </div>
  )
}

const SubmittedSkeleton = () => (
  <SkeletonGroup>
    <Skeleton className="h-20 w-full" />
    <Skeleton className="h-4 w-2/3" />
  </SkeletonGroup>
)
