import type { UserId } from '#contract/accounts/accounts.ts'
import { type ClientFile, clientsAtOnce, type firm } from '#contract/firm/firm.ts'
import type { Person, people } from '#contract/firm/people.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import type { Input, Output } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { clientPath, firmMatterPath, pages } from '#contract/kit/pages.ts'
import { looksAfterClients, may } from '#contract/kit/rights.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import type { TaskId } from '#contract/tasks.ts'
import {
  type AccountDependencies,
  assignClient,
  changeRoles,
  clientScopeOf,
  countClients,
  deactivate,
  findClientOf,
  findInspection,
  findPersonalDetails,
  getClient,
  joinTeam,
  listClients,
  listEverybody,
  listReaders,
  listStaff,
  listTeam,
  nameOfActor,
  seenClients,
  teams,
} from '#server/features/accounts/service.ts'
import { findUnreached } from '#server/features/mail/service.ts'
import {
  getFilesOf,
  getFirmMatter,
  listInCharge,
  visibleMattersOf,
} from '#server/features/matters/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import {
  fileScopeOf,
  listTasksByIds,
  listTasksShownTo,
  listVisibleTasks,
  progressesOf,
} from '#server/features/tasks/service.ts'
import { type Ctx, closedRolesAmong, type Staff } from '#server/platform/ctx.ts'
import { notifyOfLostCover, settleAbsences } from './people/absences.ts'
import { handAll } from './people/hand-over.ts'
import { findInspected } from './people/inspected-cases.ts'
import { listInvitations, withdrawAllOf } from './people/invitations.ts'

export async function showClients(
  { db, actor }: Ctx<Staff>,
  { search = '', before }: Input<typeof firm.clients>,
): Promise<Output<typeof firm.clients>> {
  const total = await countClients(db, actor, search)
  const rows = await listClients(db, actor, { search, before, limit: clientsAtOnce })
  const progresses = await progressesOf(
    db,
    clientScopeOf(db, actor),
    rows.map(({ id }) => id),
  )
  const clients = rows.map(
    ({ id, firstName, lastName, email, isGuest, joinedAt, lastSeenAt, feeEarner }) => ({
      id,
      firstName,
      lastName,
      email,
      isGuest,
      joinedAt,
      lastSeenAt,
      feeEarner,
      tasks: progresses.get(id) ?? { completed: 0, total: 0 },
    }),
  )
  return { total, clients }
}

export async function showClient(ctx: Ctx<Staff>, { id }: Input<typeof firm.client>): Promise<ClientFile> {
  const { db, actor } = ctx
  const { isFirstLogin, teamId, ...client } = await getClient(db, actor, id)
  const assigned = teamId && (await teams.namesOf(db, [teamId])).get(teamId)
  const team = await listTeam(db, id)
  const staff = await listStaff(db)
  const tasks = await listTasksShownTo(db, clientScopeOf(db, actor), id)
  const mattersOf = await visibleMattersOf(
    ctx,
    tasks.map((task) => ({ taskId: task.id })),
  )
  return {
    ...client,
    isOnboarded: !isFirstLogin,
    particulars: await findPersonalDetails(db, id),
    team: team.flatMap((member) => staff.find((person) => person.id === member.id) ?? []),
    assignedTeam: teamId && assigned ? { id: teamId, name: assigned } : null,
    tasks: tasks.map((task) => ({ ...task, matters: mattersOf({ taskId: task.id }) })),
    closedRoles: (await closedRolesAmong(actor, [id], (as, ids) => seenClients(db, as, ids)))(id),
  }
}

/**
 * Returns why nothing, or nothing of this matter or of the matter of this task, reaches a client, so that no page says
 * they are told. Whoever is named on a restricted matter need not work with its clients.
 */
export async function showReach(ctx: Ctx<Staff>, { id, matterId, taskId }: Input<typeof firm.reach>) {
  const matter = matterId ? await getFirmMatter(ctx, matterId) : null
  const task = taskId ? await findVisibleTask(ctx, { id: taskId, clientId: id }) : null
  const isOpen = task !== null || (matter?.isRestricted && (await isOnMatter(ctx, matter.id, id)))
  if (!isOpen) await findClientOf(ctx.db, ctx.actor, id)
  const matterIds = [matter?.id, task?.matterId].filter((found) => found !== null && found !== undefined)
  return { unreached: await findUnreached(ctx, id, matterIds) }
}

const isOnMatter = async (ctx: Ctx<Staff>, matterId: MatterId, clientId: UserId) =>
  (await getFilesOf(ctx, matterId)).files.some((file) => file.clientId === clientId)

