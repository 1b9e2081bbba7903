import { clockIn, zoneWords } from '#web/platform/zone.ts'
import { FieldSet, useFieldIds } from '#web/ui/fields/field.tsx'
import { ownClock } from '../zone.ts'

interface TimeChoiceProps {
  name: string
  zone: string
  times: readonly Date[]
  /** The chosen instant as ISO 8601, or empty. */
  value: string
  onChange: (value: string) => void
  error?: string
  /** Shown where no day is chosen yet, or the day has no times. */
  instead: string | null
}

/** The offered times of the chosen day, in the firm's zone. */
export const TimeChoice = ({ name, zone, times, value, onChange, error, instead }: TimeChoiceProps) => {
  const words = { label: 'Time', hint: `All times are ${zoneWords(zone)}.`, error, required: true }
  const ids = useFieldIds(words, name)
  return (
    <FieldSet words={words} ids={ids}>
      <div
        role="radiogroup"
        aria-label="Time"
        data-field={name}
        tabIndex={-1}
        aria-invalid={error !== undefined || undefined}
        className="grid grid-cols-[repeat(auto-fill,minmax(4.75rem,1fr))] gap-2"
      >
        {instead !== null && <p className="col-span-full text-ink-soft">{instead}</p>}
        {times.map((time) => {
          const own = ownClock(zone, time)
          return (
            <label key={time.toISOString()} className={timeLook}>
              <input
                type="radio"
                name={name}
                value={time.toISOString()}
                checked={time.toISOString() === value}
                onChange={() => onChange(time.toISOString())}
                className="peer sr-only"
              />
              <span className="figures font-semibold">{clockIn(zone, time)}</span>
              {own !== null && <span className="figures text-xs opacity-80">{`${own} yours`}</span>}
            </label>
          )
        })}
      </div>
    </FieldSet>
  )
}

const timeLook =
  'grid min-h-10 cursor-pointer place-items-center rounded-lg border border-edge bg-surface px-2 py-1 text-center touch:min-h-11 ' +
  'hover:border-ink-soft has-checked:border-brand has-checked:bg-brand has-checked:text-on-brand ' +
  'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand'
