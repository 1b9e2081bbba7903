import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import type { InternalNote } from '#contract/matters/facts.ts'
import type { matters as contract } from '#contract/matters/matters.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import type { Attempt } from '#server/platform/http/idempotency.ts'
import type { MatterReader } from '../store.ts'
import * as store from '../store.ts'
import * as timeline from '../timeline/store.ts'
import { invalidateForFirm } from './commands.ts'
import { heldAttempt, refuseOther } from './repeated-command.ts'

type Wanted = Input<typeof contract.addInternalNote>

/** Adds a note that only the firm reads, once for each key. */
export async function addInternalNote(
  ctx: Ctx<Staff>,
  reader: MatterReader,
  wanted: Wanted,
): Promise<InternalNote> {
  const attempt = await heldAttempt(ctx, 'addInternalNote', wanted)
  const { idempotencyKey: key, requestHash } = attempt
  const known = key === null ? null : await timeline.findNoteByKey(ctx.db, ctx.actor.id, key)
  if (known === null) return writeInternalNote(ctx, reader, wanted, attempt)
  await store.get(ctx.db, reader, known.matterId)
  refuseOther(known, requestHash)
  return { id: known.id, at: known.at, by: known.byName, words: known.words }
}

/** Writes such a note. The client gets no live update, so that they cannot tell that there is one. */
export async function writeInternalNote(
  ctx: Ctx<Staff>,
  reader: MatterReader,
  { id: matterId, words }: Wanted,
  attempt?: Attempt,
): Promise<InternalNote> {
  const row = await store.get(ctx.db, reader, matterId)
  const by = fullName(await getAccount(ctx.db, ctx.actor.id))
  const id = newId<InternalNote['id']>()
  const note = { id, matterId, at: ctx.now, byId: ctx.actor.id, byName: by, words }
  await timeline.insertNote(ctx.db, { ...note, ...attempt })
  await audit(ctx, 'case.internal_note', {
    subjectId: row.clientId,
    details: { reference: row.reference },
  })
  await invalidateForFirm(ctx, row)
  return { id, at: ctx.now, by, words }
}
