import type { Input } from '#contract/kit/endpoint.ts'
import { invalidFields, Problem } from '#contract/kit/problem.ts'
import type { matters as contract } from '#contract/matters/matters.ts'
import { isStageOf } from '#contract/matters/stages.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import type { Attempt } from '#server/platform/http/idempotency.ts'
import { before } from '#server/platform/time/durations.ts'
import type { MatterReader, MatterRow } from '../store.ts'
import * as store from '../store.ts'
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
  await audit(ctx, 'case.stage_undone', {
    subjectId: row.clientId,
    details: { reference: row.reference, stage: last.stage ?? '' },
  })
  await invalidateMatter(ctx, row)
  return row
}
