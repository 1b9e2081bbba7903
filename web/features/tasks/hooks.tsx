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

/** A visitor who is not signed in has no tasks, which is not an error. */
const tasksQuery = queryOptions<Task[] | null, Problem>({
  queryKey: query(tasks.list, {}).queryKey,
  queryFn: () =>
    ask(tasks.list, {}).catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'unauthenticated') return null
      throw error
    }),
})

const none: Task[] = []

/** The client's tasks, for pages of a signed-in client. Suspends until they are loaded. */
export const useTasks = (): Task[] => useSuspenseQuery(tasksQuery).data ?? none

/**
 * The same without suspending, queried only if `enabled`. After a failure it queries only on request: if mounting a
 * page caused a query, the guard would unmount the page meanwhile, and so on for ever.
 */
export const useTaskList = ({ enabled }: { enabled: boolean }) =>
  useQuery({ ...tasksQuery, enabled, retryOnMount: false })

export const toastCompleted = ({ title }: Pick<Task, 'title'>) =>
  notice({ title: 'Task Completed', description: `You have successfully completed: ${title}` })

type Standing = Parameters<typeof taskState>[0]

/** A task's state as one word. */
export const TaskBadge = ({ task }: { task: Standing }) => {
  const state = taskState(task)
  return (
    <Badge tone={states[state].tone} plain={state === 'To do'}>
      {state}
    </Badge>
  )
}

/** The dot before a task. If its state is not written beside it, the dot is labelled. */
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

/** Which other client has done a task for all who share it. */
export const doneByWords = (kind: Task['kind'], doneBy: string) =>
  kind === 'payment' ? `Paid by ${doneBy}` : `Done by ${doneBy}`

type SharedTask = Pick<Task, 'kind' | 'doneBy' | 'isShared' | 'status' | 'reason'>

/** Who else has the same task. Renders nothing for a task of one's own. */
export const SharedLine = ({ task }: { task: SharedTask }) => {
  const { doneBy, isShared = false } = task
  if (doneBy !== null)
    return <p className="text-sm wrap-anywhere text-ink-soft">{doneByWords(task.kind, doneBy)}</p>
  if (!isShared || isFinished(task)) return null
  return <p className="text-sm text-ink-soft">Shared in your case: only one of you needs to do it</p>
}

/** When the firm would like to have it. Renders nothing if there is no date, or nothing left to do. */
export const DueLine = ({ task }: { task: Pick<Task, 'dueOn' | 'status' | 'reason'> }) => {
  const { dueOn } = task
  if (dueOn === null || isFinished(task)) return null
  const isPast = dueOn < today()
  return (
    <p className={isPast ? 'text-sm font-semibold text-warn' : 'text-sm text-ink-soft'}>
      {isPast ? `This was due by ${dateText(dueOn)}` : `Please do this by ${dateText(dueOn)}`}
    </p>
  )
}
