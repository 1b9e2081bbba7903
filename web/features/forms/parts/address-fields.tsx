import { Checkbox } from '#web/ui/fields/choices.tsx'
import { TextArea, TextField } from '#web/ui/fields/text-field.tsx'
import type { WizardForm } from './fields.ts'

/** An address in the United Kingdom line by line; abroad as it is written there. */
export const AddressFields = ({ form }: { form: WizardForm }) => (
  <fieldset className="grid gap-4">
    <legend className="mb-3 text-[14px] font-semibold">Where do you live?</legend>
    {form.watch('livesAbroad') ? (
      <TextArea
        label="Address"
        hint="One line at a time, with the postal code and country"
        autoComplete="street-address"
        required
        {...form.field('addressAbroad')}
      />
    ) : (
      <UkFields form={form} />
    )}
    <Checkbox label="I live outside the United Kingdom" {...form.field('livesAbroad')} />
  </fieldset>
)

const UkFields = ({ form }: { form: WizardForm }) => (
  <>
    <TextField
      label="House number or name, and street"
      autoComplete="address-line1"
      required
      {...form.field('addressLine1')}
    />
    <TextField
      label="Flat, building or district"
      autoComplete="address-line2"
      optional
      {...form.field('addressLine2')}
    />
    <div className="grid gap-4 sm:grid-cols-[1fr_10rem]">
      <TextField label="Town or city" autoComplete="address-level2" required {...form.field('town')} />
      <TextField
        label="Postcode"
        autoComplete="postal-code"
        autoCapitalize="characters"
        spellCheck={false}
        required
        {...form.field('postcode')}
      />
    </div>
  </>
)
