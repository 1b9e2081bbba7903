import { Check, RotateCcw } from 'lucide-react'
import { classes } from '../classes.ts'

export type DotState = 'open' | 'begun' | 'waiting' | 'done' | 'again'

export interface DotProps {
  state: DotState
  /** Read out. Leave it out if the same word is beside the mark. */
  words?: string | undefined
}

/** The round mark before a task: open, begun, sent and waiting, done, or wanted again. */
export const Dot = ({ state, words }: DotProps) => (
  <span
    data-print="exact"
    {...(words === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': words })}
    className={classes(
      'grid size-5.5 flex-none place-items-center rounded-full border-[1.5px] text-surface',
      rings[state],
    )}
  >
    {(state === 'done' || state === 'waiting') && <Check className="size-3.5! stroke-[2.5]!" />}
    {state === 'again' && <RotateCcw className="size-3! stroke-[2.5]!" />}
    {state === 'begun' && <span className="size-2 rounded-full bg-brand" />}
  </span>
)

const rings: Record<DotState, string> = {
  open: 'border-edge',
  begun: 'border-edge',
  waiting: 'border-info bg-info',
  done: 'border-ok bg-ok',
  again: 'border-warn bg-warn',
}
