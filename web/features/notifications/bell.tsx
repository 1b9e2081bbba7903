import { Bell as BellIcon } from 'lucide-react'
import { ScrollArea as Radix } from 'radix-ui'
import { type ReactElement, type ReactNode, type Ref, useState } from 'react'
import { Link } from 'react-router'
import { pages } from '#contract/kit/pages.ts'
import { pageNonce } from '#web/platform/page-head.ts'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Count } from '#web/ui/data/badge.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import { Sheet } from '#web/ui/overlays/sheet.tsx'
import { useUnread } from './hooks.ts'
import { NotificationList } from './parts/notification-list.tsx'

/** The bell of the phone's header: an icon with the number of what is unread. */
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
    <Sheet title="Notifications" side="right" open={isOpen} onOpenChange={setOpen} trigger={trigger}>
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
  /** What scrolls, read out: the area takes focus so that the keyboard can scroll it. */
  label: string
  /** Its height comes from here, such as "h-80" or "flex-1 min-h-0". */
  className?: string
  /** The element that scrolls, to move it by hand. */
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
