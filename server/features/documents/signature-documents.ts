import type { DomainEvents } from '#contract/kit/domain-events.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import * as store from './store.ts'

/** What the firm sends to be signed lies with the client's documents, is read by nobody and judged by nobody. */
export async function keepSent(
  ctx: Ctx,
  { documentId, clientId, file, ...facts }: DomainEvents['documentSent'],
) {
  await store.insert(ctx.db, {
    ...facts,
    id: documentId,
    clientId,
    purpose: 'signature',
    fileKey: file.key,
    fileSize: file.size,
    sha256: file.sha256,
    status: 'pending',
    createdAt: ctx.now,
  })
}

/** What the firm sends to be read is accepted as it is: its client keeps it, and nobody judges it. */
export async function keepLetter(
  ctx: Ctx,
  { documentId, clientId, file, ...facts }: DomainEvents['letterSent'],
) {
  await store.insert(ctx.db, {
    ...facts,
    id: documentId,
    clientId,
    purpose: 'letter',
    fileKey: file.key,
    fileSize: file.size,
    sha256: file.sha256,
    status: 'verified',
    isAccepted: true,
    createdAt: ctx.now,
    verifiedAt: ctx.now,
  })
  await ctx.invalidate(clientId, 'documents')
}

export async function acceptSigned(ctx: Ctx, { clientId, documentId }: DomainEvents['documentSigned']) {
  const signed = { status: 'verified', verifiedAt: ctx.now, isAccepted: true } as const
  await store.updateSent(ctx.db, { clientId, id: documentId }, signed)
}

/** A document that was taken back leaves nothing to look at. */
export async function dropSent(ctx: Ctx, { clientId, documentId }: DomainEvents['documentWithdrawn']) {
  const fileKey = await store.removeSent(ctx.db, { clientId, id: documentId })
  const { files } = ctx.ports
  ctx.afterCommit(() => {
    if (fileKey !== null) files.remove(fileKey).catch(() => {})
  })
}
