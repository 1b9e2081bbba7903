import type { UserId } from '#contract/accounts.ts'
import type { Case, CaseEvent, CaseFile, CaseId, cases as contract, FirmCase } from '#contract/cases.ts'
import type { DomainEvents } from '#contract/domain-events.ts'
import { nameOf } from '#contract/firm.ts'
import type { Input } from '#contract/kit.ts'
import { londonDay } from '#contract/london.ts'
import { clientsOf, findClientOf, listClientsByName, namesOf } from '#server/features/accounts/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Client, Ctx, Member, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { actOn, moveOf, record } from './commands.ts'
import type { CaseRow, EventRow, Owners } from './store.ts'
import * as store from './store.ts'

export { isAnyOf as hasCases } from './store.ts'

import { requestRate } from '#server/platform/http/limits.ts'

type Asked<K extends keyof typeof contract> = Input<(typeof contract)[K]>

const own = ({ actor }: Ctx<Member>): Owners => ({ clientId: actor.id })
const theirs = ({ db, actor }: Ctx<Member>): Owners => ({ clients: clientsOf(db, actor) })

export const list = ({ db, actor }: Ctx<Client>, { before }: Asked<'list'>) => listCases(db, actor.id, before)

/** A client's cases, newest first. */
export const listCases = async (db: Db, clientId: UserId, before?: string) =>
  (await store.listOf(db, { clientId }, before)).map(caseOf)

/** The same, each with what happened in it. */
export async function listCaseFiles(db: Db, clientId: UserId): Promise<CaseFile[]> {
  const rows = await store.listOf(db, { clientId })
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const events = await store.listEvents(db, ids)
  return rows.map((row) => ({
    ...caseOf(row),
    events: events.filter(({ caseId }) => caseId === row.id).map(eventOf),
  }))
}

export const show = (ctx: Ctx<Client>, { id }: Asked<'one'>) => fileOf(ctx.db, own(ctx), id)

/** A case that a client asks for waits until a person of the firm opens it or turns it down. */
export async function request(ctx: MultiStepCtx<Client>, asked: Asked<'request'>) {
  await ctx.ports.limits.count(requestRate, ctx.actor.id)
  return ctx.transaction((step) => ask(step, asked))
}

async function ask(ctx: Ctx<Member>, asked: Asked<'request'>) {
  const row = await addCase(ctx, { ...asked, clientId: ctx.actor.id, status: 'pending' })
  await record(ctx, row, { kind: 'requested', words: null, step: null })
  return caseOf(row)
}

export const close = async (ctx: Ctx<Client>, { id }: Asked<'close'>) =>
  caseOf(await actOn(ctx, { id, owners: own(ctx), act: 'close' }))

export const listForFirm = async (ctx: Ctx<Staff>, { before }: Asked<'firmList'>) =>
  forFirm(ctx.db, await store.listWaitingFirst(ctx.db, theirs(ctx), before))

export async function showToFirm(ctx: Ctx<Staff>, { id }: Asked<'firmOne'>) {
  const row = await store.get(ctx.db, theirs(ctx), id)
  const [shown] = await forFirm(ctx.db, [row])
  return {
    ...(await fileOf(ctx.db, theirs(ctx), id)),
    client: shown?.client ?? { id: row.clientId, name: '' },
  }
}

export const listClients = async ({ db, actor }: Ctx<Staff>, { search }: Asked<'clients'>) =>
  (await listClientsByName(db, actor, search)).map(({ id, firstName, lastName }) => ({
    id,
    name: `${firstName} ${lastName}`,
  }))

/** A case that the firm opens of its own accord. */
export async function start(
  ctx: Ctx<Staff>,
  { clientId, title, type, priority, description, ...step }: Asked<'start'>,
) {
  const client = await findClientOf(ctx.db, ctx.actor, clientId)
  const words = { title, type, priority, description }
  const row = await addCase(ctx, { ...words, clientId: client.id, status: 'open', ...moveOf(ctx, step) })
  await record(ctx, row, { kind: 'opened', words: step.nextStep, step })
  return firmCase(ctx, row)
}

