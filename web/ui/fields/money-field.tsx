import { useState } from 'react'
import { TextField, type TextFieldProps } from './text-field.tsx'

export interface MoneyFieldProps
  extends Omit<TextFieldProps, 'value' | 'onChange' | 'type' | 'before' | 'inputMode' | 'ref'> {
  /** Pence; null while nothing, or nothing readable, is typed. */
  value: number | null
  onChange: (pence: number | null) => void
}

/** An amount in pounds, told in pence. */
export const MoneyField = ({ value, onChange, onBlur, ...rest }: MoneyFieldProps) => {
  const [typed, setTyped] = useState<string>()
  return (
    <TextField
      {...rest}
      inputMode="decimal"
      before="£"
      value={typed ?? textOf(value)}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(penceIn(target.value))
      }}
      onBlur={(event) => {
        if (value !== null) setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}

const plain = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 })
const textOf = (pence: number | null) => (pence === null ? '' : plain.format(pence / 100))

const penceIn = (text: string) => {
  const [, whole, pence = ''] = /^£?\s*(\d[\d, ]*)(?:\.(\d{0,2}))?$/.exec(text.trim()) ?? []
  if (whole === undefined) return null
  return Number(whole.replace(/[, ]/g, '')) * 100 + Number(pence.padEnd(2, '0'))
}
