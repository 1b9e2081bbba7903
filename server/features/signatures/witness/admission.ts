import { digitsOf } from '#contract/accounts/second-factor.ts'
import { fullName } from '#contract/kit/names.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { WitnessView } from '#contract/signatures/witness.ts'
import { getAccount, isSessionLive } from '#server/features/accounts/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import type { Actor, Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import { append, isForClosed } from '../events.ts'
import * as requests from '../store.ts'
import { hasDeclined, hashOf, newSecret, type Requested, refreshBoth, stateOf } from './invitation.ts'
import type { WitnessRow } from './store.ts'
import * as store from './store.ts'
import { namesOfActor, type PartyDependencies, partiesTo, refuseName } from './witness-name.ts'

export const enterRate: Limit = { name: 'witness_enter', points: 30, duration: 600 }
/** The witness's page asks every few seconds whether the signer has signed. */
const lookRate: Limit = { name: 'witness_look', points: 600, duration: 600 }

/**
 * Shows the state of an invitation. Names are only shown to the device that entered the code. Throws `conflict` where
 * the signer is signed in.
 */
export async function look(
  { read, ports, caller, actor, now }: MultiStepCtx,
  { token, key }: Requested<'look'>,
): Promise<WitnessView> {
  await ports.limits.count(lookRate, caller.address)
  const row = await store.findByToken(read, hashOf(token))
  if (row !== null) refuseSigner(actor, row)
  const isTheirs = row !== null && key !== undefined && hashOf(key) === row.keyHash
  return isTheirs ? viewOf({ db: read, now }, row) : unknownView({ db: read, now }, row)
}

/** Returns the view for a device on which the code was not entered. */
export async function unknownView({ db, now }: At, row: WitnessRow | null): Promise<WitnessView> {
  const { name: firm } = await findFirm(db)
  const state = row === null || (await isOver({ db, now }, row)) ? 'over' : stateOf(row, now)
  const isDeclined = row !== null && hasDeclined(row)
  return { state, firm, signer: null, document: null, name: null, signedAt: null, isDeclined }
}

interface At {
  db: Db
  now: Date
}

/** Returns the view for the device that has entered the code. */
export async function viewOf({ db, now }: At, row: WitnessRow): Promise<WitnessView> {
  const { name: firm } = await findFirm(db)
  const request = await requests.get(db, row.clientId, row.documentId)
  const signer = fullName(await getAccount(db, row.clientId))
  const state = (await isOver({ db, now }, row)) ? 'over' : stateOf(row, now)
  const { name, signedAt } = row
  return { state, firm, signer, document: request.name, name, signedAt, isDeclined: hasDeclined(row) }
}

/**
 * Returns whether the invitation has ended: it expired, the document is no longer open, the matters of its task are
 * closed, or the signer's session is over.
 */
export async function isOver({ db, now }: At, row: WitnessRow) {
  if (row.state === 'witnessed') return false
  const { clientId: userId, documentId, sessionId: id } = row
  const request = await requests.find(db, userId, documentId)
  if (request?.state !== 'open' || stateOf(row, now) === 'over') return true
  return (await isForClosed(db, request)) || !(await isSessionLive(db, { id, userId, now }))
}

const mostWrongCodes = 5

/** Opens the link on one device. A wrong code is refused and counted. */
export async function enter(ctx: MultiStepCtx, wanted: Requested<'enter'>) {
  await ctx.ports.limits.count(enterRate, ctx.caller.address)
  const key = newSecret()
  const refusal = await ctx.transaction((step) => admit(step, wanted, key))
  if (refusal) throw refusal
  return { key }
}

async function admit(ctx: Ctx, wanted: Requested<'enter'>, key: string): Promise<Problem | null> {
  const { request, row } = await claim(ctx, wanted.token)
  if (row.state !== 'invited') return linkUsed()
  if (row.wrongCodes >= mostWrongCodes) return linkOver()
  if (hashOf(`${row.documentId} ${digitsOf(wanted.code)}`) !== row.codeHash) {
    await store.update(ctx.db, row.documentId, { wrongCodes: row.wrongCodes + 1 })
    return wrongCode(mostWrongCodes - row.wrongCodes - 1)
  }
  await store.update(ctx.db, row.documentId, { state: 'entered', keyHash: hashOf(key) })
  await refreshBoth(ctx, request)
  return null
}

