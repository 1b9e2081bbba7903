import type { Input } from '#contract/kit/endpoint.ts'
import { notFound } from '#contract/kit/problem.ts'
import { staysOn } from '#contract/matters/party.ts'
import type { matterTemplates, PartyRemoval } from '#contract/templates/templates.ts'
import { findMatterOf, showForTemplate } from '#server/features/matters/service.ts'
import { listStandingPayments } from '#server/features/payments/service.ts'
import { listOpenRequestsOn } from '#server/features/signatures/service.ts'
import type { TaskRow } from '#server/features/tasks/service.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import * as store from '../store.ts'
import { type RunMatter, readState } from './matter-state.ts'
import { isUntouched, untouchedAmong } from './unneeded-tasks.ts'

/** Returns what a party would lose if they were removed from a matter now. */
export async function showRemoval(
  ctx: Ctx<Staff>,
  { id, partyId }: Input<typeof matterTemplates.removal>,
): Promise<PartyRemoval> {
  const matter = await showForTemplate(ctx.db, await findMatterOf(ctx, id))
  const party = matter?.parties.find((candidate) => candidate.id === partyId)
  if (!matter || !party) return notFound('party')
  const { clientId } = party
  if (clientId === null) return { signatures: [], tasks: [] }
  const stays = staysOn(party, matter)
  const open = stays ? [] : await listOpenRequestsOn(ctx.db, id)
  const taken = await listTakenBack(ctx.db, matter, party)
  // What somebody who leaves has to sign is withdrawn, and its task with it. Whoever stays keeps both.
  const gone = stays ? await untouchedAmong(ctx.db, taken) : taken
  return {
    signatures: open.filter((request) => request.clientId === clientId).map(({ name }) => name),
    tasks: gone.map(({ title }) => title),
  }
}

/** Lists the tasks that nobody has begun and that the matter would no longer ask of the party. */
async function listTakenBack(
  db: Db,
  matter: RunMatter,
  { id, clientId, role }: RunMatter['parties'][number],
): Promise<TaskRow[]> {
  const run = await store.findRun(db, matter.id)
  if (!run) return []
  const left = {
    ...matter,
    parties: matter.parties.filter((party) => party.id !== id),
    clients:
      role === 'joint_client' ? matter.clients.filter((client) => client !== clientId) : matter.clients,
  }
  const state = await readState(db, left, { ...run, steps: run.version.steps })
  const tasks = state.linked.flatMap(({ link, task }) => {
    const step = state.steps.find(({ key }) => key === link.stepKey)
    const isTheirs = link.clientId === clientId && !link.isAdopted
    const isNeeded = step !== undefined && state.peopleOf(step).some((person) => person === clientId)
    // A closed matter takes back only what somebody who stays would go on typing in.
    const isTaken = task !== null && (matter.status === 'open' || task.sharedId !== null)
    return isTaken && isTheirs && !isNeeded && isUntouched(task) ? [task] : []
  })
  const paying = await listStandingPayments(
    db,
    tasks.map((task) => task.id),
  )
  return tasks.filter((task) => !paying.some(({ taskId }) => taskId === task.id))
}
