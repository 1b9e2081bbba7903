import { Check, CheckCheck, CloudOff } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Contact, Message } from '#contract/messages.ts'
import { dateTimeText, dayOf, daysBetween, timeText, today, weekdayText } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Avatar } from '#web/ui/data/avatar.tsx'
import { LinkedText } from '#web/ui/data/linked-text.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { SentAlong } from './attachments.tsx'
import type { Outgoing } from './composer.tsx'

export interface MessageLineProps {
  row: MessageRow
  contact: Contact
  isLast: boolean
  /** The contact's name, and the name for the other side. */
  names: { contact: string; other: string }
  onAgain: (key: string) => void
  onDrop: (key: string) => void
}

/** One message, with the date above it if it is the first of its day. */
export const MessageLine = memo(({ row, contact, isLast, names, onAgain, onDrop }: MessageLineProps) => {
  const isTheirs = row.said?.senderId === contact.id
  return (
    <div className={row.isContinued ? 'pt-1' : 'pt-3.5'}>
      {row.day && <Separator>{row.day}</Separator>}
      {row.isFirstNew && <Separator isNews>New</Separator>}
      <div className={classes('grid gap-1', isTheirs ? 'justify-items-start' : 'justify-items-end')}>
        {!row.isContinued && (
          <p aria-hidden className="flex items-center gap-2 text-xs font-semibold text-ink-soft">
            {isTheirs && <Avatar name={names.contact} tone="neutral" />}
            {isTheirs ? names.contact : names.other}
          </p>
        )}
        <Bubble isTheirs={isTheirs}>
          <VisuallyHidden>{isTheirs ? names.contact : names.other}: </VisuallyHidden>
          <LinkedText>{row.said?.content ?? row.outgoing?.content ?? ''}</LinkedText>
          <SentAlong said={row.said} outgoing={row.outgoing} />
        </Bubble>
        {row.said && (
          <p className="figures flex items-center gap-1.5 pb-0.5 text-xs text-ink-soft">
            <At at={row.said.createdAt} />
            {!isTheirs && isLast && <Reached isRead={row.said.isRead} />}
          </p>
        )}
        {row.outgoing && <OnItsWay item={row.outgoing} onAgain={onAgain} onDrop={onDrop} />}
      </div>
    </div>
  )
})

const Bubble = ({ isTheirs, children }: { isTheirs: boolean; children: ReactNode }) => (
  <div
    className={classes(
      'grid max-w-[85%] gap-2 rounded-xl border px-4 py-2.5 md:max-w-[34rem]',
      isTheirs ? 'rounded-tl-sm border-line bg-surface' : 'rounded-tr-sm border-brand bg-brand text-on-brand',
    )}
  >
    {children}
  </div>
)

const Separator = ({ isNews = false, children }: { isNews?: boolean; children: string }) => (
  <p
    className={classes(
      'mb-2.5 flex items-center gap-3 text-xs font-semibold before:h-px before:flex-1 after:h-px after:flex-1',
      isNews ? 'text-info before:bg-info/35 after:bg-info/35' : 'text-ink-soft before:bg-line after:bg-line',
    )}
  >
    {children}
  </p>
)

/** The time, with the full date as a tooltip and for screen readers. */
const At = ({ at }: { at: Date }) => (
  <time dateTime={at.toISOString()} title={dateTimeText(at)}>
    <span aria-hidden>{timeText(at)}</span>
    <VisuallyHidden>{dateTimeText(at)}</VisuallyHidden>
  </time>
)

const Reached = ({ isRead }: { isRead: boolean }) => (
  <span className="flex items-center gap-1">
    {isRead ? <CheckCheck aria-hidden className="size-3.5!" /> : <Check aria-hidden className="size-3.5!" />}
    {isRead ? 'Read' : 'Sent'}
  </span>
)

interface OnItsWayProps extends Pick<MessageLineProps, 'onAgain' | 'onDrop'> {
  item: Outgoing
}

const OnItsWay = ({ item: { key, hasFailed }, onAgain, onDrop }: OnItsWayProps) =>
  hasFailed ? (
    <p className="flex flex-wrap items-center justify-end gap-x-3 text-sm text-stop">
      <CloudOff aria-hidden className="size-4!" />
      <Button variant="link" onClick={() => onAgain(key)}>
        Not sent, try again
      </Button>
      <Button variant="link" onClick={() => onDrop(key)}>
        Delete
      </Button>
    </p>
  ) : (
    <p className="text-xs text-ink-soft">Sending…</p>
  )

/** A line of a conversation: a message that was sent or is being sent, and what is shown above it. */
export interface MessageRow {
  key: string
  said: Message | null
  outgoing: Outgoing | null
  /** The date, if this is the first line of its day. */
  day: string | null
  /** Whether it was the first unread message when the conversation was opened. */
  isFirstNew: boolean
  /** Whether it is from the same sender as the line above, on the same day. */
  isContinued: boolean
}

interface Parts {
  /** Newest first. */
  messages: readonly Message[]
  /** Whether the oldest message is the first of the conversation. */
  isWhole: boolean
  outgoing: readonly Outgoing[]
  ownId: UserId
  firstNew: Message['id'] | null
}

/** Returns the lines of a conversation, oldest first. A sent message that has arrived is not shown twice. */
export const rowsOf = ({ messages, isWhole, outgoing, ownId, firstNew }: Parts): MessageRow[] => {
  const rows: MessageRow[] = []
  const oldest = messages.at(-1)
  // The oldest loaded line gets no date or name, so that loading older ones removes none. That would move the page.
  let before =
    isWhole || !oldest ? { day: '', sender: '' } : { day: dayOfMessage(oldest), sender: oldest.senderId }
  const add = (row: Pick<MessageRow, 'key' | 'said' | 'outgoing'>, { day, sender }: typeof before) => {
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
