import type { UserId } from '#contract/accounts/accounts.ts'
import { dayText } from '#contract/kit/day.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { londonDay } from '#contract/kit/london.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages, pathTo } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import {
  type ClientRequest,
  type privacy as contract,
  dueOnOf,
  type FirmRequest,
  isAnswered,
  type RequestId,
  type RequestKind,
} from '#contract/privacy.ts'
import {
  type Asking,
  clientsOf,
  getAccount,
  invalidateFirmPagesOf,
  listAdministrators,
  listHoldersOf,
  listTeam,
  namesOf,
  seenClients,
} from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Client, Ctx, Member, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import { brokenConstraint, type Db } from '#server/platform/db/database.ts'
import { requestRate } from '#server/platform/http/limits.ts'
import type { RequestRow } from './store.ts'
import * as store from './store.ts'

export { isAnyOf as hasRequests } from './store.ts'

type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>

export const list = async ({ db, actor }: Ctx<Client>, { before }: Requested<'requests'>) =>
  (await store.listOf(db, actor.id, before)).map(requestOf)

/**
 * Asks the firm for erasure. Nothing is erased yet: the firm decides what the law lets it erase (docs/decisions/0009).
 */
export const askErasure = (ctx: MultiStepCtx<Client>, { words = '' }: Requested<'askErasure'>) =>
  ask(ctx, { kind: 'erasure', words, wish: null })

export const complain = (ctx: MultiStepCtx<Client>, { words, wish }: Requested<'complain'>) =>
  ask(ctx, { kind: 'complaint', words, wish: wish || null })

/** Lists requests. A fee earner reads those of their own clients. Only an administrator answers. */
export const listForFirm = async ({ db, actor }: Ctx<Staff>, { before }: Requested<'firmRequests'>) =>
  withClients({ db, actor }, await store.listOpenFirst(db, clientsOf(db, actor), before))

/** Returns a condition on a request's id: whether this person may read it. */
export const requestsOpenTo = (db: Db, person: Asking) => store.openTo(db, clientsOf(db, person))

/** Returns the requests that wait for an answer, those due first at the front. */
export const listWaitingRequests = ({ db, actor, now }: Ctx<Staff>, limit: number) =>
  store.listNextDue(db, clientsOf(db, actor), { today: londonDay(now), limit })

export async function answer(ctx: Ctx<Staff>, { id, answer: words, keptUntil }: Requested<'answer'>) {
  const request = await store.claim(ctx.db, id)
  if (isAnswered(request))
    throw new Problem('conflict', 'This has already been answered.', { reason: 'already_answered' })
  const row = await store.update(ctx.db, id, {
    answer: words,
    keptUntil: keptUntil ?? null,
    answeredAt: ctx.now,
    answeredBy: ctx.actor.id,
  })
  await audit(ctx, `${row.kind}.answered`, {
    subjectId: row.clientId,
    details: { reference: row.reference },
  })
  await notify(ctx, row.clientId, { topic: 'account', ...answered(row), link: ownLink(row) })
  await invalidateEverywhere(ctx, row.clientId)
  const [shown] = await withClients(ctx, [row])
  return shown as FirmRequest
}

/** Deletes the requests of a demo account that starts again. */
export async function eraseRequests({ db, invalidate }: Ctx, { clientId }: DomainEvents['clientReset']) {
  await store.removeAllOf(db, clientId)
  await invalidate(clientId, 'privacy')
}

const ownLink = ({ id }: RequestRow) => `${pages.settings}?tab=data-protection&request=${id}`

interface Wanted {
  kind: RequestKind
  words: string
  wish: string | null
}

async function ask(ctx: MultiStepCtx<Member>, wanted: Wanted) {
  await ctx.ports.limits.count(requestRate, ctx.actor.id)
  return ctx.transaction((step) => writeDown(step, wanted))
}

