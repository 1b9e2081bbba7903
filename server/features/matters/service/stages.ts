import type { Input } from '#contract/kit/endpoint.ts'
import { invalidFields, Problem } from '#contract/kit/problem.ts'
import type { matters as contract } from '#contract/matters/matters.ts'
import { isStageOf } from '#contract/matters/stages.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import type { Attempt } from '#server/platform/http/idempotency.ts'
import { after, before } from '#server/platform/time/durations.ts'
import type { MatterReader, MatterRow } from '../store.ts'
import * as store from '../store.ts'
import type { EventRow } from '../timeline/store.ts'
import * as timeline from '../timeline/store.ts'
import { invalidateMatter, runCommand, undoTime } from './commands.ts'

type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>

/** Moves a matter to a stage of its type. Throws `invalid` if its type has no such stage. */
export async function setStage(
  ctx: Ctx<Staff>,
  reader: MatterReader,
  { id, stage, words, attempt }: Requested<'setStage'> & { attempt: Attempt },
): Promise<MatterRow> {
  const { type } = await store.claim(ctx.db, reader, id)
  if (!isStageOf(type, stage)) throw invalidFields({ stage: 'Please choose a stage of this type of case' })
  return runCommand(ctx, { id, reader, command: 'stage', stage, words, attempt })
}

/** Undoes the stage that the user has just set. Throws `conflict` if it is too late, or somebody else set it. */
export async function undoStage(
  ctx: Ctx<Staff>,
  reader: MatterReader,
  { id }: Requested<'undoStage'>,
): Promise<MatterRow> {
  const row = await store.claim(ctx.db, reader, id)
  const last = await timeline.findLastStage(ctx.db, id)
  if (last === null || last.byId !== ctx.actor.id || last.at < before(ctx.now, undoTime))
    throw new Problem('conflict', "It's too late to undo this. Set the stage again instead.", {
      reason: 'undo_over',
    })
  await timeline.removeEvent(ctx.db, last.id)
  await tellOfEarlier(ctx, last)
  await audit(ctx, 'case.stage_undone', {
    subjectId: row.clientId,
    details: { reference: row.reference, stage: last.stage ?? '' },
  })
  await invalidateMatter(ctx, row)
  return row
}

/** Tells the clients of the stage before one that is undone, if its own notice was left out because of that one. */
async function tellOfEarlier(ctx: Ctx, undone: Pick<EventRow, 'matterId' | 'at'>) {
  const earlier = await timeline.findLastStage(ctx.db, undone.matterId)
  if (earlier === null) return
  const due = after(earlier.at, undoTime)
  if (undone.at < due && due <= ctx.now) await ctx.enqueue('notifyOfStage', { eventId: earlier.id })
}
