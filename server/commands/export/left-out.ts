/** What only the portal itself can use: ways in, and counters. */
const tables = new Set([
  'installation',
  'rate_limits',
  'recovery_codes',
  'second_factors',
  'sessions',
  'tokens',
])

/** Of the other tables: what lets somebody in, or is made of it. A link of an email may do so. */
const columns = /\.(?:\w+_hash|(?:encrypted|sealed)_\w+)$|^mails\.action$/

export const isTableLeftOut = (table: string) => tables.has(table)
export const isColumnLeftOut = (table: string, column: string) => columns.test(`${table}.${column}`)
