import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { actionLabel, askedAgain, type Task, taskState } from '#contract/tasks.ts'
import { TaskBadge, TaskDot } from '#web/features/tasks/hooks.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { useOpenTask } from '../address.ts'
import { Described } from './described.tsx'

/** Where the focus goes when the dialog of a task has closed. */
export const buttonIdOf = (id: Task['id']) => `task-${id}`

/** One thing to do or done: what it is, how it stands, and the button that opens it. */
export const TaskRow = ({ task, isMarked = false }: { task: Task; isMarked?: boolean }) => {
  const openTask = useOpenTask()
  const isNamed = isMarked || taskState(task) !== 'To do'
  const titleId = useId()
  const again = askedAgain(task)
  const isToPay = task.category === 'payments' && task.status === 'pending'
  return (
    <li data-print="together" className={rowLook}>
      <TaskDot task={task} isNamed={isNamed} />
      <div className="min-w-0 flex-1 max-[22.5rem]:basis-[calc(100%-2.25rem)]">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 font-semibold">
          <span id={titleId} className="wrap-anywhere">
            {task.title}
          </span>
          {isNamed && <TaskBadge task={task} />}
        </p>
        <p className="text-sm wrap-anywhere text-ink-soft">
          <Described text={task.description} />
        </p>
        {again && <Reason>{again}</Reason>}
      </div>
      <Button
        id={buttonIdOf(task.id)}
        variant={isToPay ? 'primary' : 'secondary'}
        aria-describedby={titleId}
        data-print="hide"
        onClick={() => openTask(task.id)}
        className="max-[22.5rem]:ml-9"
      >
        {actionLabel(task)}
      </Button>
    </li>
  )
}

// On the narrowest phones the button goes below the words, so that these keep a readable line.
const rowLook = 'flex min-h-14 items-center gap-3.5 px-4.5 py-3.5 max-[22.5rem]:flex-wrap'

const Reason = ({ children }: { children: string }) => (
  <p className="mt-1 flex items-start gap-1.5 text-sm wrap-anywhere text-warn">
    <CircleAlert className="mt-0.5 size-4!" />
    <span>{children}</span>
  </p>
)

/** In the place of rows, where there are none. */
export const NoTasks = ({ children }: { children: ReactNode }) => (
  <p className="px-4.5 py-5 text-sm text-ink-soft">{children}</p>
)
