import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { dayWords, longWeekday, plusDays, plusMonths, shortWeekday, weekOf } from '#web/platform/days.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { classes } from '#web/ui/classes.ts'

interface DayCell {
  /** What is in the day, read out after its date. */
  words: string
  content?: ReactNode
  /** It can be reached and read, but not chosen. */
  isClosed?: boolean
}

interface DayGridProps {
  label: string
  weeks: readonly (readonly string[])[]
  /** The one day that Tab reaches; arrows move it, out of these weeks too. */
  anchor: string
  onAnchor: (day: string) => void
  chosen: string | null
  onChoose: (day: string) => void
  today: string
  cell: (day: string) => DayCell
  /** Days of other months are paler. */
  month?: string
  /** `small` chooses a day; `large` shows what is in it. */
  size: 'small' | 'large' | 'tall'
}

/** Weeks of days after the ARIA grid pattern: arrows, Home and End, Page Up and Down, with Shift for years. */
export const DayGrid = ({ label, weeks, anchor, onAnchor, size, ...rest }: DayGridProps) => {
  const table = useRef<HTMLTableElement>(null)
  const hasMoved = useRef(false)
  useEffect(() => {
    if (!hasMoved.current) return
    hasMoved.current = false
    table.current?.querySelector<HTMLElement>(`[data-day="${anchor}"]`)?.focus()
  }, [anchor])
  const moveByKey = (event: KeyboardEvent) => {
    const to = dayAfterKey(event, anchor)
    if (to === null) return
    event.preventDefault()
    hasMoved.current = true
    onAnchor(to)
  }
  return (
    // A table whose cells the arrows reach is a grid (ARIA authoring practices).
    <table ref={table} role="grid" aria-label={label} className="w-full table-fixed border-collapse">
      <thead>
        <tr>
          {weekOf(anchor).map((day) => (
            <th key={day} scope="col" abbr={longWeekday(day)} className={headClass}>
              <span aria-hidden>{shortWeekday(day)}</span>
              <span className="sr-only">{longWeekday(day)}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody onKeyDown={moveByKey}>
        {weeks.map((week) => (
          <tr key={week[0]}>
            {week.map((day) => (
              <Day key={day} {...rest} day={day} isAnchor={day === anchor} onAnchor={onAnchor} size={size} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const headClass = 'py-1.5 text-center text-xs font-semibold text-ink-soft'

const dayAfterKey = ({ key, shiftKey }: KeyboardEvent, day: string) => {
  const week = weekOf(day)
  const moves: Record<string, () => string | undefined> = {
    ArrowLeft: () => plusDays(day, -1),
    ArrowRight: () => plusDays(day, 1),
    ArrowUp: () => plusDays(day, -7),
    ArrowDown: () => plusDays(day, 7),
    Home: () => week[0],
    End: () => week[6],
    PageUp: () => plusMonths(day, shiftKey ? -12 : -1),
    PageDown: () => plusMonths(day, shiftKey ? 12 : 1),
  }
  return moves[key]?.() ?? null
}

interface DayProps
  extends Pick<DayGridProps, 'chosen' | 'onChoose' | 'onAnchor' | 'today' | 'cell' | 'month' | 'size'> {
  day: string
  isAnchor: boolean
}

const Day = ({ day, isAnchor, chosen, onChoose, onAnchor, today, cell, month, size }: DayProps) => {
  const { words, content, isClosed = false } = cell(day)
  const isChosen = day === chosen
  const isToday = day === today
  const isElsewhere = month !== undefined && !day.startsWith(month)
  const choose = () => {
    onAnchor(day)
    if (!isClosed) onChoose(day)
  }
  return (
    <td
      aria-selected={isChosen}
      className={classes('p-0.5 align-top', size !== 'small' && 'sm:border sm:border-line sm:p-0')}
    >
      <button
        type="button"
        data-day={day}
        tabIndex={isAnchor ? 0 : -1}
        aria-disabled={isClosed || undefined}
        aria-current={isToday ? 'date' : undefined}
        onClick={choose}
        className={classes(
          cellClasses[size],
          isChosen ? chosenClass[size] : isClosed ? closedClass : openClass[size],
        )}
      >
        <span className="sr-only">{[dayWords(day), words].filter(Boolean).join(', ')}</span>
        <span
          aria-hidden
          className={classes(
            'figures grid size-7 place-items-center rounded-full text-sm font-semibold',
            isToday && !isChosen && 'text-brand ring-1 ring-brand ring-inset',
            isChosen && size !== 'small' && 'bg-brand text-on-brand',
            isElsewhere && !isChosen && 'font-normal text-ink-soft',
          )}
        >
          {Number(day.slice(8))}
        </span>
        {content}
      </button>
    </td>
  )
}

const phoneCell = 'flex w-full flex-col items-center gap-0.5 rounded-lg py-1 focus-visible:relative'
const cellClasses = {
  small: 'grid h-10 w-full place-items-center rounded-lg touch:h-11',
  large: `${phoneCell} min-h-12 sm:min-h-26 sm:items-stretch sm:rounded-none sm:p-1.5`,
  tall: `${phoneCell} min-h-12 sm:min-h-64 sm:items-stretch sm:rounded-none sm:p-1.5`,
}
const chosenClass = {
  small: 'bg-brand text-on-brand',
  large: 'bg-brand-tint',
  tall: 'bg-brand-tint',
}
const openClass = {
  small: 'bg-brand-tint hover:bg-sunken',
  large: 'hover:bg-sunken',
  tall: 'hover:bg-sunken',
}
const closedClass = 'cursor-not-allowed text-ink-soft [&>[aria-hidden]]:font-normal'

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
