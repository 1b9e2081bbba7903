import type { UserId } from '#contract/accounts/accounts.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages, pathTo } from '#contract/kit/pages.ts'
import { invalidFields, Problem } from '#contract/kit/problem.ts'
import { quoted } from '#contract/kit/text.ts'
import {
  type MatterEvent,
  type MatterEventKind,
  type MatterId,
  type Step,
} from '#contract/matters/matters.ts'
import { assigneeWords, type NextAction } from '#contract/matters/next-action.ts'
import { stageName, undoSeconds } from '#contract/matters/stages.ts'
import { canDo, type MatterCommand, matterRules, refusalOf } from '#contract/matters/states.ts'
import type { TaskId } from '#contract/tasks.ts'
import {
  actingForEach,
  clientScopeOf,
  getAccount,
  listNamedOn,
  listReaders,
  listTeam,
  listUnrestricted,
  nameOfActor,
  teams,
} from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { fileScopeOf, listTasksInScope, type TaskRow } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import { actorIdOf, type Ctx, type Member } from '#server/platform/ctx.ts'
import type { Attempt } from '#server/platform/http/idempotency.ts'
import { after, seconds } from '#server/platform/time/durations.ts'
import { claimWithTasks, followDue, listHeldTasks, restartHeld } from '../steps/held-tasks.ts'
import type { MatterReader, MatterRow } from '../store.ts'
import * as store from '../store.ts'
import * as timeline from '../timeline/store.ts'

interface CommandInput {
  id: MatterId
  reader: MatterReader
  command: MatterCommand
  step?: Step
  /** The reason, the note, or what the client is told about the stage. */
  words?: string | undefined
  stage?: string
  /** The new type of the matter, if it changes. */
  type?: string | undefined
  /** By which a repeat of the command is recognised. */
  attempt?: Attempt
}

/**
 * Carries out one command on a matter. Concurrent commands run one after the other. Throws `conflict` if the rules do
 * not allow it in the matter's current state.
 */
export async function runCommand(
  ctx: Ctx<Member>,
  { id, reader, command, step, words, stage, type = '', attempt }: CommandInput,
): Promise<MatterRow> {
  const changesDue = command === 'close' || command === 'reopen'
  const found = await (changesDue ? claimWithTasks(ctx, reader, id) : store.claim(ctx.db, reader, id))
  const side = ctx.actor.role === 'client' ? 'client' : 'firm'
  if (!canDo(command, found, side))
    throw new Problem('conflict', refusalOf(command, found.status), { reason: `case_${found.status}` })
  if (step) await refuseForeignTask(ctx, found.clientId, step.taskId)
  const status = matterRules[command].to ?? found.status
  if (command === 'reopen') await restartHeld(ctx, id)
  const row = await store.update(ctx.db, id, {
    status,
    type: type || found.type,
    ...(status === 'open' ? {} : noNextAction),
    ...(step && nextActionOf(ctx, step)),
    reason: command === 'reject' ? words : status === 'rejected' ? found.reason : null,
    closedAt: command === 'close' ? ctx.now : status === 'closed' ? found.closedAt : null,
  })
  await record(ctx, row, {
    kind: eventKinds[command],
    words: step?.nextStep ?? (words || null),
    step: step ?? null,
    stage: stage ?? null,
    held: command === 'close' && side === 'client' ? await listHeldTasks(ctx.db, id) : [],
    details: row.type === found.type ? {} : { type: `${found.type} → ${row.type}` },
    ...(attempt && { attempt }),
  })
  if (changesDue) await followDue(ctx, id)
  return row
}

/** Throws if the task of a next step belongs to another client, or is one that the user may not see. */
export async function refuseForeignTask(
  { db, actor }: Pick<Ctx<Member>, 'db' | 'actor'>,
  clientId: UserId,
  taskId: TaskId | undefined,
) {
  if (taskId === undefined) return
  const own = await listTasksInScope(db, fileScopeOf(db, clientScopeOf(db, actor)), clientId)
  if (!own.some(({ id }) => id === taskId))
    throw invalidFields({ taskId: 'Please choose one of this client’s tasks' })
}

