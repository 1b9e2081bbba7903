import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { type RefObject, useEffect, useRef } from 'react'
import { isForPage } from '#web/platform/shortcuts.ts'
import { classes } from '../classes.ts'
import {
  dismissToast,
  newestOf,
  type ShownToast,
  type ToastVariant,
  toastClass,
  toastTime,
  useToasts,
} from './toast.ts'

export const ToasterView = () => {
  const list = useRoomBelow()
  const toasts = useToasts()
  const newest = newestOf(toasts)
  useShortcutOf(list)
  return (
    <Radix.Provider duration={toastTime} swipeDirection="right" label="Notification">
      {toasts.map((shown) => (
        <ToastCard key={shown.id} shown={shown} isNewest={shown === newest} />
      ))}
      <Radix.Viewport
        ref={list}
        label="Notifications ({hotkey})"
        data-print="hide"
        className={`${toastClass} grid gap-2.5`}
      />
    </Radix.Provider>
  )
}

/**
 * Sets `--toasts` to the bottom edge of the toasts in pixels, so that on a phone they cover neither the Close of a
 * dialog nor a notice.
 */
const useRoomBelow = () => {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const element = list.current
    if (!element) return
    const { style } = document.documentElement
    const watch = new ResizeObserver(() => {
      const { bottom, height } = element.getBoundingClientRect()
      style.setProperty('--toasts', `${height === 0 ? 0 : bottom}px`)
    })
    watch.observe(element)
    return () => {
      watch.disconnect()
      style.removeProperty('--toasts')
    }
  }, [])
  return list
}

/** A key presses the action of the newest toast, if that declares it. A key that is held down presses nothing. */
const useShortcutOf = (list: RefObject<HTMLOListElement | null>) => {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.repeat || !isForPage(event)) return
      const action = list.current?.querySelector<HTMLElement>('[aria-keyshortcuts]')
      if (action?.getAttribute('aria-keyshortcuts') !== event.key.toLowerCase()) return
      event.preventDefault()
      action.click()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [list])
}

const icons = {
  default: null,
  destructive: <CircleAlert />,
  error: <CircleAlert />,
  info: <Info />,
  success: <CircleCheck />,
  warning: <TriangleAlert />,
}

const variants: Record<ToastVariant, string> = {
  default: 'border-line',
  info: 'border-info/40 [&>.lucide]:text-info',
  success: 'border-ok/40 [&>.lucide]:text-ok',
  warning: 'border-warn/40 [&>.lucide]:text-warn',
  error: 'border-stop/50 [&>.lucide]:text-stop',
  destructive: 'border-stop bg-stop! text-surface',
}

const isUrgent = (variant: ToastVariant) => variant === 'destructive' || variant === 'error'

interface ToastCardProps {
  shown: ShownToast
  isNewest: boolean
}

const ToastCard = ({
  shown: { id, title, description, variant = 'default', action, duration = toastTime, isOpen },
  isNewest,
}: ToastCardProps) => (
  <Radix.Root
    open={isOpen}
    duration={duration}
    onOpenChange={(open) => open || dismissToast(id)}
    type={isUrgent(variant) ? 'foreground' : 'background'}
    className={classes(
      'flex gap-3 rounded-xl border bg-surface py-3.5 pr-2 pl-4 shadow-2',
      'data-[state=closed]:animate-toast-out data-[state=open]:animate-toast-in data-[swipe=end]:animate-toast-swiped',
      'data-[swipe=cancel]:translate-x-0 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) [&>.lucide]:mt-0.5',
      description || action ? 'items-start' : 'items-center [&>.lucide]:mt-0',
      variants[variant],
    )}
  >
    {icons[variant]}
    <div className="min-w-0 flex-1">
      <Radix.Title className="font-semibold">{title}</Radix.Title>
      {description && <Radix.Description className="text-sm text-pretty">{description}</Radix.Description>}
      {action && (
        <Radix.Action
          altText={action.label}
          onClick={action.onPress}
          aria-keyshortcuts={isNewest ? action.shortcut : undefined}
          data-toast-action
          className="mt-1.5 min-h-6 text-sm font-semibold underline underline-offset-3 touch:min-h-11"
        >
          {action.label}
        </Radix.Action>
      )}
    </div>
    <Radix.Close
      aria-label="Close"
      className="-my-1 grid size-8 flex-none place-items-center rounded-md opacity-70 hover:opacity-100 touch:size-11"
    >
      <X className="size-4!" />
    </Radix.Close>
  </Radix.Root>
)
