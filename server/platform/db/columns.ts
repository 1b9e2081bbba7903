import { timestamp } from 'drizzle-orm/pg-core'

/** A column of a moment: `Date` in our code, `timestamptz` in the database. */
export const instant = () => timestamp({ withTimezone: true, mode: 'date' })
