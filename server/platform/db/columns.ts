import { customType, timestamp } from 'drizzle-orm/pg-core'

/** A point in time: `Date` in our code, `timestamptz` in the database. */
export const instant = () => timestamp({ withTimezone: true, mode: 'date' })

/** A few kilobytes of bytes. Files belong in the file store. */
export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
