import { eq, type SQLWrapper, sql } from 'drizzle-orm'
import { PgDialect, QueryBuilder } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { rendered, renderedOnce } from './rendered.ts'
import { audit } from './schema.ts'

const dialect = new PgDialect({ casing: 'snake_case' })
const textOf = (query: SQLWrapper) => dialect.sqlToQuery(sql`select 1 where ${1} in ${query} and ${2}`)

const builder = new QueryBuilder({ casing: 'snake_case' })
const actorsIn = (event: string) =>
  builder.select({ id: audit.actorId }).from(audit).where(eq(audit.event, event))

const actorsOf = (name: string) =>
  builder
    .select({ id: audit.actorId })
    .from(audit)
    .where(eq(audit.event, sql.placeholder(name)))

test.each([
  ['a select', () => actorsIn('signed_in')],
  ['a union of twelve values', () => sql`(${sql.join([...'abcdefghijkl'].map(actorsIn), sql` union `)})`],
  ['text with values of its own', () => sql`(${actorsIn('a')} union select ${'b'}::text)`],
  ['text without values', () => sql`(select actor_id from audit)`],
  ['text with placeholders', () => sql`(select ${sql.placeholder('a')} union ${actorsOf('b')})`],
])('%s has the same text and values once it is rendered', (_, query) => {
  expect(textOf(rendered(query()))).toEqual(textOf(query()))
})

test('a query is built once for what it follows from, by its name', () => {
  const owner = {}
  let built = 0
  const build = () => {
    built += 1
    return actorsIn('signed_in')
  }
  const first = renderedOnce(owner, 'actors', build)
  expect(renderedOnce(owner, 'actors', build)).toBe(first)
  expect(renderedOnce(owner, 'other actors', build)).not.toBe(first)
  expect(renderedOnce({}, 'actors', build)).not.toBe(first)
  expect(built).toBe(3)
})
