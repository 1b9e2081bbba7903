import type { ReactNode } from 'react'
import { Button } from '#web/ui/actions/button.tsx'
import { leadsOn } from '../words.ts'

interface OptionsProps {
  options: readonly string[]
  /** An answer is on its way. */
  disabled: boolean
  onChoose: (option: string) => void
  /** What else can be done at this message, before its answers. */
  children?: ReactNode
}

/** The answers of the newest message; they take the focus that was on an answer before. */
export const Options = ({ options, disabled, onChoose, children }: OptionsProps) => {
  if (options.length === 0 && !children) return null
  return (
    <div
      role="group"
      aria-label="Your answer"
      tabIndex={-1}
      {...(!disabled && { 'data-answers': true })}
      className="flex max-w-full flex-wrap gap-2.5"
    >
      {children}
      {options.map((option) => (
        <Button
          key={option}
          variant={leadsOn(option) && !children && !disabled ? 'primary' : 'secondary'}
          disabled={disabled}
          onClick={() => onChoose(option)}
          className="h-auto! min-h-[38px] max-w-full py-1.5 whitespace-normal! touch:min-h-11"
        >
          {option}
        </Button>
      ))}
    </div>
  )
}
