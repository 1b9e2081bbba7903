import { ChevronLeft, ChevronRight } from 'lucide-react'
import { createContext, type ReactNode, use, useEffect, useRef } from 'react'
import { type DayButtonProps, DayPicker, type DayProps } from 'react-day-picker'
import { dayWords, longWeekday, shortWeekday, weekOf } from '#web/platform/days.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { IconButton } from '#web/ui/actions/icon-button.tsx'
import { classes } from '#web/ui/classes.ts'

interface DayCell {
  /** The content of the day in words, read out after its date. */
  words: string
  content?: ReactNode
  /** It can be reached and read, but not chosen. */
  isClosed?: boolean
}

interface DayGridProps {
  label: string
  /** The one day in the tab order. Its month or week is shown. Arrow keys move it, also beyond the weeks shown. */
  anchor: string
  onAnchor: (day: string) => void
  chosen: string | null
  onChoose: (day: string) => void
  today: string
  /** Earlier days cannot be reached at all. */
  first?: string
  cell: (day: string) => DayCell
  isWeek?: boolean
  /** `small` is for choosing a day. `large` and `tall` show what is in it. */
  size: 'small' | 'large' | 'tall'
}

/** Props that each day needs. React Day Picker's own parts take no props of ours. */
const Grid = createContext<Pick<DayGridProps, 'anchor' | 'cell' | 'size' | 'isWeek'> | null>(null)

/**
 * Weeks of days after the ARIA grid pattern: arrows, Home and End, Page Up and Page Down, and with Shift whole years.
 */
export const DayGrid = ({
  label,
  anchor,
  onAnchor,
  chosen,
  onChoose,
  today,
  first,
  ...rest
}: DayGridProps) => {
  const choose = (date: Date) => {
    const day = dayOf(date)
    onAnchor(day)
    if (!rest.cell(day).isClosed) onChoose(day)
  }
  return (
    <Grid value={{ anchor, ...rest }}>
      <DayPicker
        mode="single"
        required
        selected={chosen ? dateOf(chosen) : undefined}
        onSelect={choose}
        month={dateOf(anchor)}
        onMonthChange={(month) => onAnchor(dayOf(month))}
        // A press on a day of another month focuses the day first, and the month must not change before the press has
        // ended.
        onDayFocus={(date, { outside }) => outside || onAnchor(dayOf(date))}
        today={dateOf(today)}
        disabled={first ? { before: dateOf(first) } : undefined}
        weekStartsOn={1}
        showOutsideDays
        hideNavigation
        lang="en-GB"
        labels={{ labelGrid: () => label, labelWeekday: (date) => longWeekday(dayOf(date)) }}
        formatters={{ formatWeekdayName: (date) => shortWeekday(dayOf(date)) }}
        components={components}
        classNames={{
          month_grid: 'w-full table-fixed border-collapse',
          weekday: headClass,
          week: 'empty:hidden',
        }}
      />
    </Grid>
  )
}

const headClass = 'py-1.5 text-center text-[min(0.75rem,4vw)] font-semibold text-ink-soft'

/** The library uses local dates, the portal days such as `2026-11-09`. */
const dateOf = (day: string) => new Date(`${day}T12:00:00`)
const dayOf = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

const useGrid = () => {
  const grid = use(Grid)
  if (!grid) throw new Error('A day is drawn inside a grid.')
  return grid
}

/** If only a week is shown, skips the other days of its month, except the one that the keyboard is moving to. */
const GridCell = ({ day, modifiers, role, children, ...props }: DayProps) => {
  const { anchor, size, isWeek } = useGrid()
  if (isWeek && !modifiers.focused && !weekOf(anchor).includes(day.isoDate)) return <></>
  return (
    <td
      role={role}
      aria-selected={props['aria-selected'] ?? false}
      className={classes('p-0.5 align-top', size !== 'small' && 'sm:border sm:border-line sm:p-0')}
    >
      {children}
    </td>
  )
}

const DayButton = ({
  day: { isoDate, outside },
  modifiers: { focused, selected, today },
  disabled,
  onClick,
  onFocus,
  onBlur,
  onKeyDown,
}: DayButtonProps) => {
  const button = useRef<HTMLButtonElement>(null)
  const { anchor, cell, size, isWeek } = useGrid()
  const { words, content, isClosed = false } = cell(isoDate)
  useEffect(() => {
    if (focused) button.current?.focus()
  }, [focused])
  return (
    <button
      ref={button}
      type="button"
      data-day={isoDate}
      tabIndex={isoDate === anchor ? 0 : -1}
      disabled={disabled}
      aria-disabled={isClosed || undefined}
      aria-current={today ? 'date' : undefined}
      onClick={onClick}
      onFocus={onFocus}
      onBlur={onBlur}
      onKeyDown={onKeyDown}
      className={classes(
        cellClasses[size],
        selected ? chosenClass[size] : isClosed || disabled ? closedClass : openClass[size],
      )}
    >
      <span className="sr-only">{[dayWords(isoDate), words].filter(Boolean).join(', ')}</span>
      <span
        aria-hidden
        className={classes(
          'figures grid size-7 place-items-center rounded-full text-sm font-semibold',
          today && !selected && 'text-brand ring-1 ring-brand ring-inset',
          selected && size !== 'small' && 'bg-brand text-on-brand',
          outside && !isWeek && !selected && 'font-normal text-ink-soft',
        )}
      >
        {Number(isoDate.slice(8))}
      </span>
      {content}
    </button>
  )
}

const components = { Day: GridCell, DayButton, MonthCaption: () => <></> }

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

interface PeriodHeadingProps {
  /** "November 2026" */
  title: string
  noun: 'month' | 'week'
  onStep: (by: -1 | 1) => void
  onToday?: () => void
}

/** The title of the period shown, with buttons for the previous and the next one. */
export const PeriodHeading = ({ title, noun, onStep, onToday }: PeriodHeadingProps) => (
  <div className="flex flex-wrap items-center gap-1">
    <IconButton
      label={`Previous ${noun}`}
      icon={<ChevronLeft />}
      onClick={() => onStep(-1)}
      data-print="hide"
    />
    <h3
      aria-live="polite"
      className="min-w-0 flex-[1_1_6rem] text-center text-lg font-semibold sm:flex-none sm:px-2"
    >
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
