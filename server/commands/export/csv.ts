import { harmless } from '#contract/kit/text.ts'

/** One line as RFC 4180 has it, which no spreadsheet executes; what is a list or has parts is JSON. */
export const csvLine = (values: readonly unknown[]) => `${values.map(cell).join(',')}\r\n`

const cell = (value: unknown) => {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? harmless(value) : JSON.stringify(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
