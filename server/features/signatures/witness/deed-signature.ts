import { isDeepStrictEqual } from 'node:util'
import { Problem } from '#contract/kit/problem.ts'
import { isMarked, noSignature } from '#contract/signatures/mark.ts'
import { type WitnessStanding, type WitnessView, witnessStatement } from '#contract/signatures/witness.ts'
import type { Client, MultiStepCtx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import { refuseForClosed } from '../events.ts'
import { type Mark, markOf } from '../service/read-mark.ts'
import { refuseOldConsent, signAsItStands } from '../service/sign-document.ts'
import { otherNameIn, planOf, type Witnessing } from '../service/signature-plan.ts'
import * as requests from '../store.ts'
import { isOver, linkOver, refuseSigner, viewOf } from './admission.ts'
import { hashOf, type Requested, refreshBoth, refuseUnlessDeed, standingOf, stateOf } from './invitation.ts'
import type { WitnessRow } from './store.ts'
import * as store from './store.ts'
import { isPartyNow, namesOfActor, type PartyDependencies } from './witness-name.ts'

const attestRate: Limit = { name: 'witness_attest', points: 30, duration: 600 }

/**
 * Stores the signer's signature until the witness, who is present and has seen it, has signed too. Throws `conflict` if
 * the document is no open deed, no witness is ready, they have become a party to its case, or another session invited
 * them, and as `planOf` does.
 */
export async function signBeforeWitness(
  ctx: MultiStepCtx<Client>,
  { id, ...kept }: Requested<'sign'>,
  dependencies: PartyDependencies,
): Promise<WitnessStanding> {
  await ctx.ports.limits.count(attestRate, ctx.actor.id)
  refuseUnmarked(kept)
  const input = { documentId: id, ...kept }
  refuseOldConsent(input)
  const row = await store.find(ctx.read, id)
  const isThere = row !== null && ['present', 'signed'].includes(stateOf(row, ctx.now))
  const mark = await markOf(ctx, input)
  // Refuses now what could not be sealed later, when the witness signs.
  await planOf(ctx, input, mark, isThere ? witnessingOf(ctx, row, mark) : null)
  return ctx.transaction(async (step) => {
    const request = await requests.claim(step.db, step.actor.id, id)
    refuseUnlessDeed(request)
    await refuseForClosed(step.db, request)
    const found = await store.find(step.db, id)
    if (!found || !['present', 'signed'].includes(stateOf(found, step.now))) throw witnessAbsent()
    if (found.sessionId !== step.actor.sessionId) throw otherSession()
    if (await isPartyNow(step, { request, names: [found.name] }, dependencies)) throw witnessIsParty(found)
    const { address, agent } = step.caller
    const signed = {
      state: 'signed' as const,
      mark: kept,
      signedAt: step.now,
      signedFrom: { address, agent },
    }
    await store.update(step.db, id, signed)
    await refreshBoth(step, request)
    return standingOf({ ...found, ...signed }, step.now)
  })
}

function refuseUnmarked(mark: Parameters<typeof isMarked>[0]) {
  if (!isMarked(mark)) throw new Problem('invalid', noSignature, { fields: { signatureData: noSignature } })
}

const witnessAbsent = () =>
  new Problem('conflict', 'Your witness isn’t ready yet. Please invite them, and sign once they are.', {
    reason: 'witness_needed',
  })
const witnessIsParty = ({ name }: Pick<WitnessRow, 'name'>) =>
  new Problem(
    'conflict',
    `${name} is now a party to the case, and the witness must not be a party to the deed. Please invite someone else.`,
    { reason: 'witness_is_party' },
  )
const otherSession = () =>
  new Problem(
    'conflict',
    'You invited your witness from another device. Please sign there, or invite them again here.',
    { reason: 'other_session' },
  )

/**
 * Signs as the witness, and seals the deed with both signatures. Throws `not_found` if the link has ended, `conflict`
 * if the signer has not signed yet, the statement has changed or the witness has become a party to the case, and
 * `unprocessable` for a name that is not the witness's.
 */
export async function attest(
  ctx: MultiStepCtx,
  wanted: Requested<'attest'>,
  dependencies: PartyDependencies,
): Promise<WitnessView> {
  const { ports, read, caller, now } = ctx
  await ports.limits.count(attestRate, caller.address)
  const row = await store.findByToken(read, hashOf(wanted.token))
  if (row === null || hashOf(wanted.key) !== row.keyHash) throw linkOver()
  refuseSigner(ctx.actor, row)
  if (row.state === 'witnessed' || (await isOver({ db: read, now }, row))) throw linkOver()
  if (row.mark === null) throw notSignedYet()
  if (wanted.statementVersion !== witnessStatement.version) throw statementChanged()
  refuseUnmarked(wanted)
  refuseOtherName(wanted, row)
  const refuseParty = async (db: Db) => {
    const request = await requests.get(db, row.clientId, row.documentId)
    const names = [row.name, ...(await namesOfActor({ db, actor: ctx.actor }))]
    if (await isPartyNow({ db }, { request, names }, dependencies)) throw youAreParty()
  }
  await refuseParty(read)
  const own = await markOf(ctx, wanted)
  const input = { documentId: row.documentId, ...row.mark }
  const mark = await markOf(ctx, input)
  await signAsItStands(signerCtx(ctx, row), input, {
    mark,
    witnessing: witnessingOf(ctx, row, own),
    // Sealing takes seconds. Meanwhile the signer may have invited someone else or signed again.
    claim: async ({ db }) => {
      const standing = await store.claimByToken(db, row.tokenHash)
      const isSame = standing?.state === row.state && isDeepStrictEqual(standing.signedAt, row.signedAt)
      if (!isSame) throw linkOver()
      await refuseParty(db)
      // The signer's signature is in the seal now, so the stored one is deleted.
      await store.complete(db, row)
    },
  })
  return viewOf({ db: read, now }, { ...row, state: 'witnessed' })
}

/**
 * Returns the facts of both signatures. Before the witness has signed, they only serve to check that the deed can be
 * sealed.
 */
const witnessingOf = (
  { now, caller }: Pick<MultiStepCtx, 'now' | 'caller'>,
  { signedAt, signedFrom, name, address, occupation }: WitnessRow,
  mark: Mark,
): Witnessing => ({
  signedAt: signedAt ?? now,
  signedFrom: signedFrom ?? caller,
  witness: {
    name: name ?? '',
    address: address ?? '',
    occupation: occupation ?? '',
    statement: witnessStatement.text,
    at: now,
    mark,
  },
})

/** Returns the witness's request with the signer as the actor, since the document is the signer's. */
function signerCtx(ctx: MultiStepCtx, { clientId, sessionId }: WitnessRow): MultiStepCtx<Client> {
  const actor: Client = { id: clientId, role: 'client', roles: [], sessionId }
  return {
    ...ctx,
    actor,
    askAgain: async () => actor,
    transaction: (step) => ctx.transaction((inner) => step({ ...inner, actor })),
  }
}

function refuseOtherName({ typedName }: Requested<'attest'>, { name }: WitnessRow) {
  const words = (name ?? '').split(' ')
  const person = { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
  if (otherNameIn(typedName ?? null, person) === null) return
  const sentence = `Please type your name as you gave it: ${name}.`
  throw new Problem('unprocessable', sentence, { reason: 'name_differs', fields: { typedName: sentence } })
}

const youAreParty = () =>
  new Problem(
    'conflict',
    'Someone with your name is now a party to the case, and the witness must not be a party to the deed. So you can’t sign as the witness: please tell the person who is signing.',
    { reason: 'witness_is_party' },
  )
const notSignedYet = () =>
  new Problem('conflict', 'Please wait until the deed has been signed in front of you.', {
    reason: 'not_signed_yet',
  })
const statementChanged = () =>
  new Problem(
    'conflict',
    'The wording of your statement has changed. Please reload the page and read it again.',
    { reason: 'statement_changed' },
  )
