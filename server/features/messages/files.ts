import type { Input } from '#contract/kit.ts'
import type { messages as contract } from '#contract/messages.ts'
import type { Ctx, FileAnswer } from '#server/platform/ctx.ts'
import { pairToRead } from './people.ts'
import * as store from './store.ts'

/** A document that was sent along, to those who may read the message. What could run in it is only downloaded. */
export async function showAttachment(
  ctx: Ctx,
  { id, documentId }: Input<typeof contract.attachment>,
): Promise<FileAnswer> {
  const message = await store.find(ctx.db, id)
  const { clientId, memberId } = message
  if (ctx.actor.role === 'client') await store.get(ctx.db, ctx.actor.id, id)
  else await pairToRead(ctx, { contactId: clientId, memberId })
  const file = await store.getAttachment(ctx.db, id, documentId)
  const { fileKey, sha256, fileSize: size, fileType: type, filename, hasActiveContent } = file
  return {
    open: (range) => ctx.ports.files.read(fileKey, { range, sha256 }),
    size,
    type,
    filename,
    isAttachment: hasActiveContent,
    tag: sha256,
  }
}
