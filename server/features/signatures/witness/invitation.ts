import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages, witnessPath } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import {
  type witness as contract,
  type WitnessStanding,
  type WitnessState,
  witnessMinutes,
} from '#contract/signatures/witness.ts'
import type { TextMessageId } from '#contract/text-messages.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Client, Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import { after, minutes } from '#server/platform/time/durations.ts'
import { append, refreshFirm, refuseForClosed, refuseUnlessOpen } from '../events.ts'
import type { RequestRow } from '../store.ts'
import * as requests from '../store.ts'
import type { WitnessRow } from './store.ts'
import * as store from './store.ts'

export type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>

const inviteRate: Limit = { name: 'witness_invite', points: 20, duration: 3600 }

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')
export const newSecret = () => randomBytes(32).toString('base64url')

/** Makes a link for the witness and a code that the signer tells them. Replaces an earlier invitation. */
export async function invite(ctx: MultiStepCtx<Client>, { id, mobile }: Requested<'invite'>) {
  const { sessionId } = ctx.actor
  if (sessionId === null) throw new Problem('unauthenticated', 'Please sign in.')
  await ctx.ports.limits.count(inviteRate, ctx.actor.id)
  const [token, code] = [newSecret(), String(randomInt(1_000_000)).padStart(6, '0')]
  const expiresAt = after(ctx.now, minutes(witnessMinutes))
  const textId = mobile ? newId<TextMessageId>() : null
  await ctx.transaction(async (step) => {
    const request = await requests.claim(step.db, step.actor.id, id)
    refuseUnlessDeed(request)
    await refuseForClosed(step.db, request)
    await store.replace(step.db, {
      documentId: id,
      clientId: step.actor.id,
      sessionId,
      state: 'invited',
      tokenHash: hashOf(token),
      codeHash: hashOf(`${id} ${code}`),
      createdAt: step.now,
      expiresAt,
    })
    const account = await getAccount(step.db, step.actor.id)
    const doer = { id: account.id, name: fullName(account) }
    await append(step, request, [{ kind: 'witness_invited' }], { doer })
    if (mobile && textId)
      await step.publish('textDue', {
        id: textId,
        subject: `witness:${id}`,
        mobile,
        userId: account.id,
        sentById: account.id,
        code,
        expiresAt,
        link: pages.signatures,
        matterId: request.matterId,
      })
    await refreshBoth(step, request)
  })
  return { path: witnessPath(token), code, expiresAt, textId }
}

/** Makes the pages of the signer and of the firm refetch the invitation. */
export async function refreshBoth(ctx: Ctx, request: RequestRow) {
  await ctx.invalidate(request.clientId, 'signatures')
  await refreshFirm(ctx, request)
}

/** Throws `conflict` if the document is no longer open, or no deed. */
export function refuseUnlessDeed(request: RequestRow) {
  refuseUnlessOpen(request)
  if (!request.isDeed)
    throw new Problem('conflict', 'Only a deed is signed before a witness.', { reason: 'not_a_deed' })
}

export async function showStanding({ db, actor, now }: Ctx<Client>, { id }: Requested<'standing'>) {
  await requests.get(db, actor.id, id)
  const row = await store.find(db, id)
  return row && standingOf(row, now)
}

export const standingOf = (row: WitnessRow, now: Date): WitnessStanding => ({
  state: stateOf(row, now),
  name: row.name,
  expiresAt: row.expiresAt,
  isDeclined: hasDeclined(row),
})

export const stateOf = (
  { state, expiresAt }: Pick<WitnessRow, 'state' | 'expiresAt'>,
  now: Date,
): WitnessState => (state === 'declined' || (state !== 'witnessed' && expiresAt <= now) ? 'over' : state)

export const hasDeclined = ({ state }: Pick<WitnessRow, 'state'>) => state === 'declined'
