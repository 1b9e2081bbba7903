import { type ChangeEvent, useLayoutEffect, useRef, useState } from 'react'
import { penceOf } from '#contract/kit/money.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

interface DigitsFieldProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'type' | 'ref' | 'maxLength'> {
  /** Digits only, without the separators that the field draws. */
  value: string
  onChange: (digits: string) => void
}

interface Grouping {
  /** Number of digits in each group, in order. */
  groups: readonly number[]
  between: string
  /** In characters as drawn. Browsers use it when they fill in a card. */
  maxLength?: number
  /** Returns the digits that a typed, pasted or filled in text stands for. `isInside` if the caret is not at its end. */
  read?: (text: string, isInside: boolean) => string
}

/** Digits drawn in groups. Other typed or pasted characters are ignored. */
const DigitsField = ({
  value,
  onChange,
  groups,
  between,
  read = digitsOf,
  ...rest
}: DigitsFieldProps & Grouping) => {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number>(null)
  const text = inGroups(digitsOf(value), { groups, between })

  // Otherwise typing in the middle would move the caret to the end.
  useLayoutEffect(() => {
    if (caret.current === null) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const most = groups.reduce((sum, group) => sum + group, 0)
    const end = target.selectionStart ?? target.value.length
    const isInside = end < target.value.length
    const digits = read(target.value, isInside).slice(0, most)
    const before = read(target.value.slice(0, end), isInside)
    caret.current = inGroups(before, { groups, between }).length
    onChange(digits)
  }
  return (
    <TextField inputMode="numeric" spellCheck={false} {...rest} ref={input} value={text} onChange={change} />
  )
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

const inGroups = (digits: string, { groups, between }: Grouping) => {
  const starts = groups.map((_, index) => groups.slice(0, index).reduce((sum, size) => sum + size, 0))
  const parts = groups.map((size, index) => digits.slice(starts[index]).slice(0, size))
  return parts.filter(Boolean).join(between)
}

type Props = DigitsFieldProps

/** `123456` drawn as 12-34-56. */
export const SortCodeField = (props: Props) => (
  <DigitsField placeholder="12-34-56" autoComplete="off" {...props} groups={[2, 2, 2]} between="-" />
)

/** Eight digits in two groups of four. */
const AccountNumberField = (props: Props) => (
  <DigitsField autoComplete="off" {...props} groups={[4, 4]} between=" " />
)

/** Sixteen digits in four groups. */
export const CardNumberField = (props: Props) => (
  <DigitsField autoComplete="cc-number" {...props} groups={[4, 4, 4, 4]} between=" " />
)

/** `0929` drawn as `09/29`. `onChange` gets `09/29` too. A year of four digits is taken, and drawn as two. */
export const ExpiryField = ({ value, onChange, ...rest }: Props) => (
  <DigitsField
    placeholder="MM/YY"
    autoComplete="cc-exp"
    {...rest}
    value={value}
    onChange={(digits) => onChange(inGroups(digits, expiry))}
    // As long as `09 / 2029`, which would be cut off to an earlier year.
    maxLength={9}
    read={expiryDigits}
    {...expiry}
  />
)
const expiry = { groups: [2, 4], between: '/' }

function expiryDigits(text: string, isInside: boolean) {
  // A slash after one digit ends the month, unless its other digit was just deleted and is typed anew.
  const digits = digitsOf(isInside ? text : text.replace(/^\s*(\d)\s*\//, '0$1/'))
  const [month, year] = [digits.slice(0, 2), digits.slice(2, 6)]
  if (!year.startsWith('20') || year.length < 3) return month + year.slice(0, 2)
  return month + (year.length === 4 ? year.slice(2) : year)
}

/** Three or four digits. */
export const SecurityCodeField = (props: Props) => (
  <DigitsField autoComplete="cc-csc" {...props} groups={[4]} between="" maxLength={4} />
)

/** What a form passes to one of its fields. */
type Control = Pick<DigitsFieldProps, 'name' | 'value' | 'onChange' | 'onBlur' | 'error'>

/** Sort code and account number of a UK bank account, side by side if there is room. */
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

type MoneyFieldProps = Omit<TextFieldProps, 'value' | 'onChange' | 'before' | 'inputMode'> & {
  /** In pence. Null while nothing is entered, and NaN if the text is not an amount. */
  value: number | null
  onChange: (value: number | null) => void
}

/** An amount in pounds, typed with or without pence and commas. Takes `form.control(name)`. */
export const MoneyField = ({ value, onChange, ...rest }: MoneyFieldProps) => {
  const [typed, setTyped] = useState(() => textOf(value))
  const isTyped = Object.is(penceOf(typed), value)
  return (
    <TextField
      {...rest}
      before="£"
      inputMode="decimal"
      value={isTyped ? typed : textOf(value)}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(penceOf(target.value))
      }}
    />
  )
}

const textOf = (pence: number | null) =>
  pence === null || Number.isNaN(pence) ? '' : (pence / 100).toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, ',')
