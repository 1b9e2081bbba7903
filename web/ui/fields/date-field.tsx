import { CalendarDays } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { day } from '#contract/kit/endpoint.ts'
import { IconButton } from '../actions/icon-button.tsx'
import { classes } from '../classes.ts'
import { type CommonFieldProps, FieldSet, textClass, useFieldIds } from './field.tsx'
import { splitFieldProps } from './text-field.tsx'

export interface DateFieldProps extends CommonFieldProps {
  name?: string
  /** `2031-05-09`, or empty. `onChange` also gets an incomplete date, as far as it is typed. */
  value: string
  onChange: (value: string) => void
  /** First and last day of the picker, as `2031-05-09`. */
  min?: string
  max?: string
  /** Lets the browser fill in the date of birth. */
  birthday?: boolean
  disabled?: boolean
}

interface Parts {
  day: string
  month: string
  year: string
}

/**
 * Day, month and year as separate fields, which is quicker and more reliable than a calendar for a birthday. Takes
 * `form.control(name)`.
 */
export const DateField = ({ value, onChange, min, max, birthday, ...props }: DateFieldProps) => {
  const { words, rest } = splitFieldProps(props)
  const ids = useFieldIds(words, rest.name)
  const [typed, setTyped] = useState(() => partsOf(value))
  const parts = textOf(typed) === value ? typed : partsOf(value)
  const change = (part: Partial<Parts>) => {
    const next = { ...parts, ...part }
    setTyped(next)
    onChange(textOf(next))
  }
  const shared = { invalid: ids.control['aria-invalid'], disabled: rest.disabled, onChange: change }
  return (
    <FieldSet words={words} ids={ids}>
      <div className="flex flex-wrap items-end gap-2.5">
        {/* Large text makes them narrower rather than parting the year from its day and month. */}
        <div className="flex min-w-0 items-end gap-2.5">
          <Part {...shared} part="day" label="Day" value={parts.day} field={rest.name} birthday={birthday} />
          <Part {...shared} part="month" label="Month" value={parts.month} birthday={birthday} />
          <Part {...shared} part="year" label="Year" value={parts.year} birthday={birthday} />
        </div>
        <Picker
          value={value}
          min={min}
          max={max}
          disabled={rest.disabled}
          onPick={(day) => change(partsOf(day))}
        />
      </div>
    </FieldSet>
  )
}

interface PartProps {
  part: keyof Parts
  label: string
  value: string
  field?: string
  invalid: true | undefined
  disabled?: boolean
  birthday?: boolean
  onChange: (part: Partial<Parts>) => void
}

const Part = ({ part, label, value, field, invalid, disabled, birthday, onChange }: PartProps) => {
  const id = useId()
  return (
    <div className={classes('grid min-w-0 gap-1', part === 'year' ? 'w-22' : 'w-16')}>
      <label htmlFor={id} className="text-sm text-ink-soft">
        {label}
      </label>
      <input
        id={id}
        data-field={field}
        type="text"
        inputMode="numeric"
        autoComplete={birthday ? `bday-${part}` : 'off'}
        placeholder={part === 'year' ? 'YYYY' : part === 'day' ? 'DD' : 'MM'}
        maxLength={part === 'year' ? 4 : 2}
        value={value}
        disabled={disabled}
        aria-invalid={invalid}
        onChange={({ target }) => onChange({ [part]: target.value.replace(/\D/g, '') })}
        className={classes(textClass, 'figures px-[min(0.875rem,3.6vw)]!')}
      />
    </div>
  )
}

interface PickerProps {
  value: string
  min?: string
  max?: string
  disabled?: boolean
  onPick: (day: string) => void
}

const Picker = ({ value, min, max, disabled, onPick }: PickerProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <span className="relative">
      <input
        ref={input}
        type="date"
        tabIndex={-1}
        aria-hidden
        disabled={disabled}
        value={day.safeParse(value).success ? value : ''}
        min={min}
        max={max}
        onChange={({ target }) => onPick(target.value)}
        className="pointer-events-none absolute inset-0 opacity-0"
      />
      <IconButton
        label="Choose from a calendar"
        icon={<CalendarDays />}
        disabled={disabled}
        onClick={() => input.current?.showPicker()}
        className="size-11!"
      />
    </span>
  )
}

const partsOf = (value: string): Parts => {
  const [year = '', month = '', day = ''] = value.split('-')
  return { day, month, year }
}

const textOf = ({ day, month, year }: Parts) =>
  day || month || year ? [year, padded(month), padded(day)].join('-') : ''
const padded = (part: string) => (part.length === 1 ? part.padStart(2, '0') : part)
