import type { AppointmentPurpose, firmAppointments } from '#contract/appointments/diary.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { MatterName } from '#contract/matters/parties.ts'
import type { TaskId } from '#contract/tasks.ts'
import { listNamedOn } from '#server/features/accounts/service.ts'
import { listAppointmentTasks } from '#server/features/tasks/service.ts'
import type { Ctx, Member, Staff } from '#server/platform/ctx.ts'
import { readerOf, type Sides, visibleToFirm, whomFirmMeets } from './choose-attendee.ts'

type ForTask = { taskId?: TaskId | null }

/** What a workflow may not import. */
export interface Dependencies {
  visibleMattersOf: (ctx: Ctx<Staff>, rows: readonly ForTask[]) => Promise<(row: ForTask) => MatterName[]>
}

/** Lists what somebody of the firm can book an appointment with a client for. */
export async function listPurposes(
  ctx: Ctx<Staff>,
  { clientId, withId }: Input<typeof firmAppointments.purposes>,
  { visibleMattersOf }: Dependencies,
): Promise<AppointmentPurpose[]> {
  const tasks = await listOpen(ctx, { clientId, withId: await whomFirmMeets(ctx, clientId, withId) })
  const rows = tasks.map(({ id: taskId, title }) => ({ taskId, title }))
  const mattersOf = await visibleMattersOf(ctx, rows)
  return rows.map((row) => ({ ...row, matters: mattersOf(row) }))
}

/**
 * A client books for what they are asked. What somebody of the firm books is for nothing that they or the person who
 * meets the client may not know of.
 */
async function listOpen({ db, actor }: Ctx<Member>, { clientId, withId }: Sides) {
  if (actor.role === 'client') return listAppointmentTasks(db, clientId, [])
  return listAppointmentTasks(db, clientId, [
    visibleToFirm(db, actor),
    visibleToFirm(db, await readerOf(db, withId)),
  ])
}

/**
 * Returns the task that a new appointment completes. A client's completes the first that is open. The firm says which,
 * or none; where an older page says nothing, it is the first of no restricted matter, which an ordinary meeting must
 * not complete. Throws `conflict` for one that is no longer open.
 */
export async function purposeOf(
  ctx: Ctx<Member>,
  sides: Sides,
  wanted: TaskId | null | undefined,
): Promise<TaskId | null> {
  if (wanted === null) return null
  const open = await listOpen(ctx, sides)
  if (ctx.actor.role === 'client') return open[0]?.id ?? null
  if (wanted !== undefined) return open.find(({ id }) => id === wanted)?.id ?? noLongerOpen()
  for (const { id, matterId } of open) if ((await listNamedOn(ctx.db, matterId)) === null) return id
  return null
}

const noLongerOpen = () => {
  const words = 'The client no longer has to book this, or the person they meet can’t see that case'
  throw new Problem('conflict', `${words}. Please choose again what it’s for.`, {
    fields: { taskId: `${words}. Please choose again` },
    reason: 'purpose_gone',
  })
}
