import { CalendarPlus } from 'lucide-react'
import { type ComponentType, lazy, use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { formFor } from '#contract/forms/forms.ts'
import { pages } from '#contract/kit/pages.ts'
import { isFinished, type Task, tasks } from '#contract/tasks.ts'
import { doneByWords, SharedLine, toastCompleted } from '#web/features/tasks/hooks.tsx'
import { useCommand } from '#web/platform/queries.ts'
import { UnsavedOnPage } from '#web/platform/unload-question.ts'
import { Button, ButtonLink } from '#web/ui/actions/button.tsx'
import { FirmContactLine } from '#web/ui/actions/link.tsx'
import { AsyncBoundary } from '#web/ui/feedback/async-boundary.tsx'
import { Callout, FormFault } from '#web/ui/feedback/callout.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { Checkbox } from '#web/ui/fields/choices.tsx'
import { Dialog, DialogFooter } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useAddressedTask, useRefreshed } from '../hooks.ts'
import { nextButtonId } from './next-card.tsx'
import { buttonIdOf, Described } from './task-sections.tsx'

/** The dialog of the task in the URL. Closes when the URL changes. */
export const OpenTaskDialog = ({ tasks }: { tasks: Task[] }) => {
  const { id, leave } = useAddressedTask()
  const task = tasks.find((candidate) => candidate.id === id)
  const isUnknown = id !== null && !task
  const [seen, setSeen] = useState(task)
  if (task && task !== seen) setSeen(task)
  const kept = useKept(isUnknown && seen?.id === id ? seen : undefined)
  const giveUp = useEffectEvent(() => {
    toast(seen && seen.id === id ? goneWords(seen) : unknownWords)
    if (!kept) leave()
  })
  useEffect(() => {
    if (isUnknown) giveUp()
  }, [isUnknown])
  return <TaskDialog task={task ?? kept} leave={leave} />
}

/**
 * Returns the task that has left the list for as long as its dialog stays open: closing it by itself would lose a chosen
 * file, or stop one that is being sent before the portal could say why it refuses it.
 */
const useKept = (gone: Task | undefined) => {
  const unsaved = use(UnsavedOnPage)
  const [kept, setKept] = useState<Task>()
  // Decided as it leaves. What is unsaved may be sent or discarded later, and its result is still to be read.
  const [wasGone, setWasGone] = useState(gone)
  if (gone !== wasGone) {
    setWasGone(gone)
    setKept(unsaved && unsaved.size > 0 ? gone : undefined)
  }
  return kept
}

const unknownWords = {
  title: "We couldn't find that task",
  description: 'It may no longer be needed, or the case that it belongs to may be closed.',
}

/**
 * It left the list while the client had it open, perhaps in the middle of a sentence: the firm withdrew it, or its case
 * was closed.
 */
const goneWords = ({ title, kind }: Task) => ({
  title: `This ${kind === 'payment' ? 'fee' : 'task'} isn’t due at the moment`,
  description: `“${title}” has been taken off your list: it’s no longer needed, or its case has been closed. If it falls due again, you’ll find it on your dashboard.`,
  duration: 15_000,
})

const TaskDialog = ({ task, leave }: { task: Task | undefined; leave: () => void }) => {
  // Keeps the dialog's content while it closes.
  const [last, setLast] = useState(task)
  if (task && task !== last) setLast(task)
  const shown = task ?? last
  const { settle, close, announced } = useCompletion(task, leave)
  if (!shown) return null
  return (
    <Dialog
      open={task !== undefined}
      onOpenChange={(isOpen) => isOpen || close()}
      title={<span className="wrap-anywhere">{shown.title}</span>}
      description={shown.description === '' ? undefined : <Described text={shown.description} />}
    >
      {shown.doneBy === null && <SharedLine task={shown} />}
      <TaskContent key={shown.id} task={shown} close={close} done={settle} />
      <ReturnFocus
        key={`focus ${shown.id}`}
        to={shown.id}
        isDone={() => announced.current?.id === shown.id}
      />
    </Dialog>
  )
}

/**
 * Announces once that an open task was completed, either when its content says so or when its dialog closes after that.
 */
const useCompletion = (task: Task | undefined, leave: () => void) => {
  const refreshed = useRefreshed()
  const [opening, setOpening] = useState<Opening | null>(null)
  if (task?.id !== opening?.id) setOpening(task ? { id: task.id, wasDone: isFinished(task) } : null)
  const announced = useRef<Opening>(null)

  const tell = () => {
    if (!task || !opening || opening.wasDone || announced.current === opening) return
    announced.current = opening
    toastCompleted(task)
  }
  const close = () => {
    if (task && isFinished(task)) tell()
    leave()
  }
  const settle = () => {
    tell()
    void refreshed()
  }
  return { settle, close, announced }
}

