import type { guests as contract, Guest } from '#contract/guests.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { opensRestricted } from '#contract/kit/rights.ts'
import { isFinished } from '#contract/tasks.ts'
import {
  clientScopeOf,
  type GuestRow,
  getAccount,
  listNamedOn,
  guestAccess as store,
} from '#server/features/accounts/service.ts'
import { getFirmMatter } from '#server/features/matters/service.ts'
import { listReachedTasks } from '#server/features/tasks/service.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import { isLocked, stateWith } from './service.ts'

export async function listGuests(ctx: Ctx<Staff>, { id }: Input<typeof contract.list>): Promise<Guest[]> {
  const matter = await getFirmMatter(ctx, id)
  const rows = await store.listOf(ctx.db, matter.id)
  return Promise.all(rows.map((row) => shown(ctx, row)))
}

/** Leaves out what the guest doesn't see, and what belongs to restricted matters that the user may not know of. */
async function shown(ctx: Ctx<Staff>, row: GuestRow): Promise<Guest> {
  const { partyId, userId, invitedAt, expiresAt } = row
  const { email, lastSeenAt } = await getAccount(ctx.db, userId)
  const reached = await listReachedTasks(ctx.db, clientScopeOf(ctx.db, ctx.actor), userId)
  const tasks = reached.filter((task) => !task.isHeld)
  const others = (await store.listOfUser(ctx.db, userId)).filter(
    (other) => other.id !== row.id && other.expiresAt > ctx.now,
  )
  return {
    partyId,
    email,
    state: stateWith(row, { now: ctx.now, tasks }),
    invitedAt,
    expiresAt,
    lastSeenAt,
    hasLink: expiresAt > ctx.now,
    isLocked: isLocked(row),
    isElsewhere: (await unhiddenAmong(ctx, others)).length > 0,
    tasks: { completed: tasks.filter(isFinished).length, total: tasks.length },
    heldTasks: reached.length - tasks.length,
  }
}

async function unhiddenAmong({ db, actor }: Ctx<Staff>, rows: readonly GuestRow[]) {
  if (opensRestricted(actor.roles)) return rows
  const named = await Promise.all(rows.map(({ matterId }) => listNamedOn(db, matterId)))
  return rows.filter((_, index) => named[index]?.includes(actor.id) ?? true)
}
