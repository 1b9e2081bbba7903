import type { ComponentProps } from 'react'
import { PasswordField } from './password-field.tsx'

type Field = Omit<ComponentProps<typeof PasswordField>, 'label'>

interface NewPasswordFieldsProps {
  password: Field
  again: Field
  /** It takes the place of another one. */
  isChange?: boolean
}

/** A password that is being chosen, and the same once more. */
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
