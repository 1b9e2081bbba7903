import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Problem } from '#contract/kit/problem.ts'
import { isFinished, type Task, type TaskState, taskState, tasks } from '#contract/tasks.ts'
import { ask } from '#web/platform/ask.ts'
import { dateText, today } from '#web/platform/clock.ts'
import { query } from '#web/platform/queries.ts'
import { Badge } from '#web/ui/data/badge.tsx'
import { Dot, type DotState } from '#web/ui/data/dot.tsx'
import { notice } from '#web/ui/feedback/notice.tsx'
import type { Tone } from '#web/ui/tone.ts'

/** A stranger has no tasks: that is an answer, not a fault. */
const tasksQuery = queryOptions<Task[] | null, Problem>({
  queryKey: query(tasks.list, {}).queryKey,
  queryFn: () =>
    ask(tasks.list, {}).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'unauthenticated') return null
      throw error
    }),
})

const none: Task[] = []

/** The client's tasks, for pages that are shown to a signed-in client; suspends until they are there. */
export const useTasks = (): Task[] => useSuspenseQuery(tasksQuery).data ?? none

/**
 * The same for what must not wait: asked only where a client is signed in. A failure stays until it is
 * asked again on purpose: a page that asked by being shown would be taken away by its guard, and ask for ever.
 */
export const useTaskList = ({ enabled }: { enabled: boolean }) =>
  useQuery({ ...tasksQuery, enabled, retryOnMount: false })

export const tellCompleted = ({ title }: Pick<Task, 'title'>) =>
  notice({ title: 'Task Completed', description: `You have successfully completed: ${title}` })

type Standing = Parameters<typeof taskState>[0]

/** How a task stands, in its one word. */
export const TaskBadge = ({ task }: { task: Standing }) => {
  const state = taskState(task)
  return (
    <Badge tone={states[state].tone} plain={state === 'To do'}>
      {state}
    </Badge>
  )
}

/** The mark before a task. Where the word is not beside it, the mark says it. */
export const TaskDot = ({ task, isNamed = false }: { task: Task; isNamed?: boolean }) => {
  const state = taskState(task)
  const isBegun = state === 'To do' && task.status === 'in_progress'
  return <Dot state={isBegun ? 'begun' : states[state].dot} words={isNamed ? undefined : state} />
}

const states: Record<TaskState, { tone: Tone; dot: DotState }> = {
  'To do': { tone: 'neutral', dot: 'open' },
  'In review': { tone: 'info', dot: 'waiting' },
  Verified: { tone: 'ok', dot: 'done' },
  Done: { tone: 'ok', dot: 'done' },
  'Needs another': { tone: 'warn', dot: 'again' },
}

/** By when the firm would like to have it; draws nothing where no day was named, or nothing is left to do. */
export const DueLine = ({ task }: { task: Pick<Task, 'dueOn' | 'status' | 'reason'> }) => {
  const { dueOn } = task
  if (dueOn === null || isFinished(task)) return null
  const isPast = dueOn < today()
  return (
    <p className={isPast ? 'text-sm font-semibold text-warn' : 'text-sm text-ink-soft'}>
      {isPast ? `This was due by ${dateText(dueOn)}` : `Please send it by ${dateText(dueOn)}`}
    </p>
  )
}