export const open = (ctx: Ctx<Staff>, { id, ...step }: Asked<'open'>) => act(ctx, { id, act: 'open', step })
export const reject = (ctx: Ctx<Staff>, { id, reason }: Asked<'reject'>) =>
  act(ctx, { id, act: 'reject', words: reason })
export const move = (ctx: Ctx<Staff>, { id, ...step }: Asked<'move'>) => act(ctx, { id, act: 'move', step })
export const note = (ctx: Ctx<Staff>, { id, note: words }: Asked<'note'>) =>
  act(ctx, { id, act: 'note', words })
export const closeForClient = (ctx: Ctx<Staff>, { id }: Asked<'firmClose'>) => act(ctx, { id, act: 'close' })
export const reopen = (ctx: Ctx<Staff>, { id, ...step }: Asked<'reopen'>) =>
  act(ctx, { id, act: 'reopen', step })

/** A demo account starts over. */
export async function eraseCases({ db, invalidate }: Ctx, { clientId }: DomainEvents['clientReset']) {
  await store.removeAllOf(db, clientId)
  await invalidate(clientId, 'cases')
}

const act = async (ctx: Ctx<Member>, done: Omit<Parameters<typeof actOn>[1], 'owners'>) =>
  firmCase(ctx, await actOn(ctx, { ...done, owners: theirs(ctx) }))

const firmCase = async (ctx: Ctx, row: store.CaseRow) => {
  const [shown] = await forFirm(ctx.db, [row])
  return shown as NonNullable<typeof shown>
}

type NewCase = Omit<Parameters<typeof store.insert>[1], 'id' | 'reference' | 'createdAt'>

/** A case with the next reference of the year. */
export async function addCase({ db, now }: Pick<Ctx, 'db' | 'now'>, facts: NewCase): Promise<CaseRow> {
  const { name } = await findFirm(db)
  const year = londonDay(now).slice(0, 4)
  const number = await store.insertNumber(db, Number(year))
  const reference = `${initialsOf(name)}-${year}-${String(number).padStart(5, '0')}`
  return store.insert(db, { ...facts, id: newId<CaseId>(), reference, createdAt: now })
}

/** "Hartley & Rowe" → `HR` */
const initialsOf = (firm: string) =>
  (firm.match(/\p{L}+/gu) ?? [])
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
    .slice(0, 4) || 'C'

export type PastEvent = Pick<EventRow, 'kind' | 'at' | 'byId' | 'byName' | 'isOfFirm'> & Partial<EventRow>

/** For the demo: a case with a past that nobody is told of; its events come oldest first. */
export async function addPastCase(db: Db, facts: NewCase & { createdAt: Date }, events: PastEvent[]) {
  const { createdAt, ...rest } = facts
  const { id } = await addCase({ db, now: createdAt }, rest)
  for (const event of events)
    await store.insertEvent(db, { ...event, id: newId<CaseEvent['id']>(), caseId: id })
}

export const caseOf = (row: CaseRow): Case => {
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
    move: shownMove(row),
    createdAt,
    closedAt,
  }
}

const shownMove = ({ whose, thirdParty, nextStep, movedAt }: CaseRow): Case['move'] =>
  whose === null || nextStep === null || movedAt === null
    ? null
    : { whose, thirdParty, nextStep, since: movedAt }

const eventOf = ({ id, kind, at, byName, isOfFirm, words, whose, thirdParty }: EventRow): CaseEvent => ({
  id,
  kind,
  at,
  by: { name: byName, isOfFirm },
  words,
  move: whose === null ? null : { whose, thirdParty },
})

export async function fileOf(db: Db, owners: Owners, id: Case['id']): Promise<CaseFile> {
  const row = await store.get(db, owners, id)
  return { ...caseOf(row), events: (await store.listEvents(db, [row.id])).map(eventOf) }
}

/** With whose case it is. */
export const forFirm = async (db: Db, rows: CaseRow[]): Promise<FirmCase[]> => {
  const names = await namesOf(
    db,
    rows.map(({ clientId }) => clientId),
  )
  return rows.map((row) => {
    const client = names.get(row.clientId)
    return { ...caseOf(row), client: { id: row.clientId, name: client ? nameOf(client) : '' } }
  })
}
