import type { ComponentProps } from 'react'
import type { FirmFacts } from '#contract/settings.ts'
import { TextField } from '#web/ui/fields/text-field.tsx'

interface FirmFactsFieldsProps {
  field: (name: keyof FirmFacts) => Omit<ComponentProps<typeof TextField>, 'label'>
}

/** The firm's own details, at its set-up and in its settings. */
export const FirmFactsFields = ({ field }: FirmFactsFieldsProps) => (
  <>
    <TextField label="Name of the firm" autoComplete="organization" {...field('name')} />
    <TextField
      label="Regulator"
      hint="For example, Authorised and regulated by the Solicitors Regulation Authority, SRA number 123456."
      {...field('regulator')}
    />
    <div className="grid gap-5 sm:grid-cols-2">
      <TextField label="Phone number" type="tel" autoComplete="tel" {...field('telephone')} />
      <TextField label="Office hours" placeholder="Monday to Friday, 9am to 5.30pm" {...field('hours')} />
      <TextField label="Email" type="email" autoComplete="email" {...field('email')} />
      <TextField label="Email for complaints" type="email" {...field('complaintsTo')} />
    </div>
    <TextField label="Address" autoComplete="street-address" {...field('postalAddress')} />
  </>
)
