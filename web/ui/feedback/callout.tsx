import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { type Tone, toneIcon, toneText } from '../tone.ts'

export interface CalloutProps {
  tone?: Tone | 'brass'
  title: ReactNode
  /** At the end of the title: a badge. */
  aside?: ReactNode
  icon?: ReactNode
  children?: ReactNode
  /** Below the words: buttons. */
  actions?: ReactNode
  /** Read out when it appears: `alert` at once, `status` when there is a pause. */
  announce?: 'alert' | 'status'
}

const tints = {
  ok: 'bg-ok-tint border-ok/35',
  warn: 'bg-warn-tint border-warn/35',
  stop: 'bg-stop-tint border-stop/35',
  info: 'bg-info-tint border-info/35',
  neutral: 'bg-sunken border-line',
  over: 'bg-sunken border-line',
  brass: 'bg-brass-tint border-[color-mix(in_oklch,var(--brass)_45%,transparent)]',
}

/** A few words that stand out from the page: a result, a warning, a tip. */
export const Callout = ({ tone = 'info', title, aside, icon, children, actions, announce }: CalloutProps) => {
  const Icon = toneIcon[tone === 'brass' ? 'info' : tone]
  return (
    <div role={announce} className={classes('flex gap-3 rounded-xl border px-4 py-3.5', tints[tone])}>
      <span className={classes('mt-0.5', tone === 'brass' ? 'text-brass' : toneText[tone])}>
        {icon ?? <Icon />}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="font-semibold">{title}</p>
          {aside}
        </div>
        {children && (
          <div className="mt-1 text-[0.875rem] leading-normal whitespace-pre-line">{children}</div>
        )}
        {actions && <div className="mt-3 flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </div>
  )
}

/** The error of a form as a whole. Shows nothing if there is none. */
export const FormFault = ({ children }: { children: string | undefined }) => (
  <div role="alert" className="empty:absolute">
    {children !== undefined && (
      <div className="flex gap-3 rounded-xl border border-stop/35 bg-stop-tint px-4 py-3 font-medium text-stop">
        <CircleAlert className="mt-0.5 flex-none" />
        <span className="min-w-0 wrap-anywhere">{children}</span>
      </div>
    )}
  </div>
)
