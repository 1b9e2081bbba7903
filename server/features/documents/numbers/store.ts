import { and, count, eq, gte, isNull, lt, type SQLWrapper, sql } from 'drizzle-orm'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type FileScope, isInScope } from '#server/platform/db/file-scope.ts'
import { documents } from '../schema.ts'

interface Span {
  from: Date
  until: Date
}

// Documents from the firm are not evidence of a client.
const sentIn = (scope: FileScope, { from, until }: Span) =>
  and(
    isInScope(scope, documents),
    eq(documents.purpose, 'evidence'),
    gte(documents.createdAt, from),
    lt(documents.createdAt, until),
  )

export const countSent = async (db: Db, scope: FileScope, span: Span) => {
  const [row] = await db.select({ count: count() }).from(documents).where(sentIn(scope, span))
  return row?.count ?? 0
}

/** Counts the checks that these documents failed, the most frequent first. */
export const countFailedChecks = async (db: Db, scope: FileScope, span: Span) => {
  const { rows } = await db.execute<{ name: string; documents: number }>(sql`
    select max(failed ->> 'title') as name, count(distinct ${documents.id})::int as documents
    from ${documents}
    cross join lateral jsonb_array_elements(coalesce(${documents.validation} -> 'checks', '[]'::jsonb)) as failed
    where ${sentIn(scope, span)} and failed ->> 'outcome' = 'failed'
    group by failed ->> 'rule' order by documents desc, name limit 30`)
  return rows
}

/** Counts the waiting documents of each person. `responsible` selects the person responsible for a client. */
export const countWaitingBy = async (
  db: Db,
  scope: FileScope,
  responsible: (clientId: SQLWrapper) => SQLWrapper,
) => {
  const personId = sql<UserId | null>`${responsible(documents.clientId)}`
  return db
    .select({ personId, count: count() })
    .from(documents)
    .where(
      and(
        isInScope(scope, documents),
        eq(documents.status, 'pending'),
        eq(documents.purpose, 'evidence'),
        isNull(documents.supersededAt),
      ),
    )
    .groupBy(sql`1`)
}
