import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { Contact } from '#contract/messages.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { keepEnd } from '#web/ui/layout/autoscroll.ts'
import type { useConversation } from '../hooks.tsx'
import type { MessageRow } from './message.tsx'
import { MessageLine, type MessageLineProps } from './message.tsx'

interface TimelineProps extends Pick<MessageLineProps, 'names' | 'onAgain' | 'onDrop'> {
  rows: MessageRow[]
  contact: Contact
  history: Pick<ReturnType<typeof useConversation>, 'isWhole' | 'older'>
}

/** Pixels from the newest line within which the list keeps scrolling along. */
const near = 120
/** Fetches older messages when fewer lines than this are left above. */
const soon = 12

/** A conversation of any length. Renders only visible lines, and older ones don't move what is being read. */
export const Timeline = ({ rows, contact, history: { isWhole, older }, ...line }: TimelineProps) => {
  const { scroller, content, virtual, items } = useTimelineScroll(rows, { isWhole, older })
  return (
    <div className="relative grid min-h-0 grid-rows-[minmax(0,1fr)] bg-paper">
      <div
        ref={scroller}
        role="region"
        aria-label="Messages"
        // Focusable, so that the keyboard can scroll it.
        tabIndex={0}
        className="overflow-y-auto overscroll-contain -outline-offset-2 [overflow-anchor:none]"
      >
        <div ref={content} className="flex min-h-full flex-col justify-end">
          {rows.length === 0 && (
            <div className="my-auto">
              <Empty title={`Write to ${contact.firstName}`}>
                {contact.canWrite
                  ? 'No messages yet. Send one to start the conversation.'
                  : 'No messages yet.'}
              </Empty>
            </div>
          )}
          <ol className="relative w-full flex-none" style={{ height: virtual.getTotalSize() }}>
            {items.map(({ key, index, start }) => {
              const row = rows[index]
              return (
                row && (
                  <li
                    key={key}
                    ref={virtual.measureElement}
                    data-index={index}
                    aria-setsize={isWhole ? rows.length : -1}
                    aria-posinset={index + 1}
                    className="absolute inset-x-0 top-0 px-3.5 md:px-5"
                    style={{ transform: `translateY(${start}px)` }}
                  >
                    <MessageLine row={row} contact={contact} isLast={index === rows.length - 1} {...line} />
                  </li>
                )
              )
            })}
          </ol>
        </div>
      </div>
      <HistoryNote older={older} />
      {rows.length > 0 && virtual.getDistanceFromEnd() > 600 && (
        <div className="absolute right-4 bottom-3">
          <Button size="small" icon={<ArrowDown />} onClick={() => virtual.scrollToEnd()}>
            Newest
          </Button>
        </div>
      )}
    </div>
  )
}

/** Stays at the newest line while the user is there, and fetches what is older when they come near its end. */
const useTimelineScroll = (rows: MessageRow[], { isWhole, older }: TimelineProps['history']) => {
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 76,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    paddingStart: 12,
    paddingEnd: 8,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: near,
  })
  const items = virtual.getVirtualItems()
  const toEnd = useEffectEvent(() => virtual.scrollToEnd())
  useLayoutEffect(() => toEnd(), [])
  const content = useRef<HTMLDivElement>(null)
  useEffect(
    () =>
      scroller.current && content.current
        ? keepEnd(scroller.current, [scroller.current, content.current])
        : undefined,
    [],
  )
  const written = rows.at(-1)?.outgoing?.key
  useEffect(() => {
    // The user wants to see their own message, wherever they have scrolled.
    if (written !== undefined) toEnd()
  }, [written])
  const isOlderNear = (items[0]?.index ?? soon) < soon && rows.length > 0
  const fetchOlder = useEffectEvent(() => older.mutate())
  useEffect(() => {
    if (isOlderNear && !isWhole && !older.isPending && !older.isError) fetchOlder()
  }, [isOlderNear, isWhole, older.isPending, older.isError, rows.length])
  return { scroller, content, virtual, items }
}

const HistoryNote = ({ older }: Pick<TimelineProps['history'], 'older'>) =>
  (older.isPending || older.isError) && (
    <div className="pointer-events-none absolute inset-x-0 top-2 grid justify-items-center">
      <p
        role="status"
        className="pointer-events-auto flex items-center gap-2 rounded-full border border-line bg-surface px-3.5 py-1 text-xs text-ink-soft shadow-1"
      >
        {older.isPending ? 'Loading older messages…' : "Older messages couldn't be loaded."}
        {older.isError && (
          <Button variant="link" onClick={() => older.mutate()}>
            Try again
          </Button>
        )}
      </p>
    </div>
  )
