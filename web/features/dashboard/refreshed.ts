import { useQueryClient } from '@tanstack/react-query'
import { activities } from '#contract/activities.ts'
import { tasks } from '#contract/tasks.ts'
import { refresh } from '#web/platform/queries.ts'

/** Asks again for what a completed task changes on the dashboard. */
export const useRefreshed = () => {
  const cache = useQueryClient()
  return () => refresh(cache, [tasks.list, activities.list])
}
