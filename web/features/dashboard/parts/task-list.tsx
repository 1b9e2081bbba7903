import { ChevronDown, CircleAlert } from 'lucide-react'
import { Collapsible } from 'radix-ui'
import { type ReactNode, useId, useState } from 'react'
import { splitAtPounds } from '#contract/money.ts'
import { actionLabel, askedAgain, isFinished, type Task, taskState } from '#contract/tasks.ts'
import { DueLine, TaskBadge, TaskDot } from '#web/features/tasks/hooks.tsx'
import { useIsPrinting } from '#web/platform/print.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { useOpenTask } from '../hooks.ts'

/** What is left to do, and below one line what is done; a list of nothing but done tasks is shown as it is. */
export const TaskList = ({ tasks, isMarked = false }: { tasks: Task[]; isMarked?: boolean }) => {
  const open = tasks.filter((task) => !isFinished(task))
  const done = tasks.filter(isFinished)
  if (open.length === 0 || done.length === 0) return <Rows tasks={tasks} isMarked={isMarked} />
  return (
    <div className="divide-y divide-line">
      <Rows tasks={open} isMarked={isMarked} />
      <DoneFold count={done.length}>
        <div className="border-t border-line">
          <Rows tasks={done} isMarked={isMarked} />
        </div>
      </DoneFold>
    </div>
  )
}

const Rows = ({ tasks, isMarked }: { tasks: Task[]; isMarked: boolean }) => (
  <ul className="divide-y divide-line">
    {tasks.map((task) => (
      <TaskRow key={task.id} task={task} isMarked={isMarked} />
    ))}
  </ul>
)

/** Where the focus goes when the dialog of a task has closed. */
export const buttonIdOf = (id: Task['id']) => `task-${id}`

/** One thing to do or done: what it is, how it stands, and the button that opens it. */
const TaskRow = ({ task, isMarked = false }: { task: Task; isMarked?: boolean }) => {
  const openTask = useOpenTask()
  const isNamed = isMarked || taskState(task) !== 'To do'
  const titleId = useId()
  const again = askedAgain(task)
  const isToPay = task.category === 'payments' && task.status === 'pending'
  return (
    <li data-print="together" className={rowClass}>
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
        <DueLine task={task} />
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
const rowClass = 'flex min-h-14 items-center gap-3.5 px-4.5 py-3.5 max-[22.5rem]:flex-wrap'

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

/** A task's description, in which an amount stands out. */
export const Described = ({ text }: { text: string }) =>
  splitAtPounds(text).map(({ isAmount, words }, place) =>
    isAmount ? (
      <b key={place} className="figures whitespace-nowrap text-ink">
        {words}
      </b>
    ) : (
      words
    ),
  )

/** One line for what is done: it opens on demand, and on paper. */
export const DoneFold = ({ count, children }: { count: number; children: ReactNode }) => {
  const [isOpen, setOpen] = useState(false)
  const isPrinting = useIsPrinting()
  return (
    <Collapsible.Root open={isOpen || isPrinting} onOpenChange={setOpen}>
      <Collapsible.Trigger className={lineClass}>
        <span className="figures">{count} done</span>
        <ChevronDown className="size-4! transition-transform duration-150 in-data-[state=open]:rotate-180" />
      </Collapsible.Trigger>
      <Collapsible.Content>{children}</Collapsible.Content>
    </Collapsible.Root>
  )
}

const lineClass =
  'flex min-h-11 w-full items-center gap-2 px-4.5 py-2.5 text-left text-sm font-semibold text-ink-soft hover:bg-sunken hover:text-ink'
