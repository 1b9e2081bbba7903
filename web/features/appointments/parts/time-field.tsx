import { controlLook } from '#web/ui/fields/field.tsx'

interface TimeFieldProps {
  label: string
  /** "09:30" */
  value: string
  onChange: (value: string) => void
}

const quarters = Array.from({ length: 24 * 4 + 1 }, (_, at) => {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(Math.floor(at / 4))}:${two((at % 4) * 15)}`
})

/** A quarter of an hour of the day on the 24-hour clock, whatever the browser's own language. */
export const TimeField = ({ label, value, onChange }: TimeFieldProps) => (
  <select
    aria-label={label}
    value={value}
    onChange={({ target }) => onChange(target.value)}
    className={`${controlLook} figures w-26! px-2.5!`}
  >
    {(quarters.includes(value) ? quarters : [value, ...quarters]).map((time) => (
      <option key={time}>{time}</option>
    ))}
  </select>
)
