import { createHash, randomBytes } from 'node:crypto'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { after } from '#server/platform/time/durations.ts'
import type { TokenPurpose } from '../schema.ts'
import * as store from './store.ts'

export type { TokenPurpose } from '../schema.ts'

interface NewToken {
  purpose: TokenPurpose
  /** What it is about: an account, an invitation. Of one purpose each has one token; a new one ends the last. */
  subjectId: string
  /** What must still hold when it is spent, such as the address that it confirms. */
  facts?: Record<string, string>
  /** In milliseconds. */
  lifetime: number
}

type Writing = Pick<Ctx, 'db' | 'now'>

/** A single-use key of 43 characters, fit for an address. Only its hash is kept: it cannot be told again. */
export async function issueToken(ctx: Writing, { purpose, subjectId, facts = {}, lifetime }: NewToken) {
  const token = randomBytes(32).toString('base64url')
  await store.removeToken(ctx.db, { purpose, subjectId })
  const expiresAt = after(ctx.now, lifetime)
  await store.insertToken(ctx.db, { purpose, subjectId, facts, tokenHash: hashOf(token), expiresAt })
  return token
}

interface GivenToken {
  purpose: TokenPurpose
  token: string
}

/**
 * Takes a token away and answers what it was about; null where there is none, or no longer.
 * Of several requests at once with one token, one is answered.
 */
export const spendToken = ({ db, now }: Writing, { purpose, token }: GivenToken) =>
  store.claimToken(db, { purpose, tokenHash: hashOf(token), now })

/** What a token is about, which stays as it is: for asking a person what they want to do with it. */
export const findToken = (db: Db, { purpose, token, now }: GivenToken & { now: Date }) =>
  store.findToken(db, { purpose, tokenHash: hashOf(token), now })

/** Whether a token of any purpose can still be spent. */
export const isTokenOpen = (db: Db, token: string, now: Date) =>
  store.tokenExists(db, { tokenHash: hashOf(token), now })

/** Ends a token before it was used. */
export const withdrawToken = ({ db }: Pick<Ctx, 'db'>, token: { purpose: TokenPurpose; subjectId: string }) =>
  store.removeToken(db, token)

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
