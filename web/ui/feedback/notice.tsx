import { CircleAlert, CircleCheck } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { createEmitter } from '#web/platform/emitter.ts'
import { classes } from '../classes.ts'

export interface NoticeWords {
  title: string
  description?: string
  variant?: 'success' | 'error'
}

const noticeTime = 5_000

let shown: NoticeWords | undefined
let timer: ReturnType<typeof setTimeout> | undefined
const changes = createEmitter()

/** Shows a notice at the top for five seconds after something was finished. A newer notice replaces it. */
export const notice = (words: NoticeWords) => {
  clearTimeout(timer)
  show(words)
  timer = setTimeout(clearNotice, noticeTime)
}

export const clearNotice = () => show(undefined)

const show = (words: NoticeWords | undefined) => {
  shown = words
  changes.emit()
}

const current = () => shown

/**
 * Where notices appear. Mounted once, around all pages. On a phone, toasts appear at the top too, and stay above
 * notices.
 */
export const Notices = () => {
  const words = useSyncExternalStore(changes.subscribe, current, current)
  return (
    <div
      role="status"
      // Repeats what the role implies, because an open dialog hides elements without `aria-live` from screen readers.
      aria-live="polite"
      aria-label="Notice"
      className="pointer-events-none fixed inset-x-4 top-4 z-60 mx-auto max-w-120 max-md:top-[max(5.75rem,calc(var(--toasts,0px)+0.5rem))]"
    >
      {words && <NoticeCard {...words} />}
    </div>
  )
}

const NoticeCard = ({ title, description, variant = 'success' }: NoticeWords) => (
  <div
    className={classes(
      'pointer-events-auto flex animate-rise-in items-start gap-3 rounded-xl border bg-surface px-4 py-3.5 shadow-2',
      variant === 'success' ? 'border-ok/40' : 'border-stop/50',
    )}
  >
    {variant === 'success' ? (
      <CircleCheck className="mt-0.5 text-ok" />
    ) : (
      <CircleAlert className="mt-0.5 text-stop" />
    )}
    <div>
      <p className="font-semibold">{title}</p>
      {description && <p className="text-sm text-ink-soft">{description}</p>}
    </div>
  </div>
)
