import type { ComponentProps } from 'react'
import { CardNumberField, ExpiryField, SecurityCodeField } from '#web/ui/fields/digits-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

interface CardFieldsProps {
  number: Control
  holder: Omit<ComponentProps<typeof TextField>, 'label'>
  expiry: Control
  code: Control
}
type Control = Omit<ComponentProps<typeof CardNumberField>, 'label'>

/** At most 16 digits, however they are spaced or pasted; MM/YY, 5 characters; a code of 4. */
export const CardFields = ({ number, holder, expiry, code }: CardFieldsProps) => (
  <div className="grid gap-4">
    <CardNumberField label="Card number" {...number} />
    <TextField label="Cardholder name" autoComplete="cc-name" maxLength={100} {...holder} />
    <div className="grid grid-cols-2 items-start gap-4">
      <ExpiryField label="Expiry date" {...expiry} />
      <SecurityCodeField label="CVC" {...code} />
    </div>
  </div>
)
