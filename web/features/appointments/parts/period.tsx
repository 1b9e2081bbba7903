import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'

interface PeriodProps {
  /** "November 2026" */
  title: string
  noun: 'month' | 'week'
  onStep: (by: -1 | 1) => void
  onToday?: () => void
}

/** What is shown, and the way to what comes before and after. */
export const Period = ({ title, noun, onStep, onToday }: PeriodProps) => (
  <div className="flex items-center gap-1">
    <IconButton
      label={`Previous ${noun}`}
      icon={<ChevronLeft />}
      onClick={() => onStep(-1)}
      data-print="hide"
    />
    <h3 aria-live="polite" className="min-w-0 flex-1 text-center text-lg font-semibold sm:flex-none sm:px-2">
      {title}
    </h3>
    <IconButton label={`Next ${noun}`} icon={<ChevronRight />} onClick={() => onStep(1)} data-print="hide" />
    {onToday && (
      <Button size="small" className="ml-1" data-print="hide" onClick={onToday}>
        Today
      </Button>
    )}
  </div>
)
