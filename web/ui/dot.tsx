import { Check } from 'lucide-react'
import { classes } from './classes.ts'

/** The round mark before a thing to do: empty, begun, or done. Its words are read out. */
export const Dot = ({ state, words }: { state: 'open' | 'begun' | 'done'; words: string }) => (
  <span
    role="img"
    aria-label={words}
    className={classes(
      'grid size-5.5 flex-none place-items-center rounded-full border-[1.5px] text-surface',
      state === 'done' ? 'border-ok bg-ok' : 'border-line',
    )}
  >
    {state === 'done' && <Check className="size-3.5! stroke-[2.5]!" />}
    {state === 'begun' && <span className="size-2 rounded-full bg-brand" />}
  </span>
)
