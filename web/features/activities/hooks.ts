import { useQuery } from '@tanstack/react-query'
import { activities, recentLimit } from '#contract/activities.ts'
import { query } from '#web/platform/queries.ts'

/** The newest activities, at most five; undefined while they are not known. `isSettled` once there was any answer. */
export const useRecentActivities = () => {
  const { data, error, isFetched, refetch } = useQuery(query(activities.list, {}))
  return { recent: data?.slice(0, recentLimit), error, isSettled: isFetched, refetch }
}
