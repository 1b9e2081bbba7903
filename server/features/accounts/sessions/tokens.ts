import { createHash, randomBytes } from 'node:crypto'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { after } from '#server/platform/time/durations.ts'
import type { TokenPurpose, TokenSubjects } from '../schema.ts'
import * as store from './store.ts'

export type { TokenPurpose } from '../schema.ts'

interface NewToken<P extends TokenPurpose> {
  purpose: P
  /**
   * The subject, such as an account or an invitation. A subject has one token per purpose, and a new one replaces it.
   */
  subjectId: TokenSubjects[P]
  /** What must still hold when it is spent, such as the address that it confirms. */
  facts?: Record<string, string>
  /** In milliseconds. */
  lifetime: number
}

type Writing = Pick<Ctx, 'db' | 'now'>

/**
 * Issues a single-use key of 43 characters that is safe in a URL. Only its hash is stored, so it can't be shown again.
 */
export async function issueToken<P extends TokenPurpose>(
  ctx: Writing,
  { purpose, subjectId, facts = {}, lifetime }: NewToken<P>,
) {
  const token = randomBytes(32).toString('base64url')
  await store.removeToken(ctx.db, { purpose, subjectId })
  const expiresAt = after(ctx.now, lifetime)
  await store.insertToken(ctx.db, { purpose, subjectId, facts, tokenHash: hashOf(token), expiresAt })
  return token
}

interface GivenToken<P extends TokenPurpose> {
  purpose: P
  token: string
}

/**
 * Spends a token and returns its subject and facts. Null if there is no such token or it has expired. Of several
 * requests at once with one token, only one succeeds.
 */
export const spendToken = <P extends TokenPurpose>({ db, now }: Writing, { purpose, token }: GivenToken<P>) =>
  store.claimToken(db, { purpose, tokenHash: hashOf(token), now })

/** Returns a token's subject and facts without spending it, to ask a person what they want to do with it. */
export const findToken = <P extends TokenPurpose>(
  db: Db,
  { purpose, token, now }: GivenToken<P> & { now: Date },
) => store.findToken(db, { purpose, tokenHash: hashOf(token), now })

/** Returns whether a token of any purpose can still be spent. */
export const isTokenOpen = (db: Db, token: string, now: Date) =>
  store.tokenExists(db, { tokenHash: hashOf(token), now })

/** Withdraws a token before it is used. */
export const withdrawToken = <P extends TokenPurpose>({ db }: Pick<Ctx, 'db'>, token: store.Subject<P>) =>
  store.removeToken(db, token)

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/**
 * Withdraws what was started with the old password or to replace it: a sign-in that waits for its second factor, and a
 * reset link.
 */
export async function endHalfOpened(ctx: Ctx, userId: UserId) {
  await withdrawToken(ctx, { purpose: 'second_step', subjectId: userId })
  await withdrawToken(ctx, { purpose: 'password_reset', subjectId: userId })
}
