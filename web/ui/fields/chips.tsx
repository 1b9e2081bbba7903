import { classes } from '../classes.ts'

export interface ChipsProps<V extends string> {
  label: string
  chips: readonly { value: V; label: string; count?: number | string }[]
  value: V
  onChange: (value: V) => void
}

/** A row of filters of which one is on; it scrolls sideways on phones. */
export const Chips = <V extends string>({ label, chips, value, onChange }: ChipsProps<V>) => (
  <div role="group" aria-label={label} className="-mx-1 flex gap-2 overflow-x-auto px-1 py-1">
    {chips.map((chip) => (
      <button
        key={chip.value}
        type="button"
        aria-pressed={chip.value === value}
        onClick={() => onChange(chip.value)}
        className={classes(
          'h-8 flex-none rounded-full border px-3.5 text-sm font-semibold whitespace-nowrap transition-colors duration-150 touch:h-11',
          chip.value === value
            ? 'border-ink bg-ink text-paper'
            : 'border-line bg-sunken text-ink-soft hover:border-edge hover:text-ink',
        )}
      >
        {chip.label}
        {chip.count !== undefined && <span className="figures ml-1.5">{chip.count}</span>}
      </button>
    ))}
  </div>
)
