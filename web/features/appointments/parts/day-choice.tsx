import { useState } from 'react'
import type { DayOffers } from '#contract/appointments.ts'
import { counted } from '#web/platform/clock.ts'
import { FieldSet, useFieldIds } from '#web/ui/fields/field.tsx'
import { monthWords, plusMonths, weeksOfMonth } from '../days.ts'
import { DayGrid } from './day-grid.tsx'
import { Period } from './period.tsx'

interface DayChoiceProps {
  name: string
  value: string
  onChange: (day: string) => void
  error?: string
  today: string
  /** The day whose month is shown. */
  anchor: string
  onAnchor: (day: string) => void
  /** Null while they are on their way. */
  offers: ReadonlyMap<string, DayOffers> | null
}

/** A month in which the days with free times can be chosen; the others say why not. */
export const DayChoice = ({
  name,
  value,
  onChange,
  error,
  anchor,
  onAnchor,
  today,
  offers,
}: DayChoiceProps) => {
  const words = { label: 'Date', error, required: true }
  const ids = useFieldIds(words, name)
  const [read, setRead] = useState('')
  const move = (day: string) => {
    const next = day < today ? today : day
    onAnchor(next)
    setRead(noteOf(offers?.get(next)))
  }
  return (
    <FieldSet words={words} ids={ids}>
      <div
        data-field={name}
        tabIndex={-1}
        aria-invalid={error !== undefined || undefined}
        aria-busy={offers === null}
        className="rounded-xl border border-line p-2 aria-invalid:border-stop"
      >
        <Period
          title={monthWords(anchor)}
          noun="month"
          onStep={(by) => move(plusMonths(`${anchor.slice(0, 7)}-01`, by))}
        />
        <DayGrid
          label={`Choose a day in ${monthWords(anchor)}`}
          weeks={weeksOfMonth(anchor)}
          anchor={anchor}
          onAnchor={move}
          chosen={value}
          onChoose={onChange}
          today={today}
          month={anchor.slice(0, 7)}
          size="small"
          cell={(day) => {
            const offered = offers?.get(day)
            return { words: wordsOf(offered), isClosed: !offered || offered.times.length === 0 }
          }}
        />
        <p className="min-h-5 px-1 pt-1 text-sm text-ink-soft" aria-live="polite">
          {read}
        </p>
      </div>
    </FieldSet>
  )
}

const noteOf = (offers: DayOffers | undefined) => offers?.note ?? ''

const wordsOf = (offers: DayOffers | undefined) => {
  if (!offers) return 'Looking for free slots'
  return offers.times.length === 0 ? (offers.note ?? '') : `${counted(offers.times.length, 'time')} free`
}