async function writeDown(ctx: Ctx<Member>, wanted: Wanted) {
  const { id: clientId, firstName, lastName } = await getAccount(ctx.db, ctx.actor.id)
  const row = await add(ctx.db, { ...wanted, clientId, createdAt: ctx.now }).catch(refuseSecond)
  await audit(ctx, `${row.kind}.asked`, { details: { reference: row.reference } })
  await notify(ctx, clientId, { topic: 'account', ...acknowledged(row), link: ownLink(row) })
  const news = firmNotice(row, fullName({ firstName, lastName }))
  const link = pathTo(pages.firmRequests, 'request', row.id)
  for (const person of await concerned(ctx.db, clientId))
    await notify(ctx, person, { topic: 'account', ...news, link })
  await invalidateEverywhere(ctx, clientId)
  return requestOf(row)
}

/** What the client is told once the request is saved. */
const acknowledged = ({ kind, reference, dueOn }: RequestRow) =>
  kind === 'complaint'
    ? {
        title: 'We have your complaint',
        body: `Its reference is ${reference}. We'll contact you about your complaint. You'll have our answer by ${dayText(dueOn)}.`,
      }
    : {
        title: 'We have your request for erasure',
        body: `Its reference is ${reference}. You'll have our answer by ${dayText(dueOn)}.`,
      }

/** The notification for those who answer, and for those who work with the client. */
const firmNotice = ({ kind, reference, dueOn }: RequestRow, client: string) => ({
  title: kind === 'complaint' ? 'A client has made a complaint' : 'A client has asked for erasure',
  body: `${client} (${reference}), to be answered by ${dayText(dueOn)}`,
})

const answered = ({ kind, reference }: RequestRow) => ({
  title: kind === 'complaint' ? 'We have answered your complaint' : 'We have answered your request',
  body: `Our answer to ${reference} is in your settings, under Data protection.`,
})

/** Returns who must know: the administrators, who answer, and everyone who works with the client. */
const concerned = async (db: Db, clientId: UserId) => {
  const team = (await listTeam(db, clientId)).map(({ id }) => id)
  return new Set([...(await listAdministrators(db)), ...team])
}

type NewRequest = Omit<Parameters<typeof store.insert>[1], 'id' | 'reference' | 'dueOn'>

/** Inserts a request with the next reference of the year, and the day by which it must be answered. */
const add = async (db: Db, request: NewRequest) => {
  const requestedOn = londonDay(request.createdAt)
  return store.insert(db, {
    ...request,
    id: newId<RequestId>(),
    reference: await nextReference(db, requestedOn.slice(0, 4)),
    dueOn: dueOnOf(request.kind, requestedOn),
  })
}

/** For the demo: adds a past request without telling anyone. */
export const addPastRequest = (db: Db, request: NewRequest) => add(db, request)

const invalidateEverywhere = async (ctx: Ctx, clientId: UserId) => {
  await ctx.invalidate(clientId, 'privacy')
  await invalidateFirmPagesOf(ctx, clientId, 'privacy')
  // They answer every client's requests, and need not work with the client.
  for (const id of await listHoldersOf(ctx.db, 'privacy.answer')) await ctx.invalidate(id, 'privacy')
}

const refuseSecond = (error: unknown): never => {
  if (brokenConstraint(error) !== 'client_requests_one_erasure') throw error
  const words = "You've already asked for this. We'll answer by the date shown with your request."
  throw new Problem('conflict', words, { reason: 'already_asked' })
}

async function nextReference(db: Db, year: string) {
  const { name } = await findFirm(db)
  const initials = (name.match(/\p{L}+/gu) ?? []).map((word) => word.charAt(0).toUpperCase()).join('')
  const number = await store.insertNumber(db, Number(year))
  return `${initials.slice(0, 4) || 'P'}-R-${year}-${String(number).padStart(5, '0')}`
}

const requestOf = ({ clientId: _, answeredBy: __, ...shown }: RequestRow): ClientRequest => shown

const withClients = async (
  { db, actor }: Pick<Ctx<Staff>, 'db' | 'actor'>,
  rows: RequestRow[],
): Promise<FirmRequest[]> => {
  const ids = rows.map(({ clientId }) => clientId)
  const names = await namesOf(db, ids)
  // Requests are open to whoever answers them, but not the files.
  const seen = await seenClients(db, { ...actor, opensAll: false }, ids)
  return rows.map((row) => {
    const { clientId: id } = row
    const client = names.get(id)
    return {
      ...requestOf(row),
      client: { id, name: client ? fullName(client) : '', canOpen: seen.has(id) },
    }
  })
}
