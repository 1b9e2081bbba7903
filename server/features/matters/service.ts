import type { UserId } from '#contract/accounts.ts'
import type { DomainEvents } from '#contract/domain-events.ts'
import type { Input } from '#contract/kit.ts'
import { londonDay } from '#contract/london.ts'
import type {
  matters as contract,
  FirmMatter,
  Matter,
  MatterEvent,
  MatterFile,
  MatterId,
} from '#contract/matters.ts'
import { fullName } from '#contract/names.ts'
import { clientsOf, findClientOf, listClientsByName, namesOf } from '#server/features/accounts/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Client, Ctx, Member, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { requestRate } from '#server/platform/http/limits.ts'
import { nextActionOf, record, runCommand } from './commands.ts'
import type { EventRow, MatterRow, Owners } from './store.ts'
import * as store from './store.ts'

export { isAnyOf as hasMatters } from './store.ts'

type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>

const own = ({ actor }: Ctx<Member>): Owners => ({ clientId: actor.id })
const theirs = ({ db, actor }: Ctx<Member>): Owners => ({ clients: clientsOf(db, actor) })

export const list = ({ db, actor }: Ctx<Client>, { before }: Requested<'list'>) =>
  listMatters(db, actor.id, before)

/** A client's matters, newest first. */
export const listMatters = async (db: Db, clientId: UserId, before?: string) =>
  (await store.listOf(db, { clientId }, before)).map(matterOf)

/** The same, each with what happened in it. */
export async function listMatterFiles(db: Db, clientId: UserId): Promise<MatterFile[]> {
  const rows = await store.listOf(db, { clientId })
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const events = await store.listEvents(db, ids)
  return rows.map((row) => ({
    ...matterOf(row),
    events: events.filter(({ matterId }) => matterId === row.id).map(eventOf),
  }))
}

export const show = (ctx: Ctx<Client>, { id }: Requested<'one'>) => fileOf(ctx.db, own(ctx), id)

/** A matter that a client asks for waits until a person of the firm opens it or turns it down. */
export async function request(ctx: MultiStepCtx<Client>, requested: Requested<'request'>) {
  await ctx.ports.limits.count(requestRate, ctx.actor.id)
  return ctx.transaction((step) => insertRequested(step, requested))
}

async function insertRequested(ctx: Ctx<Member>, requested: Requested<'request'>) {
  const row = await addMatter(ctx, { ...requested, clientId: ctx.actor.id, status: 'pending' })
  await record(ctx, row, { kind: 'requested', words: null, step: null })
  return matterOf(row)
}

export const close = async (ctx: Ctx<Client>, { id }: Requested<'close'>) =>
  matterOf(await runCommand(ctx, { id, owners: own(ctx), command: 'close' }))

export const listForFirm = async (ctx: Ctx<Staff>, { before }: Requested<'firmList'>) =>
  forFirm(ctx.db, await store.listWaitingFirst(ctx.db, theirs(ctx), before))

export async function showToFirm(ctx: Ctx<Staff>, { id }: Requested<'firmOne'>) {
  const row = await store.get(ctx.db, theirs(ctx), id)
  const [shown] = await forFirm(ctx.db, [row])
  return {
    ...(await fileOf(ctx.db, theirs(ctx), id)),
    client: shown?.client ?? { id: row.clientId, name: '' },
  }
}

export const listClients = async ({ db, actor }: Ctx<Staff>, { search }: Requested<'clients'>) =>
  (await listClientsByName(db, actor, search)).map(({ id, firstName, lastName }) => ({
    id,
    name: fullName({ firstName, lastName }),
  }))

/** A matter that the firm opens of its own accord. */
export async function start(
  ctx: Ctx<Staff>,
  { clientId, title, type, priority, description, ...step }: Requested<'start'>,
) {
  const client = await findClientOf(ctx.db, ctx.actor, clientId)
  const words = { title, type, priority, description }
  const row = await addMatter(ctx, {
    ...words,
    clientId: client.id,
    status: 'open',
    ...nextActionOf(ctx, step),
  })
  await record(ctx, row, { kind: 'opened', words: step.nextStep, step })
  return firmMatter(ctx, row)
}

export const open = (ctx: Ctx<Staff>, { id, ...step }: Requested<'open'>) =>
  run(ctx, { id, command: 'open', step })
