import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from './database.ts'

/** Durations per month and in total. Null if there were none. */
export interface TimesRow extends Record<string, unknown> {
  /** `2026-11`, in London's calendar. Null for the total. */
  month: string | null
  count: number
  median: number | null
  ninetieth: number | null
}

/** Returns the median and the 90th percentile of rows with a time `at` and an interval `took`. */
export const timesOf = async (db: Db, rows: SQLWrapper, unit: 'days' | 'hours'): Promise<TimesRow[]> => {
  const seconds = unit === 'days' ? 86_400 : 3600
  const part = (share: number) =>
    sql`percentile_cont(${share}::float8) within group (order by extract(epoch from took)::float8) / ${seconds}::float8`
  const { rows: found } = await db.execute<TimesRow>(sql`
    select to_char(at at time zone 'Europe/London', 'YYYY-MM') as month, count(*)::int as count,
      ${part(0.5)} as median, ${part(0.9)} as ninetieth
    from (${rows}) as timed
    group by grouping sets ((to_char(at at time zone 'Europe/London', 'YYYY-MM')), ())
    order by month nulls last`)
  return found
}
