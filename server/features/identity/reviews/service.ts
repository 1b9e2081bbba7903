import type { UserId } from '#contract/accounts/accounts.ts'
import type { identity, ReviewedVerification } from '#contract/identity/identity.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { notFound, Problem } from '#contract/kit/problem.ts'
import { TaskId } from '#contract/tasks.ts'
import {
  type Asking,
  actedForBy,
  clientsOf,
  findClientOf,
  invalidateFirmPagesOf,
  namesOf,
  preparedForStaff,
  seenClients,
} from '#server/features/accounts/service.ts'
import {
  isInState,
  type QueueSource,
  queueFactsOf,
  type StateWanted,
} from '#server/features/queue/service.ts'
import { findMatterOfTask, listTasksByIds, type TaskRow } from '#server/features/tasks/service.ts'
import { type Ctx, closedRolesAmong, type Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { Placeholders } from '#server/platform/db/placeholders.ts'
import type { WaitingWanted } from '#server/platform/db/waiting-rows.ts'
import type { VerificationRow } from './store.ts'
import * as store from './store.ts'

const waitingFor = ({ db, actor, now }: { db: Db; actor: Asking } & Pick<StateWanted, 'now'>) => ({
  clients: clientsOf(db, actor),
  isWanted: isInState(db, { kind: 'check', state: 'waiting', now, people: actedForBy(db, actor) }),
})

/** Lists the checks that await the user's decision, the longest wait first. */
export const listWaitingChecks = (ctx: Ctx<Staff>, { lateBefore, limit }: WaitingWanted) =>
  longestWaiting(ctx, { lateBefore, limit, now: ctx.now })

const longestWaiting = preparedForStaff((reader, wanted: Placeholders<WaitingWanted & { now: Date }>) =>
  store.listLongestWaiting(reader.db, waitingFor({ ...reader, now: wanted.now }), wanted),
)

/** Returns a condition on the id of a check's task: whether this person may open the check. */
export const checksOpenTo = (db: Db, person: Asking) => store.openTo(db, clientsOf(db, person))

/** Counts the checks of one client that await the user's decision. */
export const countWaitingChecks = (ctx: Ctx<Staff>, clientId: UserId) =>
  store.countWaiting(ctx.db, waitingFor(ctx), clientId)

/** Checks as a source of the queue. */
export const checkQueue: QueueSource = {
  list: async (ctx, isWanted, limit) => {
    const wanted = { clients: clientsOf(ctx.db, ctx.actor), isWanted }
    const rows = await store.listLongestWaiting(ctx.db, wanted, { lateBefore: ctx.now, limit })
    return rows.map((row) => ({ ...row, taskId: row.id, title: nameOf(row.title) }))
  },
  ownerOf: (ctx, id) => ownerOf(ctx, TaskId.parse(id)),
  claim: async (ctx, id) => {
    const row = await store.claim(ctx.db, clientsOf(ctx.db, ctx.actor), TaskId.parse(id))
    if (row.outcome !== 'review') throw decidedAlready()
    const matterId = await findMatterOfTask(ctx.db, row.taskId)
    return { clientId: row.clientId, title: nameOf(row.verificationType), matterId }
  },
  matterOf: (db, { id }) => findMatterOfTask(db, TaskId.parse(id)),
  invalidate: (ctx, { clientId }) => invalidateFirmPagesOf(ctx, clientId, 'identity'),
}

export const listWaiting = async (ctx: Ctx<Staff>) =>
  asReviewed(ctx, await store.listWaiting(ctx.db, waitingFor(ctx)))

export async function showCheck(ctx: Ctx<Staff>, { id }: Input<typeof identity.check>) {
  const row = await store.find(ctx.db, await ownerOf(ctx, id), id)
  const [shown] = row ? await asReviewed(ctx, [row]) : []
  return shown ?? null
}

/** Finds the client by the task, which exists whether or not anything was submitted. */
async function ownerOf({ db, actor }: Ctx<Staff>, id: TaskRow['id']) {
  const [task] = await listTasksByIds(db, [id])
  return task ? (await findClientOf(db, actor, task.clientId, 'check')).id : notFound('check')
}

export async function listOfClient(ctx: Ctx<Staff>, { id }: { id: UserId }) {
  const client = await findClientOf(ctx.db, ctx.actor, id)
  return asReviewed(ctx, await store.listOfClient(ctx.db, client.id))
}

export const nameOf = (type: VerificationRow['verificationType']) =>
  type === 'bank' ? 'Bank account' : 'Identity'

async function asReviewed(ctx: Ctx<Staff>, rows: VerificationRow[]): Promise<ReviewedVerification[]> {
  const ids = rows.flatMap(({ clientId, acceptedById }) => [
    clientId,
    ...(acceptedById ? [acceptedById] : []),
  ])
  const names = await namesOf(ctx.db, ids)
  const factsOf = await queueFactsOf(
    ctx,
    'check',
    rows.map(({ taskId }) => taskId),
  )
  const clientIds = rows.map(({ clientId }) => clientId)
  const closedRolesOf = await closedRolesAmong(ctx.actor, clientIds, (as, all) =>
    seenClients(ctx.db, as, all),
  )
  return rows.map(({ clientId, acceptedById, isSubmitted: _, ...row }) => {
    const person = acceptedById ? names.get(acceptedById) : undefined
    return {
      ...row,
      client: names.get(clientId) ?? { id: clientId, firstName: '', lastName: '' },
      acceptedBy: person ? fullName(person) : null,
      closedRoles: closedRolesOf(clientId),
      ...factsOf(row.taskId),
    }
  })
}

export const decidedAlready = () =>
  new Problem('conflict', 'This has been decided or changed in the meantime. Here is its current state.', {
    reason: 'already_decided',
  })
