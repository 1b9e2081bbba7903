import { pageSize } from '#contract/kit.ts'
import type { Message } from '#contract/messages.ts'

/** What of a conversation is on this page, newest first. */
export interface Talk {
  messages: readonly Message[]
  /** The first message of all is among them. */
  isWhole: boolean
}

const isWholeBy = (page: readonly Message[]) => page.length < pageSize

/**
 * The newest page, and behind it what was known already: a long history is not asked for again. Where more
 * came than one page holds, what was known would leave a gap, and is dropped.
 */
export const withNewest = (known: Talk | undefined, page: readonly Message[]): Talk => {
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

export const withOlder = ({ messages }: Talk, page: readonly Message[]): Talk => {
  const last = messages.at(-1)
  const older = last ? page.filter(({ id }) => id < last.id) : page
  return { messages: [...messages, ...older], isWhole: isWholeBy(page) }
}

/** One that was just sent; a live event may have brought it already. */
export const withSent = (talk: Talk, sent: Message): Talk =>
  talk.messages.some(({ id }) => id === sent.id)
    ? talk
    : { ...talk, messages: [sent, ...talk.messages].sort((a, b) => (a.id < b.id ? 1 : -1)) }
