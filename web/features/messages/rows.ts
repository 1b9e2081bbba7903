import type { UserId } from '#contract/accounts.ts'
import type { Message } from '#contract/messages.ts'
import { dayOf, daysBetween, today, weekdayText } from '#web/platform/clock.ts'
import type { Outgoing } from './outbox.ts'

/** One line of a conversation: what was said, or is on its way, and what stands above it. */
export interface TalkRow {
  key: string
  said: Message | null
  outgoing: Outgoing | null
  /** The day, where it begins. */
  day: string | null
  /** The first that was unread when the conversation was opened. */
  isFirstNew: boolean
  /** Says the same person as the line above, on the same day. */
  isContinued: boolean
}

interface Parts {
  /** Newest first. */
  messages: readonly Message[]
  /** Nothing was said before the oldest of them. */
  isWhole: boolean
  outgoing: readonly Outgoing[]
  ownId: UserId
  firstNew: Message['id'] | null
}

/** The lines of a conversation, oldest first. What was sent and has come back is not shown twice. */
export const rowsOf = ({ messages, isWhole, outgoing, ownId, firstNew }: Parts): TalkRow[] => {
  const rows: TalkRow[] = []
  const oldest = messages.at(-1)
  // What comes above the oldest line takes nothing away from it: that would move what is being read.
  let before =
    isWhole || !oldest ? { day: '', sender: '' } : { day: dayOfMessage(oldest), sender: oldest.senderId }
  const add = (row: Pick<TalkRow, 'key' | 'said' | 'outgoing'>, { day, sender }: typeof before) => {
    const isFirstNew = row.said !== null && row.said.id === firstNew
    const isNewDay = day !== before.day
    const isContinued = !isNewDay && !isFirstNew && sender === before.sender
    rows.push({ ...row, day: isNewDay ? dayWords(day) : null, isFirstNew, isContinued })
    before = { day, sender }
  }
  for (const said of messages.toReversed())
    add(
      { key: said.key ?? said.id, said, outgoing: null },
      { day: dayOfMessage(said), sender: said.senderId },
    )
  const known = new Set(messages.slice(0, 200).map(({ key }) => key))
  for (const item of outgoing)
    if (!known.has(item.key))
      add(
        { key: item.key, said: null, outgoing: item },
        { day: dayOf(new Date(item.writtenAt)), sender: ownId },
      )
  return rows
}

const days = new WeakMap<Message, string>()
const dayOfMessage = (message: Message) => {
  const day = days.get(message) ?? dayOf(message.createdAt)
  days.set(message, day)
  return day
}

/** "Today", "Yesterday", then the date. */
export const dayWords = (day: string, from = today()) =>
  ['Today', 'Yesterday'][daysBetween(day, from)] ?? weekdayText(day)
