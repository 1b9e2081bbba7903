import { type ComponentType, lazy, useState } from 'react'
import { formFor } from '#contract/forms.ts'
import type { Task } from '#contract/tasks.ts'
import { ReachUs } from '#web/ui/actions/reach-us.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'

export interface TaskContentProps {
  task: Task
  close: () => void
  /** The task was completed; the content may still have something to show. */
  done: () => void
}

const part = (load: () => Promise<ComponentType<TaskContentProps>>) =>
  lazy(async () => ({ default: await load() }))

const DocumentTask = part(async () => (await import('#web/features/documents/dialog.tsx')).DocumentTask)
const PicturesAgain = lazy(async () => ({
  default: (await import('#web/features/documents/dialog.tsx')).PicturesAgain,
}))
const PaymentTask = part(async () => (await import('#web/features/payments/dialog.tsx')).PaymentTask)
const VerificationTask = part(
  async () => (await import('#web/features/identity/dialog.tsx')).VerificationTask,
)
const SignatureTask = part(async () => (await import('#web/features/signatures/dialog.tsx')).SignatureTask)
const FormTask = part(async () => (await import('#web/features/forms/dialog.tsx')).FormTask)

/** What settles a task, by its category. */
export const TaskContent = (props: TaskContentProps) => (
  <AsyncBoundary skeleton={<ContentSkeleton />}>
    <Content {...props} />
  </AsyncBoundary>
)

/** A client who wants to add no further file has nothing more to see. */
const DocumentsThenClose = (props: TaskContentProps) => (
  <DocumentTask
    {...props}
    done={() => {
      props.done()
      props.close()
    }}
  />
)

const Content = (props: TaskContentProps) => {
  const { task } = props
  if (task.category === 'documents') return <DocumentsThenClose {...props} />
  if (task.category === 'payments') return <PaymentTask {...props} />
  if (task.category === 'verification') return <Verification {...props} />
  if (task.kind === 'care_letter') return <SignatureTask {...props} />
  return formFor(task) === null ? <Unknown /> : <FormTask {...props} />
}

const Verification = (props: TaskContentProps) => {
  const { task, done, close } = props
  // Once a picture is sent nothing is asked for again, and what was found on it must not vanish for that.
  const [isAskedAgain] = useState(task.kind === 'identity_check' && task.reason !== null)
  if (!isAskedAgain) return <VerificationTask {...props} />
  const finish = () => {
    done()
    close()
  }
  return <PicturesAgain task={task} done={finish} otherwise={<VerificationTask {...props} />} />
}

const Unknown = () => (
  <div className="grid gap-3">
    <p>Unknown task type. Please contact support.</p>
    <ReachUs />
  </div>
)

const ContentSkeleton = () => (
  <SkeletonGroup>
    <Skeleton className="h-32 w-full" />
    <Skeleton className="h-11 w-full" />
  </SkeletonGroup>
)
