import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from '@tanstack/react-query'
import type { UserId } from '#contract/accounts/accounts.ts'
import { pageSize } from '#contract/kit/endpoint.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { type Message, messages } from '#contract/messages.ts'
import { ask } from '#web/platform/ask.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { Count } from '#web/ui/data/badge.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'

const contacts = query(messages.contacts, {})

export const useContacts = () => useSuspenseQuery(contacts).data

/** Contacts by name, asked of the portal: for a firm with more clients than one list holds. */
export const useFoundContacts = (search: string, { enabled }: { enabled: boolean }) =>
  useQuery({ ...query(messages.contacts, { search }), enabled, placeholderData: keepPreviousData }).data

/** How many messages this person has not read, wherever they are in the portal. */
const useUnreadMessages = () =>
  useQuery(contacts).data?.reduce((sum, { unreadCount }) => sum + unreadCount, 0) ?? 0

/** Whose conversation: with this contact, of this person of the firm where it is not one's own. */
interface Between {
  contactId: UserId
  memberId?: UserId | undefined
}

const keyOf = (between: Between) => [messages.list.path, between] as const

/** A conversation as far as it was read back; it grows at both ends. */
export function useConversation(between: Between) {
  const cache = useQueryClient()
  const queryKey = keyOf(between)
  const { data } = useSuspenseQuery(
    queryOptions<Conversation, Problem>({
      queryKey,
      queryFn: async () =>
        withNewest(cache.getQueryData<Conversation>(queryKey), await ask(messages.list, between)),
      // Thousands of messages are not compared one by one each time.
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

/** Puts a message that was sent into its conversation, before anything is asked again. */
export const useKeepSent = () => {
  const cache = useQueryClient()
  return (sent: Message) => {
    const queryKey = keyOf({ contactId: sent.receiverId })
    cache.setQueryData<Conversation>(queryKey, (conversation) => conversation && withSent(conversation, sent))
    void cache.invalidateQueries({ queryKey: contacts.queryKey })
  }
}

export const useMarkMessageRead = () => useCommand(messages.markRead, { refreshes: [] })

export const useColleagues = (clientId: UserId, { enabled }: { enabled: boolean }) =>
  useQuery({ ...query(messages.colleagues, { id: clientId }), enabled }).data ?? []

/** What of a conversation is on this page, newest first. */
interface Conversation {
  messages: readonly Message[]
  /** The first message of all is among them. */
  isWhole: boolean
}

const isWholeBy = (page: readonly Message[]) => page.length < pageSize

/**
 * The newest page, and behind it what was known already: a long history is not asked for again. Where more
 * came than one page holds, what was known would leave a gap, and is dropped.
 */
export const withNewest = (known: Conversation | undefined, page: readonly Message[]): Conversation => {
  const last = page.at(-1)
  const newestKnown = known?.messages[0]
  const meets = known && last && newestKnown && !isWholeBy(page) && newestKnown.id >= last.id
  if (!meets) return { messages: page, isWhole: isWholeBy(page) }
  const older = known.messages.filter(({ id }) => id < last.id)
  return { messages: [...page, ...readWith(page, older)], isWhole: known.isWhole }
}

// Reading reaches from a message back to the first: what is older than a read one is read too.
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

/** One that was just sent; a live event may have brought it already. */
export const withSent = (conversation: Conversation, sent: Message): Conversation =>
  conversation.messages.some(({ id }) => id === sent.id)
    ? conversation
    : { ...conversation, messages: [sent, ...conversation.messages].sort((a, b) => (a.id < b.id ? 1 : -1)) }

/** Beside the entry of the messages: how many are unread. */
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
