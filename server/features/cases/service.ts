import type { UserId } from '#contract/accounts.ts'
import type { cases as contract } from '#contract/cases.ts'
import type { DomainEvents } from '#contract/domain-events.ts'
import type { Input } from '#contract/kit.ts'
import { clientsOf, findClientOf, listClientsByName } from '#server/features/accounts/service.ts'
import type { Ctx, MultiStepCtx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { addCase } from './add-case.ts'
import { actOn, moveOf, record } from './commands.ts'
import type { Owners } from './store.ts'
import * as store from './store.ts'
import { caseOf, fileOf, forFirm } from './view.ts'

export { addPastCase } from './add-case.ts'
export { isAnyOf as hasCases } from './store.ts'

type Asked<K extends keyof typeof contract> = Input<(typeof contract)[K]>

const own = ({ actor }: Ctx): Owners => ({ clientId: actor.id })
const theirs = ({ db, actor }: Ctx): Owners => ({ clients: clientsOf(db, actor) })

export const list = ({ db, actor }: Ctx, { before }: Asked<'list'>) => listCases(db, actor.id, before)

/** A client's cases, newest first. */
export const listCases = async (db: Db, clientId: UserId, before?: string) =>
  (await store.listOf(db, { clientId }, before)).map(caseOf)

export const show = (ctx: Ctx, { id }: Asked<'one'>) => fileOf(ctx.db, own(ctx), id)

/** A case that a client asks for waits until a person of the firm opens it or turns it down. */
export async function request(ctx: MultiStepCtx, asked: Asked<'request'>) {
  await ctx.ports.limits.count('request', ctx.actor.id)
  return ctx.transaction((step) => ask(step, asked))
}

async function ask(ctx: Ctx, asked: Asked<'request'>) {
  const row = await addCase(ctx, { ...asked, clientId: ctx.actor.id, status: 'pending' })
  await record(ctx, row, { kind: 'requested', words: null, step: null })
  return caseOf(row)
}

export const close = async (ctx: Ctx, { id }: Asked<'close'>) =>
  caseOf(await actOn(ctx, { id, owners: own(ctx), act: 'close' }))

export const listForFirm = async (ctx: Ctx, { before }: Asked<'firmList'>) =>
  forFirm(ctx.db, await store.listWaitingFirst(ctx.db, theirs(ctx), before))

export async function showToFirm(ctx: Ctx, { id }: Asked<'firmOne'>) {
  const row = await store.get(ctx.db, theirs(ctx), id)
  const [shown] = await forFirm(ctx.db, [row])
  return {
    ...(await fileOf(ctx.db, theirs(ctx), id)),
    client: shown?.client ?? { id: row.clientId, name: '' },
  }
}

export const listClients = async ({ db, actor }: Ctx, { search }: Asked<'clients'>) =>
  (await listClientsByName(db, actor, search)).map(({ id, firstName, lastName }) => ({
    id,
    name: `${firstName} ${lastName}`,
  }))

/** A case that the firm opens of its own accord. */
export async function start(
  ctx: Ctx,
  { clientId, title, type, priority, description, ...step }: Asked<'start'>,
) {
  const client = await findClientOf(ctx.db, ctx.actor, clientId)
  const words = { title, type, priority, description }
  const row = await addCase(ctx, { ...words, clientId: client.id, status: 'open', ...moveOf(ctx, step) })
  await record(ctx, row, { kind: 'opened', words: step.nextStep, step })
  return firmCase(ctx, row)
}

export const open = (ctx: Ctx, { id, ...step }: Asked<'open'>) => act(ctx, { id, act: 'open', step })
export const reject = (ctx: Ctx, { id, reason }: Asked<'reject'>) =>
  act(ctx, { id, act: 'reject', words: reason })
export const move = (ctx: Ctx, { id, ...step }: Asked<'move'>) => act(ctx, { id, act: 'move', step })
export const note = (ctx: Ctx, { id, note: words }: Asked<'note'>) => act(ctx, { id, act: 'note', words })
export const closeForClient = (ctx: Ctx, { id }: Asked<'firmClose'>) => act(ctx, { id, act: 'close' })
export const reopen = (ctx: Ctx, { id, ...step }: Asked<'reopen'>) => act(ctx, { id, act: 'reopen', step })

/** A demo account starts over. */
export async function eraseCases({ db, invalidate }: Ctx, { clientId }: DomainEvents['clientReset']) {
  await store.removeAllOf(db, clientId)
  await invalidate(clientId, 'cases')
}

const act = async (ctx: Ctx, done: Omit<Parameters<typeof actOn>[1], 'owners'>) =>
  firmCase(ctx, await actOn(ctx, { ...done, owners: theirs(ctx) }))

const firmCase = async (ctx: Ctx, row: store.CaseRow) => {
  const [shown] = await forFirm(ctx.db, [row])
  return shown as NonNullable<typeof shown>
}
