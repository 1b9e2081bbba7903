import { CircleUserRound, Landmark, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Move, WhoseMove } from '#contract/cases.ts'
import { dateText } from '#web/platform/clock.ts'
import { classes } from '#web/ui/classes.ts'
import { Ago } from '#web/ui/data/ago.tsx'

interface BallProps {
  move: Move
  /** "Your move": as the reader sees it. */
  words: string
  /** Whether the reader is the one who has to do something. */
  isMine: boolean
  /** Where the step is taken. */
  action?: ReactNode
}

const icons: Record<WhoseMove, typeof Landmark> = {
  client: CircleUserRound,
  firm: Landmark,
  third_party: UsersRound,
}

/** Who has the ball: whose move it is, since when, and what comes next. */
export const Ball = ({ move: { whose, nextStep, since }, words, isMine, action }: BallProps) => {
  const Icon = icons[whose]
  return (
    <div
      className={classes(
        'flex gap-3.5 rounded-xl border px-4 py-3.5',
        isMine
          ? 'border-[color-mix(in_oklch,var(--brass)_45%,transparent)] bg-brass-tint'
          : 'border-line bg-sunken',
      )}
    >
      <span
        className={classes(
          'grid size-10 flex-none place-items-center rounded-full',
          isMine ? 'bg-brand text-on-brand' : 'bg-brand-tint text-brand',
        )}
      >
        <Icon />
      </span>
      <div className="grid min-w-0 gap-0.5">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-semibold wrap-anywhere">{words}</span>
          <span className="text-sm text-ink-soft">
            since {dateText(since)} · <Ago at={since} />
          </span>
        </p>
        <p className="serif text-lg leading-snug wrap-anywhere">
          <span className="sr-only">Next step: </span>
          {nextStep}
        </p>
        {action && <div className="mt-2 flex flex-wrap gap-2">{action}</div>}
      </div>
    </div>
  )
}
