import type { Input } from '#contract/kit/endpoint.ts'
import type { matters as contract } from '#contract/matters/matters.ts'
import type { Client, Ctx } from '#server/platform/ctx.ts'
import { listHeldTasks } from '../steps/held-tasks.ts'
import * as store from '../store.ts'
import { runCommand } from './commands.ts'
import { showMatter } from './shown-matter.ts'

/** Returns the client's own tasks that are on hold while this matter is closed, or would be. */
export async function showClosing({ db, actor }: Ctx<Client>, { id }: Input<typeof contract.closing>) {
  const row = await store.get(db, { clientId: actor.id }, id)
  const held = (await listHeldTasks(db, row.id)).filter(({ clientId }) => clientId === actor.id)
  const fees = held.filter(({ kind }) => kind === 'payment')
  return { held: held.map(({ title }) => title), fees: fees.map(({ title }) => title) }
}

export async function close(ctx: Ctx<Client>, { id }: Input<typeof contract.close>) {
  const reader = { clientId: ctx.actor.id }
  return showMatter(ctx.db, await runCommand(ctx, { id, reader, command: 'close' }), ctx.actor.id)
}
