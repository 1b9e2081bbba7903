import type { Ctx } from '#server/platform/ctx.ts'
import { update } from '../store.ts'
import { makeCodes, placeOf, wrongCode } from './enrolment.ts'
import * as store from './store.ts'
import { newTimedKey, otpauthUrlOf, stepOf } from './timed-codes.ts'

interface Factor {
  key: string
  code: string
}

/** A key that nobody has yet: for an account that is only about to be opened. */
export function newEnrolment(whose: { issuer: string; label: string }) {
  const key = newTimedKey()
  return { key, otpauthUrl: otpauthUrlOf(key, whose) }
}

/** Refuses a code that is not of this key and this time, before anything else is done. */
export const refuseWrongCode = ({ key, code }: Factor, now: Date) => {
  const step = stepOf(code, { key, now })
  if (step === null) throw wrongCode()
  return step
}

/** Turns the second factor of the acting person on in this transaction; answers their recovery codes. */
export async function enrolAtOnce(ctx: Ctx, { key, code }: Factor) {
  const userId = ctx.actor.id
  const lastStep = refuseWrongCode({ key, code }, ctx.now)
  const sealedKey = ctx.ports.secrets.seal(key, placeOf(userId))
  await store.insertPending(ctx.db, { userId, sealedKey })
  await store.claimPending(ctx.db, { userId, sealedKey, lastStep, confirmedAt: ctx.now })
  await update(ctx.db, userId, { isTwoFactorEnabled: true })
  return makeCodes(ctx, userId)
}
