import { ArrowRight, CircleAlert } from 'lucide-react'
import { useId } from 'react'
import { nextLabel, nextTask, whyNext } from '#contract/next-task.ts'
import { type Task, taskState } from '#contract/tasks.ts'
import { TaskBadge } from '#web/features/tasks/hooks.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { useOpenTask } from '../address.ts'

/** Where the keyboard goes when a task is done. */
export const nextButtonId = 'next-task'

/** The one thing to do now, why, and its button; draws nothing when nothing is left. */
export const NextCard = ({ tasks }: { tasks: Task[] }) => {
  const openTask = useOpenTask()
  const titleId = useId()
  const task = nextTask(tasks)
  if (!task) return null
  const isAgain = taskState(task) === 'Needs another'
  return (
    <section
      aria-label="Do this next"
      data-print="together"
      className={classes('rounded-xl border p-4.5 shadow-1 md:p-5.5', isAgain ? againLook : nextLook)}
    >
      <h2 className={classes('font-sans! text-sm font-semibold', isAgain ? 'text-warn' : 'text-brand')}>
        Do this next
      </h2>
      <div className="mt-1.5 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div className="min-w-0 flex-1 basis-72">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span id={titleId} className="serif text-[23px] text-pretty wrap-anywhere md:text-[25px]">
              {task.title}
            </span>
            {isAgain && <TaskBadge task={task} />}
          </p>
          <p className="mt-1.5 flex max-w-[62ch] items-start gap-2 wrap-anywhere text-ink-soft">
            {isAgain && <CircleAlert className="mt-0.75 size-4! text-warn" />}
            <span className="whitespace-pre-line">{whyNext(task)}</span>
          </p>
        </div>
        <Button
          id={nextButtonId}
          variant="primary"
          aria-describedby={titleId}
          data-print="hide"
          onClick={() => openTask(task.id)}
          className="max-sm:w-full"
        >
          {nextLabel(task)}
          <ArrowRight className="size-4!" />
        </Button>
      </div>
    </section>
  )
}

const nextLook = 'border-brand/40 bg-surface'
const againLook = 'border-warn/45 bg-warn-tint'
