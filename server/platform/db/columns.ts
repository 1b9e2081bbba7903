import { customType, timestamp } from 'drizzle-orm/pg-core'

/** A column of a moment: `Date` in our code, `timestamptz` in the database. */
export const instant = () => timestamp({ withTimezone: true, mode: 'date' })

/** A column of bytes, for a few kilobytes: a file lies in the file store. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
