import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { type Tone, toneIcon, toneTint } from '../tone.ts'

export interface BadgeProps {
  tone?: Tone
  /** Leaves out the icon, for words such as "New" that are not a status. */
  plain?: boolean
  /** Replaces the icon of `tone`. */
  icon?: ReactNode
  children: ReactNode
}

/** A status: an icon and a word on a tint. */
export const Badge = ({ tone = 'neutral', plain = false, icon, children }: BadgeProps) => {
  const Icon = toneIcon[tone]
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.25 rounded-full px-2.5 py-px text-xs leading-5.5 font-semibold whitespace-nowrap max-sm:whitespace-normal large-text:leading-snug [&_.lucide]:size-3.5',
        toneTint[tone],
      )}
    >
      {icon ?? (!plain && <Icon />)}
      {children}
    </span>
  )
}

/** A small number beside a name. */
export const Count = ({ tone = 'neutral', children }: { tone?: Tone; children: number }) => (
  <span
    className={classes(
      'figures inline-grid min-h-5.5 min-w-5.5 place-items-center rounded-full px-1.5 text-xs font-semibold',
      toneTint[tone],
    )}
  >
    {children}
  </span>
)
