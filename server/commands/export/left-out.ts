/** Tables that only the portal itself can use: credentials and counters. */
const tables = new Set([
  'installation',
  'rate_limits',
  'recovery_codes',
  'second_factors',
  'sessions',
  'tokens',
])

/**
 * Columns of other tables that give access, or are derived from something that does. A link in an email may give
 * access.
 */
const columns = /\.(?:\w+_hash|(?:encrypted|sealed)_\w+)$|^mails\.action$/

export const isTableLeftOut = (table: string) => tables.has(table)
export const isColumnLeftOut = (table: string, column: string) => columns.test(`${table}.${column}`)
