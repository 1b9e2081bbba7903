import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { ScrollArea as Radix } from 'radix-ui'
import { type ReactElement, type ReactNode, type Ref, useState } from 'react'
import { Link } from 'react-router'
import { ownPath, pages } from '#contract/kit/pages.ts'
import { type Notification, notifications } from '#contract/notifications/notifications.ts'
import { pagesOf } from '#web/platform/lists.ts'
import { pageNonce } from '#web/platform/page-head.ts'
import { query, useCommand } from '#web/platform/queries.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { FirmContactLine } from '#web/ui/actions/link.tsx'
import { classes } from '#web/ui/classes.ts'
import { Ago } from '#web/ui/data/ago.tsx'
import { Count } from '#web/ui/data/badge.tsx'
import { ShowOlder } from '#web/ui/data/show-older.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { Sheet } from '#web/ui/overlays/dialog.tsx'

/** The bell of the phone's header, with the number of unread notifications. */
export const Bell = () => {
  const unread = useUnread()
  return (
    <NotificationSheet trigger={<IconButton label={labelOf(unread)} count={unread} icon={<BellIcon />} />} />
  )
}

/** The same as an entry of the sidebar, with its name. */
export const BellEntry = ({ className }: { className: string }) => {
  const unread = useUnread()
  return (
    <NotificationSheet
      trigger={
        <button type="button" className={className}>
          <BellIcon />
          <span className="flex-1 text-left">Notifications</span>
          {unread > 0 && (
            <>
              <Count tone="info">{unread}</Count>
              <VisuallyHidden>unread</VisuallyHidden>
            </>
          )}
        </button>
      }
    />
  )
}

const labelOf = (unread: number) => (unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`)

const choicesPath = `${pages.settings}?tab=notifications`
const linkClass =
  'inline-flex min-h-6 items-center font-semibold text-brand underline underline-offset-3 touch:min-h-11'

const NotificationSheet = ({ trigger }: { trigger: ReactElement }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <Sheet
      title="Notifications"
      side="right"
      isPrinted={false}
      open={isOpen}
      onOpenChange={setOpen}
      trigger={trigger}
    >
      <ScrollArea label="Your notifications" className="-mx-5 min-h-0 flex-1">
        <div className="px-5">
          <NotificationList close={() => setOpen(false)} />
        </div>
      </ScrollArea>
      <p className="-mx-5 border-t border-line px-5 pt-4 text-sm">
        <Link to={choicesPath} onClick={() => setOpen(false)} className={linkClass}>
          Notification settings
        </Link>
      </p>
    </Sheet>
  )
}

interface ScrollAreaProps {
  /** Label for screen readers: the area takes the focus, so that the keyboard can scroll it. */
  label: string
  /** Sets the height, such as "h-80" or "flex-1 min-h-0". */
  className?: string
  /** The element that scrolls, for scrolling it from code. */
  viewport?: Ref<HTMLDivElement>
  children: ReactNode
}

/** Scrolls inside its own box, with a thin bar that hides after 600 ms. */
const ScrollArea = ({ label, className, viewport, children }: ScrollAreaProps) => (
  <Radix.Root type="scroll" scrollHideDelay={600} className={classes('overflow-hidden', className)}>
    <Radix.Viewport
      ref={viewport}
      role="region"
      aria-label={label}
      tabIndex={0}
      nonce={pageNonce()}
      className="size-full rounded-[inherit] -outline-offset-2"
    >
      {children}
    </Radix.Viewport>
    <Radix.Scrollbar orientation="vertical" className="flex w-2 touch-none p-px select-none">
      <Radix.Thumb className="flex-1 rounded-full bg-edge" />
    </Radix.Scrollbar>
  </Radix.Root>
)

/** `close` is called when a notification leads somewhere. */
const NotificationList = ({ close }: { close: () => void }) => {
  const { list, hasUnread, error, refetch, ...older } = useNotifications()
  const markRead = useMarkRead()

  if (!list && error)
    return (
      <div className="grid gap-4">
        <Callout
          tone="stop"
          title={error.message}
          announce="alert"
          actions={<Button onClick={() => void refetch()}>Try again</Button>}
        />
        <FirmContactLine />
      </div>
    )
  if (!list) return <Loading />
  if (list.length === 0)
    return <Empty title="No notifications yet">When something changes, we'll tell you here.</Empty>
  return (
    <div className="grid gap-3">
      {hasUnread && (
        <div>
          <Button size="small" busy={markRead.isPending} onClick={() => markRead.mutate({})}>
            Mark all as read
          </Button>
        </div>
      )}
      {markRead.error && <Callout tone="stop" title={markRead.error.message} announce="alert" />}
      <ul className="-mx-5 divide-y divide-line border-y border-line">
        {list.map((notification) => (
          <li key={notification.id}>
            <Entry
              notification={notification}
              read={() => markRead.mutate({ ids: [notification.id] })}
              close={close}
            />
          </li>
        ))}
      </ul>
      <ShowOlder list={older} things="notifications" />
    </div>
  )
}

interface EntryProps {
  notification: Notification
  read: () => void
  close: () => void
}

const Entry = ({ notification: { title, body, link, isRead, createdAt }, read, close }: EntryProps) => {
  const follow = () => {
    if (!isRead) read()
    close()
  }
  return (
    <div className={classes('grid gap-1 px-5 py-4', !isRead && 'bg-info-tint')}>
      <p className={classes('flex items-start gap-2', !isRead && 'font-semibold')}>
        <span className="min-w-0 flex-1 wrap-anywhere">{title}</span>
        {!isRead && <span className="text-xs leading-5.5 font-semibold text-info">Unread</span>}
      </p>
      <p className="text-sm wrap-anywhere whitespace-pre-line text-ink-soft">{body}</p>
      <p className="flex flex-wrap items-center gap-x-4 text-sm text-ink-soft">
        <Ago at={createdAt} />
        {link && (
          <Link to={ownPath(link)} onClick={follow} className={actionClass}>
            Open<span className="sr-only">: {title}</span>
          </Link>
        )}
        {!isRead && (
          <button type="button" onClick={read} className={actionClass}>
            Mark as read<span className="sr-only">: {title}</span>
          </button>
        )}
      </p>
    </div>
  )
}

const actionClass =
  'inline-flex min-h-6 items-center font-semibold text-brand underline underline-offset-3 touch:min-h-11'

const Loading = () => (
  <SkeletonGroup words="Loading your notifications">
    {[0, 1, 2].map((row) => (
      <div key={row} className="grid gap-2">
        <Skeleton className="h-4 w-1/2" />
        <Skeleton className="h-4 w-full" />
      </div>
    ))}
  </SkeletonGroup>
)

/** Returns how many notifications are unread, counting the newest page only. The bell says 99+ long before that. */
const useUnread = () => {
  const { data } = useQuery(query(notifications.list, {}))
  return data?.filter(({ isRead }) => !isRead).length ?? 0
}

/** Returns the user's notifications, newest first, page by page. */
const useNotifications = () => {
  const { data: list, ...rest } = useInfiniteQuery(pagesOf(notifications.list))
  return { list, hasUnread: list?.some(({ isRead }) => !isRead) ?? false, ...rest }
}

const useMarkRead = () => useCommand(notifications.markRead, { refreshes: [notifications.list] })
