import { AccountNumberField, type DigitsFieldProps, SortCodeField } from './digits-field.tsx'

/** What a form knows of one of its fields. */
type Control = Pick<DigitsFieldProps, 'name' | 'value' | 'onChange' | 'onBlur' | 'error'>

/** Sort code and account number of a bank account in the United Kingdom, side by side where there is room. */
export const BankAccountFields = ({
  sortCode,
  accountNumber,
  optional = false,
}: Record<'sortCode' | 'accountNumber', Control> & { optional?: boolean }) => (
  <div className="grid gap-5 lg:grid-cols-2">
    <SortCodeField label="Sort code" hint="6 digits" required={!optional} optional={optional} {...sortCode} />
    <AccountNumberField
      label="Account number"
      hint="8 digits; add a 0 at the front if yours is shorter"
      required={!optional}
      optional={optional}
      {...accountNumber}
    />
  </div>
)
