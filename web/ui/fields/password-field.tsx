import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
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

type Field = Omit<ComponentProps<typeof PasswordField>, 'label'>

interface NewPasswordFieldsProps {
  password: Field
  again: Field
  /** Whether it replaces an existing password. */
  isChange?: boolean
}

/** A new password and its confirmation. */
export const NewPasswordFields = ({ password, again, isChange = false }: NewPasswordFieldsProps) => (
  <>
    <PasswordField
      label={isChange ? 'New password' : 'Password'}
      hint="At least 8 characters"
      autoComplete="new-password"
      {...password}
    />
    <PasswordField
      label={isChange ? 'Confirm new password' : 'Confirm password'}
      autoComplete="new-password"
      {...again}
    />
  </>
)
