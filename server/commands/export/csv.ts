import { harmless } from '#contract/kit/text.ts'

/** Returns one line of CSV (RFC 4180) that no spreadsheet executes. Arrays and objects are written as JSON. */
export const csvLine = (values: readonly unknown[]) => `${values.map(cell).join(',')}\r\n`

const cell = (value: unknown) => {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? harmless(value) : JSON.stringify(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
