import { Switch as Radix } from 'radix-ui'
import { type ReactNode, useId } from 'react'

export interface SwitchProps {
  label: ReactNode
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** Something that is on or off at once, without a save button. */
export const Switch = ({ label, hint, checked, onChange, disabled }: SwitchProps) => {
  const id = useId()
  return (
    <div className="flex min-h-11 items-center justify-between gap-4 py-2">
      <div className="grid gap-0.5">
        <label htmlFor={id} className="cursor-pointer font-medium">
          {label}
        </label>
        {hint && (
          <span id={`${id}-hint`} className="text-sm text-ink-soft">
            {hint}
          </span>
        )}
      </div>
      <Radix.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="relative h-6 w-10 flex-none rounded-full border border-edge bg-sunken transition-colors duration-150 before:absolute before:-inset-2.5 data-[state=checked]:border-brand data-[state=checked]:bg-brand disabled:opacity-50"
      >
        <Radix.Thumb className="block size-4.5 translate-x-0.5 rounded-full bg-ink-soft transition-transform duration-150 data-[state=checked]:translate-x-4.5 data-[state=checked]:bg-on-brand" />
      </Radix.Root>
    </div>
  )
}