/** How long a stage can be undone: with the time that a press of "Undo" takes to arrive. */
export const undoTime = seconds(undoSeconds + 5)

type Titled = Pick<TaskRow, 'title'>

interface NewEvent {
  kind: MatterEventKind
  words: string | null
  step: Step | null
  stage?: string | null
  /** The tasks that are on hold while it is closed. */
  held?: readonly Titled[]
  /** Further details for the audit trail. */
  details?: Record<string, string>
  attempt?: Attempt
}

/** Adds an event to the timeline, and notifies the people concerned. */
export async function record(
  ctx: Ctx<Member>,
  row: MatterRow,
  { kind, words, step, stage = null, held = [], details, attempt }: NewEvent,
) {
  const id = newId<MatterEvent['id']>()
  const move = step && { whose: step.whose, thirdParty: thirdPartyOf(step) }
  await timeline.insertEvent(ctx.db, {
    id,
    matterId: row.id,
    kind,
    at: ctx.now,
    byId: ctx.actor.id,
    byName: await nameOfActor(ctx),
    isOfFirm: ctx.actor.role !== 'client',
    words,
    assignee: step?.whose ?? null,
    thirdParty: step && thirdPartyOf(step),
    stage,
    ...attempt,
  })
  await audit(ctx, `case.${kind}`, {
    subjectId: row.clientId,
    details: { reference: row.reference, ...(stage !== null && { stage }), ...details },
  })
  if (!row.isRestricted) await publishKind(ctx, row, kind)
  await invalidateMatter(ctx, row)
  // A stage may be set by mistake, so nobody is notified until it can no longer be undone.
  if (kind === 'staged')
    return ctx.enqueue('notifyOfStage', { eventId: id }, { runAt: after(ctx.now, undoTime) })
  await notifyOthers(ctx, row, { kind, words, move, held })
}

/** Notifies the clients of the stage of their matter, unless it was undone, another followed or the matter closed. */
export async function notifyOfStage(ctx: Ctx, eventId: MatterEvent['id']) {
  const event = await timeline.findEvent(ctx.db, eventId)
  const row = event && (await store.find(ctx.db, event.matterId))
  const last = row && (await timeline.findLastStage(ctx.db, row.id))
  if (!event?.stage || !row || last?.id !== eventId) return
  if (row.status === 'open') await notifyClients(ctx, row, { ...event, move: null })
  if (!row.isRestricted) await ctx.publish('matterStaged', { ...nameOf(row), stage: event.stage })
}

const nameOf = ({ id, clientId, reference }: MatterRow) => ({ clientId, matterId: id, reference })

async function publishKind(ctx: Ctx, row: MatterRow, kind: MatterEventKind) {
  if (kind === 'opened' || kind === 'reopened') await ctx.publish('matterOpened', nameOf(row))
  if (kind === 'closed') await ctx.publish('matterClosed', nameOf(row))
}

export const nextActionOf = ({ now }: Pick<Ctx, 'now'>, step: Step) => ({
  assignee: step.whose,
  thirdParty: thirdPartyOf(step),
  nextStep: step.nextStep,
  nextTaskId: (step.whose === 'client' && step.taskId) || null,
  assignedAt: now,
})

const noNextAction = {
  assignee: null,
  thirdParty: null,
  nextStep: null,
  nextTaskId: null,
  assignedAt: null,
}

/** Only kept if the next to act is neither the client nor the firm. */
const thirdPartyOf = ({ whose, thirdParty }: Step) => (whose === 'third_party' ? (thirdParty ?? null) : null)

const eventKinds: Record<MatterCommand, MatterEventKind> = {
  open: 'opened',
  reject: 'rejected',
  move: 'moved',
  stage: 'staged',
  note: 'noted',
  close: 'closed',
  reopen: 'reopened',
}

interface News {
  kind: MatterEventKind
  words: string | null
  stage?: string | null
  move: Pick<NextAction, 'whose' | 'thirdParty'> | null
  held?: readonly Titled[]
}

