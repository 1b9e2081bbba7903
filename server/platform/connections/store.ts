import { eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { ConnectionName } from '#contract/connections.ts'
import type { Db } from '../db/database.ts'
import { connections } from '../db/schema.ts'

export type ConnectionRow = typeof connections.$inferSelect

export const listOf = (db: Db) => db.select().from(connections)

/** Returns the row, locked for the rest of the transaction, or null. */
export const claim = async (db: Db, name: ConnectionName) => {
  const [row] = await db.select().from(connections).where(eq(connections.name, name)).for('update')
  return row ?? null
}

const unasked = { answeredAt: null, failingSince: null, failure: null }

type Settings = Pick<ConnectionRow, 'sealedSettings' | 'secretsSetAt' | 'changedAt' | 'changedById'>

/** Saves the settings and clears the health of the connection, since new settings have not been tried yet. */
export const update = (db: Db, name: ConnectionName, settings: Settings) =>
  db
    .insert(connections)
    .values({ name, ...settings })
    .onConflictDoUpdate({ target: connections.name, set: { ...settings, ...unasked } })

/**
 * If several nodes write at once, the last one wins. The next answer corrects it. Returns whether nothing had answered
 * before, or not since the last failure: of concurrent calls, one returns true.
 */
export const noteAnswer = async (db: Db, name: ConnectionRow['name']) => {
  const set = { answeredAt: sql`now()`, failingSince: null, failure: null }
  const isNews = or(isNotNull(connections.failingSince), isNull(connections.answeredAt))
  const isFirst = await db
    .insert(connections)
    .values({ name, ...set })
    .onConflictDoUpdate({ target: connections.name, set, setWhere: isNews })
    .returning({ name: connections.name })
  if (isFirst.length > 0) return true
  await db.update(connections).set(set).where(eq(connections.name, name))
  return false
}

export const noteFailure = (db: Db, name: ConnectionRow['name'], failure: string) =>
  db
    .insert(connections)
    .values({ name, failure, failingSince: sql`now()` })
    .onConflictDoUpdate({
      target: connections.name,
      set: { failure, failingSince: sql`coalesce(${connections.failingSince}, now())` },
    })

/** Since when it has not answered; null where it has, and where nobody has asked. */
export const findFailingSince = async (db: Db, name: ConnectionRow['name']) => {
  const [row] = await db.select().from(connections).where(eq(connections.name, name))
  return row?.failingSince ?? null
}

/** What was noted of other settings says nothing of these. */
export const forgetNotes = (db: Db, name: ConnectionRow['name']) =>
  db.update(connections).set(unasked).where(eq(connections.name, name))