interface Opening {
  id: Task['id']
  wasDone: boolean
}

/**
 * Gives the focus back to the element that opened the dialog, or to the next task if this one is done. The dialog has
 * no trigger of its own.
 */
const ReturnFocus = ({ to, isDone }: { to: Task['id']; isDone: () => boolean }) => {
  const wasDone = useEffectEvent(isDone)
  useEffect(() => {
    const opener = document.activeElement
    return () => {
      const isOver = wasDone()
      setTimeout(() => {
        if (isOver) return goToNext()
        const isThere = opener?.isConnected && opener !== document.body
        const button = isThere ? opener : document.getElementById(buttonIdOf(to))
        if (button instanceof HTMLElement) button.focus()
      })
    }
  }, [to])
  return null
}

const goToNext = () => {
  scrollTo(0, 0)
  const next = document.getElementById(nextButtonId) ?? document.querySelector('h1')
  next?.focus({ preventScroll: true })
}

interface TaskContentProps {
  task: Task
  close: () => void
  /** Called when the task is completed. The content may still have something to show. */
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

/** The content of a task's dialog, by its category. */
const TaskContent = (props: TaskContentProps) => (
  <AsyncBoundary skeleton={<ContentSkeleton />}>
    <Content {...props} />
  </AsyncBoundary>
)

/** Closes the dialog once the client has no further file to add. */
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
  if (task.doneBy !== null) return <DoneByAnother words={doneByWords(task.kind, task.doneBy)} />
  if (task.category === 'documents') return <DocumentsThenClose {...props} />
  if (task.category === 'payments') return <PaymentTask {...props} />
  if (task.category === 'verification') return <Verification {...props} />
  if (task.kind === 'care_letter' || task.kind === 'signature') return <SignatureTask {...props} />
  if (task.kind === 'read_and_accept') return <ReadAndAccept {...props} />
  if (task.kind === 'appointment') return <BookAppointment task={task} />
  return formFor(task) === null ? <Unknown /> : <FormTask {...props} />
}

const Verification = (props: TaskContentProps) => {
  const { task, done, close } = props
  // A sent picture clears the request for another one, but its result must stay on the page.
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
    <FirmContactLine />
  </div>
)

const ContentSkeleton = () => (
  <SkeletonGroup>
    <Skeleton className="h-32 w-full" />
    <Skeleton className="h-11 w-full" />
  </SkeletonGroup>
)

/** Shown if another client of the same case has done the task. */
const DoneByAnother = ({ words }: { words: string }) => (
  <Callout tone="ok" title={words}>
    You share this task, so there’s nothing left for you to do.
  </Callout>
)

interface ReadProps {
  task: Task
  close: () => void
  done: () => void
}

/** A task to read the text above. The client confirms that they have read it. */
const ReadAndAccept = ({ task, close, done }: ReadProps) => {
  const [hasRead, setRead] = useState(false)
  const accept = useCommand(tasks.accept, { refreshes: [tasks.list] })
  if (task.status === 'completed')
    return (
      <Callout tone="ok" title="Accepted">
        You’ve read and accepted this.
      </Callout>
    )
  const send = () =>
    accept.mutate(
      { id: task.id },
      {
        onSuccess: () => {
          done()
          close()
        },
      },
    )
  return (
    <div className="grid gap-5">
      <Checkbox
        label="I have read this and accept it"
        checked={hasRead}
        onChange={({ target }) => setRead(target.checked)}
      />
      <FormFault>{accept.error?.message}</FormFault>
      <DialogFooter>
        <Button onClick={close}>Cancel</Button>
        <Button variant="primary" disabled={!hasRead} busy={accept.isPending} onClick={send}>
          Accept
        </Button>
      </DialogFooter>
    </div>
  )
}

const BookAppointment = ({ task }: { task: Task }) =>
  task.status === 'completed' ? (
    <Callout tone="ok" title="Booked">
      You’ll find your appointment under Appointments.
    </Callout>
  ) : (
    <DialogFooter>
      <ButtonLink variant="primary" icon={<CalendarPlus />} to={pages.appointments}>
        Choose a time
      </ButtonLink>
    </DialogFooter>
  )
