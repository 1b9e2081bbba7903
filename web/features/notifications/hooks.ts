import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { notifications } from '#contract/notifications/notifications.ts'
import { pagesOf } from '#web/platform/lists.ts'
import { query, useCommand } from '#web/platform/queries.ts'

/** How much of what this person was told is unread, as far as the newest page goes: the bell says 99+ long before. */
export const useUnread = () => {
  const { data } = useQuery(query(notifications.list, {}))
  return data?.filter(({ isRead }) => !isRead).length ?? 0
}

/** What this person was told, newest first, and the way to what is older. */
export const useNotifications = () => {
  const { data: list, ...rest } = useInfiniteQuery(pagesOf(notifications.list))
  return { list, hasUnread: list?.some(({ isRead }) => !isRead) ?? false, ...rest }
}

export const useMarkRead = () => useCommand(notifications.markRead, { refreshes: [notifications.list] })
