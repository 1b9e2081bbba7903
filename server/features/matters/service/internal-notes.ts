import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import type { InternalNote } from '#contract/matters/facts.ts'
import type { matters as contract } from '#contract/matters/matters.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import type { MatterReader } from '../store.ts'
import * as store from '../store.ts'
import * as timeline from '../timeline/store.ts'
import { invalidateForFirm } from './commands.ts'

/** Adds a note that only the firm reads. The client gets no live update, so that they cannot tell that there is one. */
export async function addInternalNote(
  ctx: Ctx<Staff>,
  reader: MatterReader,
  { id: matterId, words }: Input<typeof contract.addInternalNote>,
): Promise<InternalNote> {
  const row = await store.get(ctx.db, reader, matterId)
  const by = fullName(await getAccount(ctx.db, ctx.actor.id))
  const id = newId<InternalNote['id']>()
  await timeline.insertNote(ctx.db, { id, matterId, at: ctx.now, byId: ctx.actor.id, byName: by, words })
  await audit(ctx, 'case.internal_note', {
    subjectId: row.clientId,
    details: { reference: row.reference },
  })
  await invalidateForFirm(ctx, row)
  return { id, at: ctx.now, by, words }
}
