import { Problem } from '#contract/problem.ts'
import type { Caller, Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import { type Doer, genesis, type Happened, link } from './chain.ts'
import type { EventRow, RequestRow } from './store.ts'
import * as store from './store.ts'

/** What the portal does by itself comes from nobody's browser. */
export const portalCaller: Pick<Caller, 'address' | 'agent'> = { address: '', agent: 'Portico' }

interface By {
  doer: Doer
  caller?: Pick<Caller, 'address' | 'agent'>
}

/** Adds events to the chain of a request that is claimed, or new. */
export async function append(ctx: Ctx, request: RequestRow, happened: Happened[], { doer, caller }: By) {
  const last = await store.findLastEvent(ctx.db, request.documentId)
  const { now } = ctx
  await store.insertEvents(
    ctx.db,
    link({ now, caller: caller ?? ctx.caller }, happened, {
      documentId: request.documentId,
      head: last?.hash ?? genesis(request.documentId, request.sha256),
      number: last?.number ?? 0,
      doer,
    }),
  )
}

/** More than anybody needs to see of one document; what comes after is left to the audit trail. */
const mostEvents = 500

/** Notes something in a transaction of its own, unless the same person did the same a short time ago. */
export const note = (
  ctx: MultiStepCtx,
  { clientId, documentId }: RequestRow,
  { doer, within, ...happened }: Happened & { doer: Doer; within: number },
) =>
  ctx.transaction(async (step) => {
    const request = await store.claim(step.db, clientId, documentId)
    const events = await store.listEvents(step.db, documentId)
    const recent = events.findLast(({ kind, actorId }) => kind === happened.kind && actorId === doer.id)
    const isRepeated = recent !== undefined && isSame(recent, happened) && age(step, recent) < within
    if (!isRepeated && events.length < mostEvents) await append(step, request, [happened], { doer })
    return request
  })

const isSame = (event: EventRow, { details = {} }: Happened) =>
  Object.entries(details).every(([name, value]) => event.details[name] === value)

const age = ({ now }: Pick<Ctx, 'now'>, { at }: EventRow) => now.getTime() - at.getTime()

const refusals = {
  signed: ['already_signed', 'This document is already signed. You don’t need to sign it again.'],
  cancelled: ['signature_cancelled', 'The firm has withdrawn this document, so it can no longer be signed.'],
  replaced: [
    'signature_replaced',
    'The firm has replaced this document with a newer version. Please sign that one instead.',
  ],
} as const

/** Only a document that is still open can be signed or withdrawn. */
export const refuseUnlessOpen = ({ state }: Pick<RequestRow, 'state'>) => {
  if (state === 'open') return
  const [reason, sentence] = refusals[state]
  throw new Problem('conflict', sentence, { reason })
}
