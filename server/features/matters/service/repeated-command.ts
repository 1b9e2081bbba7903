import type { FirmMatter, Matter } from '#contract/matters/matters.ts'
import type { Ctx, Member, Staff } from '#server/platform/ctx.ts'
import { type Attempt, attemptOf, holdKey, keyReused } from '#server/platform/http/idempotency.ts'
import { readerOfActor } from '../reader.ts'
import type { MatterRow } from '../store.ts'
import * as store from '../store.ts'
import * as timeline from '../timeline/store.ts'
import { showFirmMatter, showMatter } from './shown-matter.ts'

/**
 * Makes a command on a matter that is carried out once, however often the same request arrives: a repeat is answered
 * with the matter as it is now. The key is kept with the event that the command adds to the timeline.
 */
export const carriedOutOnce =
  <I extends object>(
    name: string,
    carryOut: (ctx: Ctx<Staff>, input: I, attempt: Attempt) => Promise<FirmMatter>,
  ) =>
  async (ctx: Ctx<Staff>, input: I): Promise<FirmMatter> => {
    const attempt = await heldAttempt(ctx, name, input)
    const known = await matterOfAttempt(ctx, attempt)
    if (known === null) return carryOut(ctx, input, attempt)
    return showFirmMatter(ctx.db, await store.get(ctx.db, readerOfActor(ctx), known))
  }

/** The same for what a client requests, who is answered with what a client sees of the matter. */
export const requestedOnce =
  <I extends object>(request: (ctx: Ctx<Member>, input: I, attempt: Attempt) => Promise<MatterRow>) =>
  async (ctx: Ctx<Member>, input: I): Promise<Matter> => {
    const clientId = ctx.actor.id
    const attempt = await heldAttempt(ctx, 'request', input)
    const known = await matterOfAttempt(ctx, attempt)
    const row =
      known === null ? await request(ctx, input, attempt) : await store.get(ctx.db, { clientId }, known)
    return showMatter(ctx.db, row, clientId)
  }

/** Returns the matter on which an attempt was carried out before, or null. Throws if its key stands for another. */
async function matterOfAttempt(ctx: Ctx<Member>, { idempotencyKey: key, requestHash }: Attempt) {
  const known = key === null ? null : await timeline.findByKey(ctx.db, ctx.actor.id, key)
  if (known === null) return null
  refuseOther(known, requestHash)
  return known.matterId
}

/** Returns the attempt to give a command. Another under the same key waits until this transaction ends. */
export async function heldAttempt(ctx: Ctx<Member>, name: string, input: object) {
  const attempt = attemptOf(ctx.caller, name, JSON.stringify(input))
  await holdKey(ctx.db, ctx.actor.id, attempt)
  return attempt
}

/** Throws `unprocessable` if a key stands for another command. */
export function refuseOther(known: { requestHash: string | null }, requestHash: string) {
  if (known.requestHash !== requestHash)
    throw keyReused('This request was already used for something else. Please send it again.')
}
