import type { Input } from '#contract/kit.ts'
import { Problem } from '#contract/problem.ts'
import type { signatures } from '#contract/signatures.ts'
import { clientsOf, getAccount } from '#server/features/accounts/service.ts'
import type { FileAnswer, KeptFile, MultiStepCtx } from '#server/platform/ctx.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { note } from './events.ts'
import { fileNameOf } from './signature-views.ts'
import type { RequestRow } from './store.ts'
import * as store from './store.ts'

export async function ownSignedCopy(
  ctx: MultiStepCtx,
  { id }: Input<typeof signatures.signedCopy>,
): Promise<FileAnswer> {
  const request = await store.get(ctx.read, ctx.actor.id, id)
  return sealedOf(ctx, request) ?? notSigned()
}

/** For the firm: the signed copy, or what the client has before them. */
export async function firmCopy(
  ctx: MultiStepCtx,
  { id }: Input<typeof signatures.copy>,
): Promise<FileAnswer> {
  const request = await store.getForFirm(ctx.read, clientsOf(ctx.read, ctx.actor), id)
  return sealedOf(ctx, request) ?? originalOf(ctx, request)
}

const sealedOf = (ctx: MultiStepCtx, request: RequestRow): KeptFile | null => {
  const { sealedKey, sealedSha256, sealedSize, name } = request
  if (sealedKey === null || sealedSha256 === null || sealedSize === null) return null
  return {
    // Noted only for bytes that leave; what continues a download that broke off was noted with its beginning.
    open: async (range) => {
      if (!range || range.start === 0) await noteDownload(ctx, request)
      return ctx.ports.files.read(sealedKey, { range, sha256: sealedSha256 })
    },
    size: sealedSize,
    type: 'application/pdf',
    filename: fileNameOf(name, 'signed'),
    isAttachment: true,
    tag: sealedSha256,
  }
}

const originalOf = (
  { ports }: MultiStepCtx,
  { fileKey, sha256, fileSize, name, state }: RequestRow,
): KeptFile => {
  if (state !== 'open') throw new Problem('not_found', 'This document was withdrawn and has not been kept.')
  return {
    open: (range) => ports.files.read(fileKey, { range, sha256 }),
    size: fileSize,
    type: 'application/pdf',
    filename: fileNameOf(name, 'to sign'),
    isAttachment: true,
    tag: sha256,
  }
}

const noteDownload = async (ctx: MultiStepCtx, request: RequestRow) => {
  const { id, firstName, lastName } = await getAccount(ctx.read, ctx.actor.id)
  const doer = { id, name: `${firstName} ${lastName}` }
  await note(ctx, request, { kind: 'downloaded', doer, within: minutes(10) })
}

const notSigned = (): never => {
  throw new Problem('conflict', 'A signed copy will be available once the document is signed.', {
    reason: 'not_signed',
  })
}
