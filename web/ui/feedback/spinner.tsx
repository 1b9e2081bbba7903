import { LoaderCircle } from 'lucide-react'
import { classes } from '../classes.ts'

/** A spinner with words, which are always read out, and shown unless `hideWords`. */
export const Spinner = ({ words, hideWords = false }: { words: string; hideWords?: boolean }) => (
  <div role="status" className="flex items-center justify-center gap-2.5 py-10 text-ink-soft">
    <LoaderCircle className="animate-spin" />
    <span className={classes(hideWords && 'sr-only')}>{words}</span>
  </div>
)
