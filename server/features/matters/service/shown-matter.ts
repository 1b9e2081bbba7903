import type { UserId } from '#contract/accounts/accounts.ts'
import { fullName } from '#contract/kit/names.ts'
import { dateName, type MatterFacts } from '#contract/matters/facts.ts'
import type {
  FirmMatter,
  FirmMatterFile,
  Matter,
  MatterClient,
  MatterEvent,
  MatterFile,
  MatterId,
} from '#contract/matters/matters.ts'
import type { JointClient } from '#contract/matters/party.ts'
import { progressOfStages, type StageMove, stageName } from '#contract/matters/stages.ts'
import { isFinished, type TaskId } from '#contract/tasks.ts'
import {
  clientScopeOf,
  getAccount,
  guestsAmong,
  listNameable,
  listNamedOn,
  namesOf,
  seenClients,
  teams,
} from '#server/features/accounts/service.ts'
import {
  fileScopeOf,
  listTasksByIds,
  listTasksInScope,
  selectHeldTasks,
} from '#server/features/tasks/service.ts'
import { type Ctx, closedRolesAmong, type Staff, withRolesFor } from '#server/platform/ctx.ts'
import { type Db, readAtOnce } from '#server/platform/db/database.ts'
import { listOf as listParties } from '../parties/store.ts'
import { readerFor } from '../reader.ts'
import * as matterTasks from '../steps/store.ts'
import type { MatterRow } from '../store.ts'
import * as store from '../store.ts'
import type { EventRow } from '../timeline/store.ts'
import * as timeline from '../timeline/store.ts'
import { actingPeopleOf, withFeeEarners } from './acting-people.ts'

/** Converts matters for one of their clients. */
export async function showMatters(db: Db, rows: MatterRow[], clientId: UserId): Promise<Matter[]> {
  const heldIn = await heldTasksOf(db, rows, clientId)
  return (await showToAll(db, rows, clientId)).map((matter) => ({ ...matter, heldTasks: heldIn(matter.id) }))
}

/** Returns the client's own tasks that closed matters have on hold. */
async function heldTasksOf(db: Db, rows: MatterRow[], clientId: UserId) {
  const closed = rows.filter(({ status }) => status === 'closed').map(({ id }) => id)
  const tasks = await matterTasks.listTasksOf(db, closed)
  const held = new Set(tasks.length === 0 ? [] : (await selectHeldTasks(db, clientId)).map(({ id }) => id))
  return (id: MatterId): TaskId[] =>
    tasks.filter(({ matterId, taskId }) => matterId === id && held.has(taskId)).map(({ taskId }) => taskId)
}

type ShownToAll = Omit<Matter, 'heldTasks'>

/** Converts what clients and firm see of matters. With `viewerId`, marks which of the clients the viewer is. */
async function showToAll(db: Db, found: MatterRow[], viewerId?: UserId): Promise<ShownToAll[]> {
  const rows = await withFeeEarners(db, found)
  const ids = rows.map(({ id }) => id)
  const inCharge = rows.flatMap(({ feeEarnerId, supervisorId }) => [feeEarnerId, supervisorId])
  const [moves, names, actingIn, clientsIn, ofOthers] = await readAtOnce(db, [
    (on) => timeline.listStageMoves(on, ids),
    (on) => namesByIds(on, inCharge),
    (on) => actingPeopleOf(on, rows),
    (on) => jointClientsOf(on, rows, viewerId),
    (on) => listOthersTasks(on, rows, viewerId),
  ])
  return rows.map((row) => {
    const matter = shown(
      row,
      moves.filter(({ matterId }) => matterId === row.id),
      names,
    )
    const { move } = matter
    return {
      ...matter,
      move: move && ofOthers.has(row.nextTaskId) ? { ...move, taskId: null } : move,
      people: actingIn(row),
      clients: clientsIn(row),
    }
  })
}

/**
 * Returns those of the matters' next tasks that belong to somebody else than the viewer: a task belongs to one client,
 * and the other clients cannot open it.
 */
