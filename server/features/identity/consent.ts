import type { UserId } from '#contract/accounts/accounts.ts'
import type { FaceConsent } from '#contract/identity/identity.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Client, Ctx } from '#server/platform/ctx.ts'
import * as store from './store.ts'

export { findConsent } from './store.ts'

interface Said {
  clientId: UserId
  given: boolean
  /** The version of the text that the client was shown: `biometricVersion`. */
  textVersion: string
}

/**
 * Records a client's answer about face comparison (UK GDPR art. 9(2)(a): consent must be explicit, and as easy to
 * withdraw as to give). Withdrawing it deletes earlier comparisons.
 */
export async function recordConsent(ctx: Ctx, { clientId, given, textVersion }: Said) {
  await store.holdFaces(ctx.db, clientId)
  await store.insertConsent(ctx.db, { id: newId(), clientId, given, textVersion, at: ctx.now })
  const details = { about: 'biometrics', given: String(given), textVersion }
  await audit(ctx, 'consent.recorded', { subjectId: clientId, details })
  if (given) await ctx.enqueue('compareFaces', { clientId }, { key: `faces:${clientId}` })
  else await store.removeComparisons(ctx.db, clientId)
}

/** Returns the client's answer. Which version of the text they were shown is only for the firm. */
export async function showConsent({ db, actor }: Ctx<Client>): Promise<FaceConsent | null> {
  const said = await store.findConsent(db, actor.id)
  return said && { isGiven: said.given, at: said.at }
}

/** Withdraws the consent. Does nothing if there is none. */
export async function withdrawConsent(ctx: Ctx<Client>): Promise<FaceConsent | null> {
  const clientId = ctx.actor.id
  const said = await store.findConsent(ctx.db, clientId)
  if (said?.given) await recordConsent(ctx, { clientId, given: false, textVersion: said.textVersion })
  return showConsent(ctx)
}
