import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { TextField, type TextFieldProps } from './text-field.tsx'

/** A password that can be shown while it is typed. Set `autoComplete` to current-password or new-password. */
export const PasswordField = (props: Omit<TextFieldProps, 'type' | 'before' | 'after'>) => {
  const [isShown, setShown] = useState(false)
  const toggle = (
    <button
      type="button"
      aria-label="Show password"
      aria-pressed={isShown}
      onClick={() => setShown(!isShown)}
      className="grid size-11 place-items-center rounded-lg text-ink-soft hover:text-ink"
    >
      {isShown ? <EyeOff /> : <Eye />}
    </button>
  )
  return (
    <TextField
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      {...props}
      type={isShown ? 'text' : 'password'}
      after={toggle}
    />
  )
}
