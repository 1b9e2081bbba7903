import { and, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'

const dialect = new PgDialect({ casing: 'snake_case' })

/**
 * Returns conditions whose values stand in the text of the statement, and not among its parameters. A plan that PostgreSQL
 * keeps knows no parameters, so a condition that must match a partial index, or is always about the same few values, is
 * written so. For values of our own code or of an enumeration in the contract.
 */
export const asConstant = (...conditions: SQL[]): SQL => {
  const { sql: text } = dialect.sqlToQuery(sql`${and(...conditions)}`.inlineParams())
  return sql.raw(text)
}
