import { AccountNumberField, SortCodeField } from '#web/ui/digits-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { Verifying } from '../verifying.ts'

/** A bank account of the United Kingdom. */
export const BankFields = ({ form }: { form: Verifying['bank'] }) => (
  <>
    <TextField
      label="Account name"
      hint="As it stands on your bank card. This name is not checked with your bank"
      autoComplete="name"
      required
      {...form.field('accountName')}
    />
    <div className="grid gap-5 sm:grid-cols-2">
      <SortCodeField label="Sort code" hint="6 digits" required {...form.control('sortCode')} />
      <AccountNumberField
        label="Account number"
        hint="8 digits; put a 0 before a shorter one"
        required
        {...form.control('accountNumber')}
      />
    </div>
    <TextField label="Bank name" autoComplete="off" required {...form.field('bankName')} />
  </>
)