/** Returns everybody at the firm whose pages may show this matter. For a restricted one, only those who are named. */
export async function watchersOf(
  ctx: Ctx,
  { id, clientId, feeEarnerId, supervisorId, teamId, isRestricted }: MatterRow,
) {
  const team = (await listTeam(ctx.db, clientId)).map((person) => person.id)
  if (isRestricted) {
    const named = (await listNamedOn(ctx.db, id)) ?? []
    return {
      team: team.filter((member) => named.includes(member)),
      all: new Set([...named, ...(await listUnrestricted(ctx.db))]),
    }
  }
  const all = new Set(team)
  for (const client of await store.listClients(ctx.db, [id]))
    for (const reader of await listReaders(ctx, client.clientId, id)) all.add(reader)
  const inCharge = [feeEarnerId, supervisorId].filter((person) => person !== null)
  for (const person of [...inCharge, ...(await actingForEach(ctx.db, inCharge)).values()]) all.add(person)
  for (const member of teamId ? (await teams.get(ctx.db, teamId)).memberIds : []) all.add(member)
  return { team, all }
}

/** Refreshes every page of the firm that shows the matter. */
export async function invalidateForFirm(ctx: Ctx, row: MatterRow) {
  for (const person of (await watchersOf(ctx, row)).all) await ctx.invalidate(person, 'cases')
}

/** Refreshes the pages of the firm and of the matter's clients. */
export async function invalidateMatter(ctx: Ctx, row: MatterRow) {
  await invalidateForFirm(ctx, row)
  for (const { clientId } of await store.listClients(ctx.db, [row.id]))
    await ctx.invalidate(clientId, 'cases')
}

/** Notifies everyone concerned except the user who did it. */
async function notifyOthers(ctx: Ctx<Member>, row: MatterRow, news: News) {
  await notifyClients(ctx, row, news)
  if (ctx.actor.role !== 'client') return
  const { team } = await watchersOf(ctx, row)
  const words = wordsForFirm(row, news, fullName(await getAccount(ctx.db, ctx.actor.id)))
  const link = pathTo(pages.firmMatters, 'case', row.id)
  for (const person of team)
    await notify(ctx, person, { topic: 'cases', inMail: `${words.title}.`, ...words, link, matterId: row.id })
}

async function notifyClients(ctx: Ctx, row: MatterRow, news: News) {
  const words = wordsForClient(row, news)
  const link = pathTo(pages.matters, 'case', row.id)
  for (const { clientId } of await store.listClients(ctx.db, [row.id]))
    if (clientId !== actorIdOf(ctx.actor))
      await notify(ctx, clientId, {
        topic: 'cases',
        inMail: `${words.title}.`,
        ...words,
        link,
        matterId: row.id,
      })
}

const wordsForFirm = ({ title, reference }: MatterRow, { kind, held = [] }: News, client: string) => {
  const body = `${client}: ${title} (${reference})`
  if (kind === 'requested') return { title: 'A client has requested a new case', body }
  // What clients share, or each of them has to do, is named once.
  const titles = [...new Set(held.map((task) => task.title))]
  const [are, arent] = titles.length === 1 ? ['is', 'isn’t'] : ['are', 'aren’t']
  return {
    title: 'A client has closed their case',
    body:
      titles.length === 0
        ? body
        : `${body}. ${quoted(titles)} ${arent} done, and ${are} on hold while the case is closed.`,
  }
}

const wordsForClient = ({ title, reference }: MatterRow, { kind, words, stage, move }: News) => {
  const standing = move ? `. ${assigneeWords(move)}` : stage ? `. ${stageName(stage)}` : ''
  return {
    title:
      titlesForClient[kind] ??
      (move?.whose === 'client' ? 'The next step is yours' : 'The next step in your case'),
    body: `${title} (${reference})${standing}${words ? `: ${words}` : ''}`,
  }
}

const titlesForClient: Partial<Record<MatterEventKind, string>> = {
  opened: 'Your case is open',
  rejected: "We couldn't open your case",
  noted: 'An update on your case',
  changed: 'An update on your case',
  handed_over: 'Someone new is looking after your case',
  staged: 'Your case has reached a new stage',
  closed: 'Your case is closed',
  reopened: 'Your case is open again',
}
