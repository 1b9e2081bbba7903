import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { Problem } from '#contract/kit/problem.ts'
import type { Caller } from '../ctx.ts'
import type { Db } from '../db/database.ts'

/** Returns the sender's Idempotency-Key, or null if there is none. Throws `invalid` if it is malformed. */
export const keyOf = (header: string | undefined) => {
  if (header === undefined || header === '') return null
  if (/^[\x21-\x7e]{1,200}$/.test(header)) return header
  throw new Problem('invalid', "We couldn't read that request.", { reason: 'bad_idempotency_key' })
}

/** Hashes what makes two requests the same. The same key with another fingerprint is refused. */
export const fingerprintOf = (...facts: (string | number | null | undefined)[]) =>
  createHash('sha256')
    .update(JSON.stringify(facts.map((fact) => fact ?? null)))
    .digest('hex')

/** Identifies a request that may arrive twice, because its sender missed the first answer. */
export interface Attempt {
  /** Null if the sender gave none. Then each request is another one. */
  idempotencyKey: string | null
  /** Hash of what was requested. The same key with another request is refused. */
  requestHash: string
}

/** Returns the attempt of a request. Throws `invalid` if its key is malformed. */
export const attemptOf = (
  { idempotencyKey }: Pick<Caller, 'idempotencyKey'>,
  ...facts: Parameters<typeof fingerprintOf>
): Attempt => ({ idempotencyKey: keyOf(idempotencyKey), requestHash: fingerprintOf(...facts) })

/**
 * Makes other requests of this sender under this key wait until the transaction ends, so that the second finds what the
 * first has kept. The unique index of the table has the last word.
 */
export const holdKey = async (db: Db, senderId: string, { idempotencyKey }: Attempt) => {
  if (idempotencyKey === null) return
  const held = `idempotency:${senderId}:${idempotencyKey}`
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${held}, 0))`)
}

export const keyReused = (sentence: string) =>
  new Problem('unprocessable', sentence, { reason: 'idempotency_key_reused' })