/** Locks an invitation that has not ended. Throws `not_found` otherwise. */
export async function claim(ctx: Ctx, token: string) {
  const claimed = await claimAny(ctx, token)
  if (await isOver(ctx, claimed.row)) throw linkOver()
  return claimed
}

/**
 * Locks an invitation, also one that has ended: the document first, as signing it, withdrawing it and inviting another
 * witness do.
 */
export async function claimAny(ctx: Ctx, token: string) {
  const known = await store.findByToken(ctx.db, hashOf(token))
  if (known === null) throw linkOver()
  refuseSigner(ctx.actor, known)
  const request = await requests.claim(ctx.db, known.clientId, known.documentId)
  const row = await store.claimByToken(ctx.db, hashOf(token))
  if (row === null) throw linkOver()
  return { request, row }
}

/**
 * Saves who the witness is. Throws `not_found` if the link has ended, `conflict` once the signer has signed or where
 * they are signed in, and `unprocessable` if a detail can't be printed, or the name is incomplete, the signer's or a
 * party's.
 */
export async function introduce(
  ctx: MultiStepCtx,
  wanted: Requested<'introduce'>,
  dependencies: PartyDependencies,
): Promise<WitnessView> {
  const { name, address, occupation } = wanted
  await ctx.ports.limits.count(enterRate, ctx.caller.address)
  await refuseUnprintable(ctx, { name, address, occupation })
  return ctx.transaction(async (step) => {
    const { request, row } = await claim(step, wanted.token)
    if (hashOf(wanted.key) !== row.keyHash) throw linkOver()
    if (!['entered', 'present'].includes(row.state)) throw tooLate()
    const signer = await getAccount(step.db, row.clientId)
    const parties = await partiesTo(step, request, dependencies)
    for (const own of [name, ...(await namesOfActor(step))]) refuseName(own, signer, parties)
    const change = { state: 'present' as const, name, address, occupation }
    await store.update(step.db, row.documentId, change)
    const doer = { id: null, name }
    if (row.name !== name)
      await append(step, request, [{ kind: 'witness_present', details: { name } }], { doer })
    await refreshBoth(step, request)
    return viewOf(step, { ...row, ...change })
  })
}

/**
 * Refuses letters that can't be printed. The details are drawn into the evidence, and empty boxes would name nobody.
 */
async function refuseUnprintable({ ports }: MultiStepCtx, given: Record<string, string>) {
  for (const [field, text] of Object.entries(given)) {
    const missing = await ports.drawing.missingLetters(text)
    if (missing.length === 0) continue
    const words = `We can’t print ${missing.slice(0, 3).join(' ')} in the deed. Please use Latin letters.`
    throw new Problem('unprocessable', words, { fields: { [field]: words }, reason: 'letters_missing' })
  }
}

export const linkOver = () =>
  new Problem('not_found', 'This link no longer works. Please ask the person who is signing for a new one.', {
    reason: 'witness_link_over',
  })
const linkUsed = () =>
  new Problem(
    'conflict',
    'This link is already open on another device. If that isn’t yours, please ask the person who is signing for a new link.',
    { reason: 'witness_link_used' },
  )
const tooLate = () =>
  new Problem('conflict', 'The deed has been signed, so your details can no longer be changed.', {
    reason: 'already_signed',
  })

/** Refuses a browser where the signer is signed in: signer and witness each use their own. */
export function refuseSigner(actor: Actor, { clientId }: WitnessRow) {
  if (actor.role === 'visitor' || actor.id !== clientId) return
  throw new Problem(
    'conflict',
    'The person who is signing is signed in here. Please open this link on the witness’s own device.',
    { reason: 'same_device' },
  )
}

const wrongCode = (left: number) => {
  const words =
    left === 0
      ? 'That code is incorrect, and this link has now ended. Please ask the person who is signing for a new one.'
      : 'That code is incorrect. The person who is signing can see it on their screen.'
  return new Problem('unprocessable', words, { reason: 'code_wrong', fields: { code: words } })
}
