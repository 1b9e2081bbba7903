import { useState } from 'react'
import { penceOf } from '#contract/kit/money.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

type MoneyFieldProps = Omit<TextFieldProps, 'value' | 'onChange' | 'before' | 'inputMode'> & {
  /** In pence; null while nothing is entered, and not a number where what was typed is no amount. */
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
