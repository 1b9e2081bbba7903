import { LinkifyIt } from 'linkify-it'
import { Check, CheckCheck, CloudOff, ExternalLink } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Contact, Message } from '#contract/messages.ts'
import { dateTimeText, dayOf, daysBetween, timeText, today, weekdayText } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Avatar } from '#web/ui/data/avatar.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import type { Outgoing } from '../outbox.ts'
import { SentAlong } from './attachments.tsx'

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

/** The text as it was written. Only addresses become links, nothing else is markup. */
const LinkedText = ({ children }: { children: string }) => (
  <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
    {piecesOf(children).map((piece, at) =>
      // The pieces of a text never move, so the index is the key.
      piece.href === null ? piece.text : <Followed key={at} piece={piece} href={piece.href} />,
    )}
  </p>
)

const Followed = ({ piece: { text, host }, href }: { piece: Piece; href: string }) => {
  const isOutside = /^https?:/.test(href)
  return (
    <a
      href={href}
      rel="noopener noreferrer"
      {...(isOutside && { target: '_blank' })}
      className="font-medium underline underline-offset-3"
    >
      {text}
      {host !== null && <b> ({host})</b>}
      {isOutside && (
        <>
          <ExternalLink aria-hidden className="ml-1 inline size-3.5!" />
          <span className="sr-only"> (opens in a new tab)</span>
        </>
      )}
    </a>
  )
}

/** A piece of a text: words, or an address that becomes a link. */
interface Piece {
  text: string
  href: string | null
  /** The host to show if the address doesn't plainly begin with it. */
  host: string | null
}

const telephone = /^\+?[\d() -]{5,24}\d/

// Only the schemes named here become links. `javascript:` and all others stay text.
const finder = new LinkifyIt({ fuzzyLink: true, fuzzyEmail: true, fuzzyIP: false })
  .add('ftp:', null)
  .add('//', null)
  .add('tel:', { validate: (text, at) => telephone.exec(text.slice(at))?.[0].length ?? 0 })

const followed = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** Returns the pieces of a text. Only http, https, mailto and tel become links. */
export const piecesOf = (text: string): Piece[] => {
  const pieces: Piece[] = []
  let at = 0
  for (const { index, lastIndex, raw, url, schema } of finder.match(text) ?? []) {
    // An address without a scheme gets https.
    const parsed = URL.parse(schema === '' && url.startsWith('http:') ? `https${url.slice(4)}` : url)
    if (!parsed || !followed.has(parsed.protocol)) continue
    if (index > at) pieces.push({ text: text.slice(at, index), href: null, host: null })
    pieces.push({ text: raw, href: parsed.href, host: isPlain(raw, parsed) ? null : parsed.hostname })
    at = lastIndex
  }
  if (at < text.length) pieces.push({ text: text.slice(at), href: null, host: null })
  return pieces
}

// `https://bank.example@evil.example`, and letters that only look Latin, lead to another host than they seem to.
const isPlain = (raw: string, { protocol, hostname }: URL) => {
  if (protocol === 'mailto:' || protocol === 'tel:') return true
  const words = raw.toLowerCase().replace(/^https?:\/\//, '')
  return words.startsWith(hostname) && /^([/?#:]|$)/.test(words.slice(hostname.length))
}

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
