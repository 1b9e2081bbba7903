import { useQuery } from '@tanstack/react-query'
import { activities, recentLimit } from '#contract/activities.ts'
import { query } from '#web/platform/queries.ts'

/** The latest activities, at most five. Undefined until known. `isSettled` is true after any response. */
export const useRecentActivities = () => {
  const { data, error, isFetched, refetch } = useQuery(query(activities.list, {}))
  return { recent: data?.slice(0, recentLimit), error, isSettled: isFetched, refetch }
}
