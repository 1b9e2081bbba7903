import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, inArray, isNull, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { asConstant } from './constant.ts'
import { QuickDialect } from './dialect.ts'
import { audit } from './schema.ts'

test('constants stand in the text of a statement, escaped, and its other values do not', () => {
  const constant = asConstant(
    eq(audit.event, "it's"),
    inArray(audit.event, ['a', 'b']),
    isNull(audit.actorId),
  )
  const dialect = new QuickDialect({ casing: 'snake_case' })
  expect(dialect.sqlToQuery(sql`select ${1} where ${constant} or ${2}`)).toEqual({
    sql: `select $1 where ("audit"."event" = 'it''s' and "audit"."event" in ('a', 'b') and "audit"."actor_id" is null) or $2`,
    params: [1, 2],
  })
})

test('values are written into the text in no other way', () => {
  const server = join(import.meta.dirname, '../..')
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => readFileSync(join(server, file), 'utf8').includes('.inlineParams('))
  expect(files).toEqual(['platform/db/constant.ts'])
})
