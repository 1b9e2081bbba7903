import type { UserId } from '#contract/accounts/accounts.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import type { matters as contract, MatterId } from '#contract/matters/matters.ts'
import { listTasksByIds } from '#server/features/tasks/service.ts'
import type { Client, Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { runCommand } from './commands.ts'
import { showMatter } from './shown-matter.ts'
import type { HeldFees } from './steps/held-fees.ts'
import * as store from './store.ts'

interface Given {
  matters: HeldFees
}

/** Returns the client's own fees that can't be paid once they have closed this matter. */
export async function showClosing(
  { db, actor }: Ctx<Client>,
  { id }: Input<typeof contract.closing>,
  { matters }: Given,
) {
  const row = await store.get(db, { clientId: actor.id }, id)
  return { fees: await titlesOfHeld(db, row.id, { matters, clientId: actor.id }) }
}

export async function close(ctx: Ctx<Client>, { id }: Input<typeof contract.close>, { matters }: Given) {
  const unpaid = await titlesOfHeld(ctx.db, id, { matters })
  const owners = { clientId: ctx.actor.id }
  return showMatter(ctx.db, await runCommand(ctx, { id, owners, command: 'close', unpaid }), ctx.actor.id)
}

/** Returns the titles of the fees that closing would hold, of one client or all. A fee that is shared is one fee. */
async function titlesOfHeld(
  db: Db,
  id: MatterId,
  { matters, clientId }: Given & { clientId?: UserId },
): Promise<string[]> {
  const held = await listTasksByIds(db, [...(await matters.listFeesHeldBy(db, id))])
  const own = held.filter((task) => clientId === undefined || task.clientId === clientId)
  return [...new Set(own.map(({ title }) => title))]
}
