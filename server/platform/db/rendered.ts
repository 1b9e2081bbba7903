import { Param, Placeholder, SQL, type SQLWrapper, StringChunk, sql } from 'drizzle-orm'
import { QuickDialect } from './dialect.ts'

const dialect = new QuickDialect({ casing: 'snake_case' })

/**
 * Returns a query as its text and its values, so that statements that contain it several times need not build it anew
 * at each place. Placeholders stay placeholders.
 */
export function rendered(query: SQLWrapper): SQL {
  const { sql: text, params } = dialect.sqlToQuery(sql`${query}`)
  const chunks: (StringChunk | Param | Placeholder)[] = []
  for (const [index, part] of text.split(/\$\d+/).entries()) {
    if (index > 0) chunks.push(asParam(params[index - 1]))
    chunks.push(new StringChunk(part))
  }
  return new SQL(chunks)
}

const asParam = (value: unknown) =>
  value instanceof Param || value instanceof Placeholder ? value : sql.param(value)

const byOwner = new WeakMap<object, Map<string, SQL>>()

/** Renders a query once for an object that it follows from, such as what is known of a person during a request. */
export function renderedOnce(owner: object, name: string, build: () => SQLWrapper): SQL {
  const known = byOwner.get(owner) ?? new Map<string, SQL>()
  byOwner.set(owner, known)
  const query = known.get(name) ?? rendered(build())
  known.set(name, query)
  return query
}
