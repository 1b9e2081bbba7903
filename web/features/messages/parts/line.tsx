import { Check, CheckCheck, CloudOff } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { Contact } from '#contract/messages.ts'
import { dateTimeText, timeText } from '#web/platform/clock.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Avatar } from '#web/ui/data/avatar.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import type { Outgoing } from '../outbox.ts'
import type { TalkRow } from '../rows.ts'
import { SentAlong } from './attachments.tsx'
import { Words } from './words.tsx'

export interface LineProps {
  row: TalkRow
  contact: Contact
  isLast: boolean
  /** The contact's, and whose side the other is. */
  names: { contact: string; other: string }
  onAgain: (key: string) => void
  onDrop: (key: string) => void
}

/** One message, with the day above it where it is the first of that day. */
export const Line = memo(({ row, contact, isLast, names, onAgain, onDrop }: LineProps) => {
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
          <Words>{row.said?.content ?? row.outgoing?.content ?? ''}</Words>
          <SentAlong row={row} />
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

/** The time, with the whole date on hover and for whoever listens. */
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

interface OnItsWayProps extends Pick<LineProps, 'onAgain' | 'onDrop'> {
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
