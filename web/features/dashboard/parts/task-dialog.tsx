import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isFinished, type Task } from '#contract/tasks.ts'
import { tellCompleted } from '#web/features/tasks/hooks.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { toast } from '#web/ui/overlays/toast.ts'
import { useAddressedTask } from '../address.ts'
import { useRefreshed } from '../refreshed.ts'
import { Described } from './described.tsx'
import { nextButtonId } from './next-card.tsx'
import { TaskContent } from './task-content.tsx'
import { buttonIdOf } from './task-row.tsx'

/** The dialog of the task that the address names; it closes with the address. */
export const OpenTaskDialog = ({ tasks }: { tasks: Task[] }) => {
  const { id, leave } = useAddressedTask()
  const task = tasks.find((one) => one.id === id)
  const isUnknown = id !== null && !task
  const giveUp = useEffectEvent(() => {
    toast({ title: "We couldn't find that task", description: 'It may have been removed from your list.' })
    leave()
  })
  useEffect(() => {
    if (isUnknown) giveUp()
  }, [isUnknown])
  return <TaskDialog task={task} leave={leave} />
}

const TaskDialog = ({ task, leave }: { task: Task | undefined; leave: () => void }) => {
  // While it closes, the dialog still shows what it held.
  const [last, setLast] = useState(task)
  if (task && task !== last) setLast(task)
  const shown = task ?? last
  const { settle, close, toldOf } = useCompletion(task, leave)
  if (!shown) return null
  return (
    <Dialog
      open={task !== undefined}
      onOpenChange={(isOpen) => isOpen || close()}
      title={<span className="wrap-anywhere">{shown.title}</span>}
      description={shown.description === '' ? undefined : <Described text={shown.description} />}
    >
      <TaskContent key={shown.id} task={shown} close={close} done={settle} />
      <ReturnFocus key={`focus ${shown.id}`} to={shown.id} isDone={() => toldOf.current?.id === shown.id} />
    </Dialog>
  )
}

/** Says once that an open task was completed, whether its content told so or its dialog was closed after that. */
const useCompletion = (task: Task | undefined, leave: () => void) => {
  const refreshed = useRefreshed()
  const [opening, setOpening] = useState<Opening | null>(null)
  if (task?.id !== opening?.id) setOpening(task ? { id: task.id, wasDone: isFinished(task) } : null)
  const toldOf = useRef<Opening>(null)

  const tell = () => {
    if (!task || !opening || opening.wasDone || toldOf.current === opening) return
    toldOf.current = opening
    tellCompleted(task)
  }
  const close = () => {
    if (task && isFinished(task)) tell()
    leave()
  }
  const settle = () => {
    tell()
    void refreshed()
  }
  return { settle, close, toldOf }
}

interface Opening {
  id: Task['id']
  wasDone: boolean
}

/** The dialog has no trigger of its own: the keyboard goes back to what opened it, and from a done task to the next one. */
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
