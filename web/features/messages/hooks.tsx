import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import type { UserId } from '#contract/accounts/accounts.ts'
import { type Output, pageSize } from '#contract/kit/endpoint.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { type Message, messages } from '#contract/messages.ts'
import { ask } from '#web/platform/ask.ts'
import { invalidate, query, useCommand } from '#web/platform/queries.ts'
import { Count } from '#web/ui/data/badge.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'

const contacts = query(messages.contacts, {})

export const useContacts = () => useSuspenseQuery(contacts).data

/** Searches contacts by name on the server, for a firm with more clients than one list holds. */
export const useFoundContacts = (search: string, { enabled }: { enabled: boolean }) =>
  useQuery({ ...query(messages.contacts, { search }), enabled, placeholderData: keepPreviousData }).data

/** Returns how many messages the user has not read, in all conversations. */
const useUnreadMessages = () =>
  useQuery(contacts).data?.reduce((sum, { unreadCount }) => sum + unreadCount, 0) ?? 0

/** A conversation with a contact. `memberId` names the member of staff if it isn't the user's own. */
interface Between {
  contactId: UserId
  memberId?: UserId | undefined
}

const keyOf = (between: Between) => [messages.list.path, between] as const

/** Returns the part of a conversation that has been loaded. Both older and newer messages are added to it. */
export function useConversation(between: Between) {
  const cache = useQueryClient()
  const queryKey = keyOf(between)
  const { data } = useSuspenseQuery(
    queryOptions<Conversation, Problem>({
      queryKey,
      queryFn: async () =>
        withNewest(cache.getQueryData<Conversation>(queryKey), await ask(messages.list, between)),
      // Otherwise thousands of messages would be compared one by one each time.
      structuralSharing: false,
    }),
  )
  const older = useMutation<Message[], Problem>({
    mutationFn: () => ask(messages.list, { ...between, before: data.messages.at(-1)?.id }),
    onSuccess: (page) =>
      cache.setQueryData<Conversation>(
        queryKey,
        (conversation) => conversation && withOlder(conversation, page),
      ),
  })
  return { ...data, older }
}

/** Adds a sent message to its conversation in the cache, without fetching it. */
export const useKeepSent = () => {
  const cache = useQueryClient()
  return (sent: Message) => {
    const queryKey = keyOf({ contactId: sent.receiverId })
    cache.setQueryData<Conversation>(queryKey, (conversation) => conversation && withSent(conversation, sent))
    void invalidate(cache, { queryKey: contacts.queryKey })
  }
}

export const useMarkMessageRead = () => useCommand(messages.markRead, { refreshes: [] })

/** Takes what a client wrote to somebody who has left from the start page of those who answer in their place. */
export const useSettle = () =>
  useCommand(messages.settle, { refreshes: [messages.colleagues, messages.list] })

export type Colleague = Output<typeof messages.colleagues>[number]

/**
 * Returns the colleagues whose conversations with this client the user may read, and whether they are still loading.
 */
export const useColleagues = (clientId: UserId, { enabled }: { enabled: boolean }) => {
  const { data = [], isLoading } = useQuery({ ...query(messages.colleagues, { id: clientId }), enabled })
  return { colleagues: data, isLoading }
}

/** The loaded messages of a conversation, newest first. */
interface Conversation {
  messages: readonly Message[]
  /** Whether the first message of the conversation is loaded too. */
  isWhole: boolean
}

const isWholeBy = (page: readonly Message[]) => page.length < pageSize

/**
 * Returns the newest page, followed by the older messages that are loaded already, so that a long history isn't fetched
 * again. If more new messages arrived than a page holds, drops the loaded ones, as there would be a gap.
 */
export const withNewest = (known: Conversation | undefined, page: readonly Message[]): Conversation => {
  const last = page.at(-1)
  const newestKnown = known?.messages[0]
  const meets = known && last && newestKnown && !isWholeBy(page) && newestKnown.id >= last.id
  if (!meets) return { messages: page, isWhole: isWholeBy(page) }
  const older = known.messages.filter(({ id }) => id < last.id)
  return { messages: [...page, ...readWith(page, older)], isWhole: known.isWhole }
}

// Reading a message marks all earlier ones as read too.
const readWith = (page: readonly Message[], older: readonly Message[]) => {
  const readers = new Set(page.flatMap(({ isRead, senderId }) => (isRead ? [senderId] : [])))
  return older.map((message) =>
    !message.isRead && readers.has(message.senderId) ? { ...message, isRead: true } : message,
  )
}

export const withOlder = ({ messages }: Conversation, page: readonly Message[]): Conversation => {
  const last = messages.at(-1)
  const older = last ? page.filter(({ id }) => id < last.id) : page
  return { messages: [...messages, ...older], isWhole: isWholeBy(page) }
}

/** Adds a message that was just sent, unless a live event has brought it already. */
export const withSent = (conversation: Conversation, sent: Message): Conversation =>
  conversation.messages.some(({ id }) => id === sent.id)
    ? conversation
    : { ...conversation, messages: [sent, ...conversation.messages].sort((a, b) => (a.id < b.id ? 1 : -1)) }

/** The number of unread messages, beside the navigation entry. */
export const UnreadCount = () => {
  const unread = useUnreadMessages()
  if (unread === 0) return null
  return (
    <>
      <Count tone="info">{unread}</Count>
      <VisuallyHidden>unread</VisuallyHidden>
    </>
  )
}