export const reject = (ctx: Ctx<Staff>, { id, reason }: Requested<'reject'>) =>
  run(ctx, { id, command: 'reject', words: reason })
export const move = (ctx: Ctx<Staff>, { id, ...step }: Requested<'move'>) =>
  run(ctx, { id, command: 'move', step })
export const note = (ctx: Ctx<Staff>, { id, note: words }: Requested<'note'>) =>
  run(ctx, { id, command: 'note', words })
export const closeForClient = (ctx: Ctx<Staff>, { id }: Requested<'firmClose'>) =>
  run(ctx, { id, command: 'close' })
export const reopen = (ctx: Ctx<Staff>, { id, ...step }: Requested<'reopen'>) =>
  run(ctx, { id, command: 'reopen', step })

/** A demo account starts over. */
export async function eraseMatters({ db, invalidate }: Ctx, { clientId }: DomainEvents['clientReset']) {
  await store.removeAllOf(db, clientId)
  await invalidate(clientId, 'cases')
}

const run = async (ctx: Ctx<Member>, command: Omit<Parameters<typeof runCommand>[1], 'owners'>) =>
  firmMatter(ctx, await runCommand(ctx, { ...command, owners: theirs(ctx) }))

const firmMatter = async (ctx: Ctx, row: store.MatterRow) => {
  const [shown] = await forFirm(ctx.db, [row])
  return shown as NonNullable<typeof shown>
}

type NewMatter = Omit<Parameters<typeof store.insert>[1], 'id' | 'reference' | 'createdAt'>

/** A matter with the next reference of the year. */
export async function addMatter({ db, now }: Pick<Ctx, 'db' | 'now'>, facts: NewMatter): Promise<MatterRow> {
  const { name } = await findFirm(db)
  const year = londonDay(now).slice(0, 4)
  const number = await store.insertNumber(db, Number(year))
  const reference = `${initialsOf(name)}-${year}-${String(number).padStart(5, '0')}`
  return store.insert(db, { ...facts, id: newId<MatterId>(), reference, createdAt: now })
}

/** "Hartley & Rowe" → `HR` */
const initialsOf = (firm: string) =>
  (firm.match(/\p{L}+/gu) ?? [])
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
    .slice(0, 4) || 'C'

export type PastEvent = Pick<EventRow, 'kind' | 'at' | 'byId' | 'byName' | 'isOfFirm'> & Partial<EventRow>

/** For the demo: a matter with a past that nobody is notified of; its events come oldest first. */
export async function addPastMatter(db: Db, facts: NewMatter & { createdAt: Date }, events: PastEvent[]) {
  const { createdAt, ...rest } = facts
  const { id } = await addMatter({ db, now: createdAt }, rest)
  for (const event of events)
    await store.insertEvent(db, { ...event, id: newId<MatterEvent['id']>(), matterId: id })
}

export const matterOf = (row: MatterRow): Matter => {
  const { id, title, reference, status, type, priority, description, reason, createdAt, closedAt } = row
  return {
    id,
    title,
    reference,
    status,
    type,
    priority,
    description,
    reason,
    move: shownNextAction(row),
    createdAt,
    closedAt,
  }
}

const shownNextAction = ({ assignee, thirdParty, nextStep, assignedAt }: MatterRow): Matter['move'] =>
  assignee === null || nextStep === null || assignedAt === null
    ? null
    : { whose: assignee, thirdParty, nextStep, since: assignedAt }

const eventOf = ({ id, kind, at, byName, isOfFirm, words, assignee, thirdParty }: EventRow): MatterEvent => ({
  id,
  kind,
  at,
  by: { name: byName, isOfFirm },
  words,
  move: assignee === null ? null : { whose: assignee, thirdParty },
})

export async function fileOf(db: Db, owners: Owners, id: Matter['id']): Promise<MatterFile> {
  const row = await store.get(db, owners, id)
  return { ...matterOf(row), events: (await store.listEvents(db, [row.id])).map(eventOf) }
}

/** With the client whose matter each is. */
export const forFirm = async (db: Db, rows: MatterRow[]): Promise<FirmMatter[]> => {
  const names = await namesOf(
    db,
    rows.map(({ clientId }) => clientId),
  )
  return rows.map((row) => {
    const client = names.get(row.clientId)
    return { ...matterOf(row), client: { id: row.clientId, name: client ? fullName(client) : '' } }
  })
}