async function listOthersTasks(db: Db, rows: readonly MatterRow[], viewerId: UserId | undefined) {
  if (viewerId === undefined) return new Set<TaskId | null>()
  const ids = rows.flatMap(({ nextTaskId }) => nextTaskId ?? [])
  const own = (await listTasksByIds(db, ids)).filter(({ clientId }) => clientId === viewerId)
  return new Set<TaskId | null>(ids.filter((id) => !own.some((task) => task.id === id)))
}

/** Returns the clients of each matter that has several, with each one's progress in its tasks. */
async function jointClientsOf(db: Db, rows: MatterRow[], viewerId?: UserId) {
  const all = await store.listClients(
    db,
    rows.map(({ id }) => id),
  )
  const clientsOf = ({ id }: MatterRow) => {
    const ids = all.filter(({ matterId }) => matterId === id).map(({ clientId }) => clientId)
    return ids.length > 1 ? ids : []
  }
  const joint = rows.filter((row) => clientsOf(row).length > 0)
  const nameBy = await namesByIds(db, [...new Set(joint.flatMap(clientsOf))])
  // Counts only tasks of this matter, because others would reveal to the other clients that there is another matter.
  const steps = await matterTasks.listTasksOf(
    db,
    joint.map(({ id }) => id),
  )
  const tasks = await listTasksByIds(
    db,
    steps.map(({ taskId }) => taskId),
  )
  const finished = new Set(tasks.filter(isFinished).map(({ id }) => id))
  return (row: MatterRow): JointClient[] =>
    clientsOf(row).map((id) => {
      const own = steps.filter(({ matterId, clientId }) => matterId === row.id && clientId === id)
      return {
        name: nameBy(id) ?? '',
        isYou: id === viewerId,
        tasks: { completed: own.filter(({ taskId }) => finished.has(taskId)).length, total: own.length },
      }
    })
}

export const showMatter = async (db: Db, row: MatterRow, clientId: UserId) => {
  const [matter] = await showMatters(db, [row], clientId)
  return matter as Matter
}

type Names = (id: UserId | null) => string | null

/** Returns a function that gives the full name of each of these people. */
export const namesByIds = async (db: Db, ids: (UserId | null)[]): Promise<Names> => {
  const people = await namesOf(
    db,
    ids.filter((id) => id !== null),
  )
  return (id) => {
    const person = id && people.get(id)
    return person ? fullName(person) : null
  }
}

const shown = (row: MatterRow, moves: StageMove[], nameBy: Names): Omit<ShownToAll, 'clients' | 'people'> => {
  const { id, title, reference, status, type, priority, description, reason, createdAt, closedAt } = row
  const { costsEstimate, costsSoFar, costsAt } = row
  const dates = row.dates.filter(({ isShared }) => isShared)
  const standing = { isOver: status !== 'open', isClientsTurn: row.assignee === 'client', dates }
  const isStaged = status === 'open' || moves.some(({ stage }) => stage !== null)
  return {
    id,
    title,
    reference,
    status,
    type,
    priority,
    description,
    reason,
    move: nextActionIn(row),
    stages: isStaged ? progressOfStages(type, moves, standing) : [],
    feeEarner: nameBy(row.feeEarnerId),
    supervisor: nameBy(row.supervisorId),
    dates: dates
      .map((date) => ({ name: dateName(date), on: date.on }))
      .toSorted((a, b) => a.on.localeCompare(b.on)),
    costs: costsAt && { estimate: costsEstimate, soFar: costsSoFar, asOf: costsAt },
    createdAt,
    closedAt,
  }
}

export const nextActionIn = ({ assignee, thirdParty, nextStep, nextTaskId, assignedAt }: MatterRow) =>
  assignee === null || nextStep === null || assignedAt === null
    ? null
    : { whose: assignee, thirdParty, nextStep, taskId: nextTaskId, since: assignedAt }

const eventOf = (row: EventRow): MatterEvent => {
  const { id, kind, at, byName, isOfFirm, words, assignee, thirdParty, stage } = row
  return {
    id,
    kind,
    at,
    by: { name: byName, isOfFirm },
    words,
    stage: stage && stageName(stage),
    move: assignee === null ? null : { whose: assignee, thirdParty },
  }
}

