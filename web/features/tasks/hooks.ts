import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Problem } from '#contract/problem.ts'
import { type Task, tasks } from '#contract/tasks.ts'
import { ask } from '#web/platform/ask.ts'
import { query } from '#web/platform/queries.ts'
import { notice } from '#web/ui/feedback/notice.tsx'

export { TaskBadge, TaskDot } from './state.tsx'

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
