import { type ChangeEvent, useLayoutEffect, useRef } from 'react'
import { TextField, type TextFieldProps } from './text-field.tsx'

export interface DigitsFieldProps
  extends Omit<TextFieldProps, 'value' | 'onChange' | 'type' | 'ref' | 'maxLength'> {
  /** Digits only; what is drawn between them is the field's. */
  value: string
  onChange: (digits: string) => void
}

interface Grouping {
  /** How many digits stand together, in order. */
  groups: readonly number[]
  between: string
  /** In characters as drawn: browsers that fill in a card go by it. */
  maxLength?: number
}

/** Digits drawn in groups; what is typed or pasted between them does not matter. */
const DigitsField = ({ value, onChange, groups, between, ...rest }: DigitsFieldProps & Grouping) => {
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number>(null)
  const text = inGroups(digitsOf(value), { groups, between })

  // Typing in the middle would otherwise throw the caret to the end.
  useLayoutEffect(() => {
    if (caret.current === null) return
    input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })

  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const most = groups.reduce((sum, group) => sum + group, 0)
    const digits = digitsOf(target.value).slice(0, most)
    const before = digitsOf(target.value.slice(0, target.selectionStart ?? target.value.length))
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
export const AccountNumberField = (props: Props) => (
  <DigitsField autoComplete="off" {...props} groups={[4, 4]} between=" " />
)

/** Sixteen digits in four groups. */
export const CardNumberField = (props: Props) => (
  <DigitsField autoComplete="cc-number" {...props} groups={[4, 4, 4, 4]} between=" " />
)

/** `0929`, drawn and told as `09/29`. */
export const ExpiryField = ({ value, onChange, ...rest }: Props) => (
  <DigitsField
    placeholder="MM/YY"
    autoComplete="cc-exp"
    {...rest}
    value={value}
    onChange={(digits) => onChange(inGroups(digits, expiry))}
    maxLength={5}
    {...expiry}
  />
)
const expiry = { groups: [2, 2], between: '/' }

/** Three or four digits. */
export const SecurityCodeField = (props: Props) => (
  <DigitsField autoComplete="cc-csc" {...props} groups={[4]} between="" maxLength={4} />
)