/** The same, each with its events. */
export const showFiles = async (db: Db, rows: MatterRow[], clientId: UserId): Promise<MatterFile[]> =>
  withEvents(db, await showMatters(db, rows, clientId))

async function withEvents<M extends ShownToAll>(db: Db, matters: M[]) {
  if (matters.length === 0) return []
  const events = await timeline.listEvents(
    db,
    matters.map(({ id }) => id),
  )
  return matters.map((matter) => ({
    ...matter,
    events: events.filter(({ matterId }) => matterId === matter.id).map(eventOf),
  }))
}

/** The same for the firm, each with its client. */
export const forFirm = async (db: Db, rows: MatterRow[]): Promise<FirmMatter[]> => {
  const nameBy = await namesByIds(
    db,
    rows.map(({ clientId }) => clientId),
  )
  const clients = new Map(rows.map(({ id, clientId }) => [id, clientOf(clientId, nameBy)]))
  return (await showToAll(db, rows)).map((matter) => ({
    ...matter,
    client: clients.get(matter.id) as MatterClient,
  }))
}

/** The same for one matter. */
export const showFirmMatter = async (db: Db, row: MatterRow): Promise<FirmMatter> => {
  const [matter] = await forFirm(db, [row])
  return matter as FirmMatter
}

const clientOf = (id: UserId, nameBy: Names): MatterClient => ({ id, name: nameBy(id) ?? '' })

/** Returns all data of the firm's page of a matter. No response to a client is built from it. */
export async function fileForFirm({ db, actor }: Ctx<Staff>, row: MatterRow): Promise<FirmMatterFile> {
  const [files, notes, tasks, steps, account, parties, listed, teamNames] = await readAtOnce(db, [
    async (on) => withEvents(on, await showToAll(on, [row])),
    (on) => timeline.listNotes(on, row.id),
    (on) => listTasksInScope(on, fileScopeOf(on, clientScopeOf(on, actor)), row.clientId),
    (on) => matterTasks.listTasksOf(on, [row.id]),
    (on) => getAccount(on, row.clientId),
    (on) => listParties(on, row.id),
    (on) => listNamedOn(on, row.id),
    (on) => teams.listNames(on),
  ])
  const memberIds = listed ?? []
  // Reopening the case makes what it has put on hold due again. What another closed case asked for stays on hold.
  const own = new Set(steps.map(({ taskId }) => taskId))
  const openTasks = tasks.filter((task) => !isFinished(task) && (!task.isHeld || own.has(task.id)))
  const accountIds = parties.flatMap(({ clientId }) => clientId ?? [])
  const people = new Set([row.clientId, ...accountIds, ...steps.map(({ clientId }) => clientId)])
  const [seen, guests, named] = await readAtOnce(db, [
    (on) => seenClients(on, withRolesFor(actor, 'clients.read'), [...people]),
    (on) => guestsAmong(on, accountIds),
    async (on) => (memberIds.length === 0 ? [] : listNameable(on, memberIds)),
  ])
  const closedRolesOf = await closedRolesAmong(actor, [row.id], (as, ids) =>
    store.listIds(db, readerFor(db, as), ids),
  )
  return {
    ...(files[0] as Omit<MatterFile, 'heldTasks'>),
    client: { id: row.clientId, name: fullName(account), email: account.email },
    facts: factsOf(row),
    notes: notes.map(({ id, at, byName, words }) => ({ id, at, by: byName, words })),
    parties,
    guestIds: [...guests],
    hiddenIds: [...people].filter((id) => !seen.has(id)),
    access: { isRestricted: row.isRestricted, memberIds },
    named: named.map(fullName),
    closedRoles: closedRolesOf(row.id),
    openTasks: openTasks.map(({ id, title }) => ({ id, title })),
    teams: teamNames,
  }
}

export const factsOf = (row: MatterRow): MatterFacts => {
  const { type, feeEarnerId, supervisorId, teamId, value, dates, scope, scopeReason } = row
  const { costsEstimate, costsSoFar } = row
  return {
    type,
    feeEarnerId,
    supervisorId,
    teamId,
    value,
    dates,
    scope,
    scopeReason,
    costsEstimate,
    costsSoFar,
  }
}
