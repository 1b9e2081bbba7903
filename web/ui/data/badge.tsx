import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { type Tone, toneIcon, toneTint } from '../tone.ts'

export interface BadgeProps {
  tone?: Tone
  /** Leaves the icon out: for words such as "New" that are no status. */
  plain?: boolean
  /** Another icon than the tone's own. */
  icon?: ReactNode
  children: ReactNode
}

/** A word about how something stands: icon, word and tint. */
export const Badge = ({ tone = 'neutral', plain = false, icon, children }: BadgeProps) => {
  const Icon = toneIcon[tone]
  return (
    <span
      className={classes(
        'inline-flex items-center gap-1.25 rounded-full px-2.5 py-px text-xs leading-5.5 font-semibold whitespace-nowrap [&_.lucide]:size-3.5',
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
      'figures inline-grid h-5.5 min-w-5.5 place-items-center rounded-full px-1.5 text-xs font-semibold',
      toneTint[tone],
    )}
  >
    {children}
  </span>
)
