import { and, count, eq, inArray, isNull, or, type SQLWrapper, sql } from 'drizzle-orm'
import { alias, PgDialect, pgEnum, pgView, QueryBuilder } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import { QuickDialect } from './dialect.ts'
import { audit } from './schema.ts'

const drizzles = new PgDialect({ casing: 'snake_case' })
const quick = new QuickDialect({ casing: 'snake_case' })
const builder = new QueryBuilder({ casing: 'snake_case' })
const write = (query: SQLWrapper, dialect: PgDialect = quick) => {
  const { sql: text, params } = dialect.sqlToQuery(query.getSQL())
  return { text, params }
}

const time = new Date('2026-11-09T10:00:00Z')
const actorsIn = (event: string) =>
  builder.select({ id: audit.actorId }).from(audit).where(eq(audit.event, event))
const others = alias(audit, 'others')
const counted = builder
  .select({ actorId: audit.actorId, events: count().as('events') })
  .from(audit)
  .groupBy(audit.actorId)
  .as('counted')
const views = pgView('views').as((query) => query.select({ event: audit.event }).from(audit))
const colours = pgEnum('colours', ['red', 'green'])
const named = builder.$with('named').as(builder.select({ event: audit.event }).from(audit))

test.each<[string, () => SQLWrapper]>([
  ['a select', () => actorsIn('signed_in').limit(3).offset(2)],
  ['nothing', () => sql``],
  ['text alone', () => sql`select 1`],
  ['values', () => sql`select ${1}, ${'a'}, ${null}, ${time}, ${true}, ${undefined}, ${[1, 'b']}`],
  ['an object as a value', () => sql`select ${{ a: 1 }}`],
  ['a list of values', () => inArray(audit.event, ['a', 'b'])],
  ['an empty list', () => inArray(audit.event, [])],
  ['a select inside another', () => inArray(audit.actorId, actorsIn('a'))],
  ['a value that its column encodes', () => eq(audit.at, time)],
  ['an encoded value of nothing', () => sql`${sql.param(null, audit.at)}`],
  ['a name', () => sql`select ${sql.identifier('with "quotes"')}`],
  ['a placeholder', () => eq(audit.event, sql.placeholder('event'))],
  ['a placeholder alone', () => sql`limit ${sql.placeholder('limit')}`],
  ['a union', () => actorsIn('a').union(actorsIn('b')).orderBy(audit.actorId).limit(2)],
  [
    'a join with another name of the table',
    () =>
      builder
        .select({
          id: audit.id,
          other: others.id,
          both: sql<string>`${audit.event} || ${others.event}`.as('both'),
        })
        .from(audit)
        .leftJoin(others, and(eq(others.actorId, audit.actorId), isNull(others.event)))
        .orderBy(sql`both`),
  ],
  [
    'a select from a select',
    () =>
      builder
        .select({ actorId: counted.actorId, events: counted.events })
        .from(counted)
        .where(eq(counted.events, 2)),
  ],
  ['a select with a named one', () => builder.with(named).select().from(named).where(eq(named.event, 'b'))],
  ['a view', () => builder.select().from(views).where(eq(views.event, 'a'))],
  ['a type', () => sql`select ${'red'}::${colours}`],
  ['conditions without any', () => sql`where ${or(undefined, and(undefined))}`],
])('%s is written as drizzle writes it', (_, query) => {
  expect(write(query())).toEqual(write(query(), drizzles))
  // What was kept from the first time is the same.
  expect(write(query())).toEqual(write(query(), drizzles))
})

test('an update and a delete are written as drizzle writes them', () => {
  const of = (dialect: PgDialect) => {
    const where = eq(audit.event, 'a')
    const set = { event: sql.param('b', audit.event) }
    return [
      dialect.buildDeleteQuery({ table: audit, where }),
      dialect.buildUpdateQuery({ table: audit, set, where, joins: [] }),
    ].map((query) => write(query, dialect))
  }
  expect(of(quick)).toEqual(of(drizzles))
})
