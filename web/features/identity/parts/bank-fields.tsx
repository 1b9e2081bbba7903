import { BankAccountFields } from '#web/ui/fields/bank-account-fields.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import type { Verifying } from '../verifying.ts'

/** A bank account of the United Kingdom. */
export const BankFields = ({ form }: { form: Verifying['bank'] }) => (
  <>
    <TextField
      label="Account name"
      hint="As it appears on your bank card. We don't check this name with your bank"
      autoComplete="name"
      required
      {...form.field('accountName')}
    />
    <BankAccountFields sortCode={form.control('sortCode')} accountNumber={form.control('accountNumber')} />
    <TextField label="Bank name" autoComplete="off" required {...form.field('bankName')} />
  </>
)
