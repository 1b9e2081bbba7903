import { useQuery } from '@tanstack/react-query'
import { notifications } from '#contract/notifications.ts'
import { query, useCommand } from '#web/platform/queries.ts'

/** What this person was told, newest first, and how much of it is unread. */
export const useNotifications = () => {
  const { data, error, refetch } = useQuery(query(notifications.list, {}))
  const unread = data?.filter(({ isRead }) => !isRead).length ?? 0
  return { list: data, unread, error, refetch }
}

export const useMarkRead = () => useCommand(notifications.markRead, { refreshes: [notifications.list] })