/** Returns a client's task if the user may see it. They may not know of its matter. */
async function findVisibleTask(
  { db, actor }: Ctx<Staff>,
  { id, clientId }: { id: TaskId; clientId: UserId },
) {
  const visible = await listVisibleTasks(db, fileScopeOf(db, clientScopeOf(db, actor)), [id])
  const [task] = visible.has(id) ? await listTasksByIds(db, [id]) : []
  return task?.clientId === clientId ? task : null
}

export const showColleagues = ({ db }: Ctx<Staff>) => listStaff(db)

/** Assigns a client, and notifies the people who are new to their team. */
export async function assign(ctx: Ctx<Staff>, { id, ...wanted }: Input<typeof firm.assign>) {
  const joined = await assignClient(ctx, { clientId: id, ...wanted })
  // Whoever hands a client on may see them no longer, but saw this until now.
  const client = await showClient({ ...ctx, actor: { ...ctx.actor, opensAll: true } }, { id })
  for (const person of joined)
    await notify(ctx, person, {
      topic: 'account',
      inMail: 'You now work with another client.',
      title: 'You now work with another client',
      body: fullName(client),
      link: clientPath(id),
    })
  return client
}

/** Adds the user to a client's team, and tells the people who work with the client or run a case of theirs. */
export async function join(ctx: Ctx<Staff>, { email }: Input<typeof firm.joinTeam>) {
  const { client, team, isNew } = await joinTeam(ctx, email)
  if (!isNew) return { id: client.id }
  const name = await nameOfActor(ctx)
  const charges = await listInCharge(ctx.db, client.id)
  const readers = await listReaders(ctx, client.id)
  const concerned = new Set([...team, ...charges.keys()])
  concerned.delete(ctx.actor.id)
  for (const id of concerned) {
    const matterId = readers.includes(id) ? null : (charges.get(id) ?? null)
    await notify(ctx, id, {
      topic: 'account',
      inMail: 'A colleague now works with one of your clients.',
      title: `${name} now works with one of your clients`,
      body: `They added themselves to the team of ${fullName(client)}.`,
      link: matterId ? firmMatterPath(matterId) : clientPath(client.id),
      matterId,
    })
  }
  return { id: client.id }
}

export const showPeople = async ({ db }: Ctx<Staff>) => ({
  people: await listEverybody(db),
  invitations: await listInvitations(db),
})

/** Returns what the user may read as an auditor. */
export const showInspection = async ({ db, actor }: Ctx<Staff>) => ({
  inspection: actor.roles.includes('auditor') ? await findInspection(db, actor.id) : null,
})

/**
 * Settles what somebody's roles no longer allow: their invitations, and if they look after no clients any more, whom
 * they cover for and what they are in charge of. Covers come first, because they take part of the rest over.
 */
export async function settleRoles(ctx: Ctx, { personId, roles, couldCover }: DomainEvents['rolesLost']) {
  if (!may(roles, 'people.manage')) await withdrawAllOf(ctx, personId)
  if (looksAfterClients(roles)) return
  await settleAbsences(ctx)
  if (couldCover) await notifyOfLostCover(ctx, personId)
  await ctx.publish('staffDeparted', { personId })
}

/** Changes a person's roles. */
export async function giveRoles(
  ctx: Ctx<Staff>,
  input: Input<typeof people.saveRoles>,
  dependencies: AccountDependencies,
) {
  const inspection = input.inspection && (await findInspected(ctx, input.inspection))
  const { id: personId, handTo: successorId } = input
  if (successorId && !looksAfterClients(input.roles)) await handAll(ctx, { personId, successorId })
  const { person, handed, couldCover } = await changeRoles(ctx, { ...input, inspection }, dependencies)
  await settleRoles(ctx, { personId: person.id, roles: person.roles, couldCover })
  if (input.handTo) await notifySuccessor(ctx, input.handTo, { person, handed })
  return person
}

/** Deactivates a person, and notifies the colleague who takes over their clients and cases. */
export async function deactivatePerson(
  ctx: Ctx<Staff>,
  input: Input<typeof people.deactivate>,
  dependencies: AccountDependencies,
) {
  // Before their clients and duties go, because these say which files the successor gets to see with a case.
  if (input.handTo) await handAll(ctx, { personId: input.id, successorId: input.handTo })
  const { person, handed, couldCover } = await deactivate(ctx, input, dependencies)
  await settleRoles(ctx, { personId: person.id, roles: [], couldCover })
  if (input.handTo) await notifySuccessor(ctx, input.handTo, { person, handed })
  return person
}

async function notifySuccessor(ctx: Ctx, id: UserId, { person, handed }: { person: Person; handed: number }) {
  if (handed === 0) return
  await notify(ctx, id, {
    topic: 'account',
    title: handed === 1 ? 'You have a new client' : `${handed} new clients are yours`,
    body: `${fullName(person)} was responsible for them until now.`,
    link: pages.firm,
  })
}
