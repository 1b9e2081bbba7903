import { Link } from 'react-router'
import { ownPath } from '#contract/kit/pages.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ReachUs } from '#web/ui/actions/reach-us.tsx'
import { classes } from '#web/ui/classes.ts'
import { Ago } from '#web/ui/data/ago.tsx'
import { ShowOlder } from '#web/ui/data/show-older.tsx'
import { Callout } from '#web/ui/feedback/callout.tsx'
import { Empty } from '#web/ui/feedback/empty.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/feedback/skeleton.tsx'
import { useMarkRead, useNotifications } from '../hooks.ts'

/** `close` is called when a notification leads somewhere. */
export const NotificationList = ({ close }: { close: () => void }) => {
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
        <ReachUs />
      </div>
    )
  if (!list) return <Loading />
  if (list.length === 0)
    return (
      <Empty title="No notifications yet">When something changes in your matter, we'll tell you here.</Empty>
    )
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
      <p className="text-sm wrap-anywhere text-ink-soft">{body}</p>
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
