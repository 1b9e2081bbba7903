import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import type { UserId } from '#contract/accounts.ts'
import { type Message, messages } from '#contract/messages.ts'
import type { Problem } from '#contract/problem.ts'
import { ask } from '#web/platform/ask.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { type Talk, withNewest, withOlder, withSent } from './talk.ts'

const contacts = query(messages.contacts, {})

export const useContacts = () => useSuspenseQuery(contacts).data

/** Contacts by name, asked of the portal: for a firm with more clients than one list holds. */
export const useFoundContacts = (search: string, { enabled }: { enabled: boolean }) =>
  useQuery({ ...query(messages.contacts, { search }), enabled, placeholderData: keepPreviousData }).data

/** How many messages this person has not read, wherever they are in the portal. */
export const useUnreadMessages = () =>
  useQuery(contacts).data?.reduce((sum, { unreadCount }) => sum + unreadCount, 0) ?? 0

/** Whose conversation: with this contact, of this person of the firm where it is not one's own. */
export interface Between {
  contactId: UserId
  memberId?: UserId | undefined
}

const keyOf = (between: Between) => [messages.list.path, between] as const

/** A conversation as far as it was read back; it grows at both ends. */
export function useTalk(between: Between) {
  const cache = useQueryClient()
  const queryKey = keyOf(between)
  const { data } = useSuspenseQuery(
    queryOptions<Talk, Problem>({
      queryKey,
      queryFn: async () => withNewest(cache.getQueryData<Talk>(queryKey), await ask(messages.list, between)),
      // Thousands of messages are not compared one by one each time.
      structuralSharing: false,
    }),
  )
  const older = useMutation<Message[], Problem>({
    mutationFn: () => ask(messages.list, { ...between, before: data.messages.at(-1)?.id }),
    onSuccess: (page) => cache.setQueryData<Talk>(queryKey, (talk) => talk && withOlder(talk, page)),
  })
  return { ...data, older }
}

/** Puts a message that was sent into its conversation, before anything is asked again. */
export const useKeepSent = () => {
  const cache = useQueryClient()
  return (sent: Message) => {
    const queryKey = keyOf({ contactId: sent.receiverId })
    cache.setQueryData<Talk>(queryKey, (talk) => talk && withSent(talk, sent))
    void cache.invalidateQueries({ queryKey: contacts.queryKey })
  }
}

export const useMarkMessageRead = () => useCommand(messages.markRead, { refreshes: [] })

export const useColleagues = (clientId: UserId, { enabled }: { enabled: boolean }) =>
  useQuery({ ...query(messages.colleagues, { id: clientId }), enabled }).data ?? []
