import { and, eq, gt, lte } from 'drizzle-orm'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Db } from '#server/platform/db/database.ts'
import { type TokenPurpose, tokens } from '../schema.ts'

type Row = typeof tokens.$inferInsert

interface Held {
  purpose: TokenPurpose
  tokenHash: string
  now: Date
}

const shown = { subjectId: tokens.subjectId, facts: tokens.facts }
const valid = ({ purpose, tokenHash, now }: Held) =>
  and(eq(tokens.tokenHash, tokenHash), eq(tokens.purpose, purpose), gt(tokens.expiresAt, now))

export const insert = (db: Db, row: Omit<Row, 'id'>) => db.insert(tokens).values({ id: newId(), ...row })

export const find = async (db: Db, held: Held) => {
  const [row] = await db.select(shown).from(tokens).where(valid(held))
  return row ?? null
}

export const exists = async (db: Db, { tokenHash, now }: Omit<Held, 'purpose'>) =>
  (await db.$count(tokens, and(eq(tokens.tokenHash, tokenHash), gt(tokens.expiresAt, now)))) > 0

/** Takes the token away: of two who come with it at once, one gets the row. */
export const claim = async (db: Db, held: Held) => {
  const [row] = await db.delete(tokens).where(valid(held)).returning(shown)
  return row ?? null
}

export const remove = (db: Db, { purpose, subjectId }: { purpose: TokenPurpose; subjectId: string }) =>
  db.delete(tokens).where(and(eq(tokens.subjectId, subjectId), eq(tokens.purpose, purpose)))

export const removeExpired = (db: Db, now: Date) => db.delete(tokens).where(lte(tokens.expiresAt, now))
