import type { ComponentProps } from 'react'
import { PasswordField } from '#web/ui/fields/password-field.tsx'

interface SecretFieldProps extends Omit<ComponentProps<typeof PasswordField>, 'autoComplete'> {
  /** Whether the portal has one already, which it never shows. */
  isKept: boolean
}

/** A key or secret of another service. `hint` stands while none is kept. */
export const SecretField = ({ isKept, hint = encrypted, ...field }: SecretFieldProps) => (
  <PasswordField
    hint={isKept ? `${encrypted} Leave blank to keep it.` : hint}
    autoComplete="off"
    {...field}
  />
)

const encrypted = "It's kept encrypted and never shown again."
