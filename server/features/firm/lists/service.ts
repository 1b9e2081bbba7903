import { Readable } from 'node:stream'
import type { UserId } from '#contract/accounts/accounts.ts'
import {
  ClientFilter,
  columnNames,
  type lists as contract,
  type ListName,
  MatterFilter,
  rowsAtOnce,
  type SavedView,
  type ViewId,
} from '#contract/firm/lists.ts'
import type { Input, Output } from '#contract/kit/endpoint.ts'
import { londonDay } from '#contract/kit/london.ts'
import { fullName } from '#contract/kit/names.ts'
import { Problem } from '#contract/kit/problem.ts'
import { byteOrderMark, csvLine } from '#contract/kit/text.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { statusNames } from '#contract/matters/states.ts'
import {
  clientScopeOf,
  formerStaff,
  listFilteredClients,
  listStaff,
} from '#server/features/accounts/service.ts'
import { hasExpiringDocument } from '#server/features/documents/service.ts'
import { listFilteredMatters } from '#server/features/matters/service.ts'
import { fileScopeOf, hasTaskStanding, progressesOf } from '#server/features/tasks/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, FileAnswer, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { ViewRow } from './store.ts'
import * as store from './store.ts'

type Requested<K extends keyof typeof contract> = Input<(typeof contract)[K]>
type Reader = Pick<Ctx<Staff>, 'db' | 'actor' | 'now'>
interface PageWanted<Id> {
  before?: Id | undefined
  limit: number
}

/** Expects one row more than `limit`, which says whether there are more. */
const pageOf = <R>(rows: R[], limit: number) => ({
  rows: rows.slice(0, limit),
  hasMore: rows.length > limit,
})

const standingOf = ({ db, actor, now }: Reader, standing: ClientFilter['standing']) => {
  if (standing === undefined || standing === 'never_signed_in') return undefined
  const today = londonDay(now)
  const scope = clientScopeOf(db, actor)
  return standing === 'expiring'
    ? hasExpiringDocument(db, fileScopeOf(db, scope), today)
    : hasTaskStanding(db, { standing, today, hidden: scope.hiddenMatters, isAll: scope.isAll })
}

async function clientPage(reader: Reader, filter: ClientFilter, { before, limit }: PageWanted<UserId>) {
  const { db, actor } = reader
  const only = standingOf(reader, filter.standing)
  const found = await listFilteredClients(db, actor, { filter, only, before, limit: limit + 1 })
  const { rows, hasMore } = pageOf(found, limit)
  const progresses = await progressesOf(
    db,
    clientScopeOf(db, actor),
    rows.map(({ id }) => id),
  )
  return {
    rows: rows.map((row) => ({ ...row, tasks: progresses.get(row.id) ?? { completed: 0, total: 0 } })),
    hasMore,
  }
}

export const listClients = (
  ctx: Ctx<Staff>,
  { before, ...filter }: Requested<'clients'>,
): Promise<Output<typeof contract.clients>> => clientPage(ctx, filter, { before, limit: rowsAtOnce })

const matterPage = async (reader: Reader, filter: MatterFilter, { before, limit }: PageWanted<MatterId>) =>
  pageOf(await listFilteredMatters(reader, { filter, before, limit: limit + 1 }), limit)

export const listMatters = (
  ctx: Ctx<Staff>,
  { before, ...filter }: Requested<'matters'>,
): Promise<Output<typeof contract.matters>> => matterPage(ctx, filter, { before, limit: rowsAtOnce })

/** How many rows of a file are read from the database at once. */
const rowsOfFile = 500

/** Streams a whole list as CSV, reading it page by page, so that no list is too long. */
async function csvOf<Id extends string, R extends { id: Id }>(
  ctx: MultiStepCtx<Staff>,
  list: ListName,
  {
    header,
    page,
    line,
  }: {
    header: string[]
    page: (reader: Reader, wanted: PageWanted<Id>) => Promise<{ rows: R[]; hasMore: boolean }>
    line: (row: R) => string[]
  },
): Promise<FileAnswer> {
  await ctx.transaction((step) => audit(step, 'list.exported', { details: { list } }))
  async function* lines() {
    yield byteOrderMark + csvLine(header)
    for (let before: Id | undefined; ; ) {
      // A long list takes minutes. Meanwhile somebody may sign out, or lose a role or a client.
      const reader = { db: ctx.read, now: ctx.now, actor: await ctx.askAgain() }
      const { rows, hasMore } = await page(reader, { before, limit: rowsOfFile })
      yield rows.map((row) => csvLine(line(row))).join('')
      before = rows.at(-1)?.id
      if (!hasMore || before === undefined) return
    }
  }
  return {
    type: 'text/csv; charset=utf-8',
    filename: `${list === 'matters' ? 'cases' : 'clients'}-${londonDay(ctx.now)}.csv`,
    isAttachment: true,
    tag: newId(),
    flow: async () => Readable.from(lines()),
  }
}

const dayOrNone = (time: Date | null) => (time === null ? '' : londonDay(time))

export const exportClients = (ctx: MultiStepCtx<Staff>, filter: Requested<'clientsFile'>) =>
  csvOf(ctx, 'clients', {
    header: ['First name', 'Last name', 'Email', 'Responsible', 'Tasks done', 'Tasks', 'Joined', 'Last seen'],
    page: (reader, wanted: PageWanted<UserId>) => clientPage(reader, filter, wanted),
    line: ({ firstName, lastName, email, feeEarner, tasks, joinedAt, lastSeenAt }) => [
      firstName,
      lastName,
      email,
      feeEarner ?? '',
      String(tasks.completed),
      String(tasks.total),
      londonDay(joinedAt),
      dayOrNone(lastSeenAt),
    ],
  })

export const exportMatters = (ctx: MultiStepCtx<Staff>, filter: Requested<'mattersFile'>) =>
  csvOf(ctx, 'matters', {
    header: [
      'Reference',
      'Title',
      'Client',
      'Type',
      'Status',
      'Stage',
      'Next step',
      'Waiting since',
      'Responsible',
      'Created',
    ],
    page: (reader, wanted: PageWanted<MatterId>) => matterPage(reader, filter, wanted),
    line: ({ reference, title, client, type, status, stage, move, feeEarner, createdAt }) => [
      reference,
      title,
      client.name,
      type,
      statusNames[status],
      stage ?? '',
      move?.nextStep ?? '',
      dayOrNone(move?.since ?? null),
      feeEarner ?? '',
      londonDay(createdAt),
    ],
  })

export const listPeople = async ({ db }: Ctx<Staff>) =>
  (await listStaff(db)).map((person) => ({ id: person.id, name: fullName(person) }))

const shownTo =
  (viewerId: UserId) =>
  ({ ownerId, createdAt: _, ...view }: ViewRow & { isOfLeaver: boolean }): SavedView => ({
    ...view,
    isMine: ownerId === viewerId,
  })

const viewer = (db: Db, { id }: Staff) => ({ ownerId: id, leavers: formerStaff(db) })

export const listViews = async ({ db, actor }: Ctx<Staff>, { list }: Requested<'views'>) =>
  (await store.listViews(db, viewer(db, actor), list)).map(shownTo(actor.id))

const filters = { clients: ClientFilter, matters: MatterFilter }

const mostViews = 50

/** Saves a view. Throws `invalid` if the list has no such filter or column, `too_many_views` beyond fifty. */
export async function saveView({ db, actor, now }: Ctx<Staff>, wanted: Requested<'saveView'>) {
  const { list, filter, columns } = wanted
  const isKnown = columns.every((column) => Object.hasOwn(columnNames[list], column))
  if (!isKnown || !filters[list].safeParse(filter).success)
    throw new Problem('invalid', 'This list has no such filter.')
  const own = (await store.listViews(db, viewer(db, actor), list)).filter(
    ({ ownerId }) => ownerId === actor.id,
  )
  if (own.length >= mostViews && own.every(({ name }) => name !== wanted.name))
    throw new Problem('conflict', `You can save ${mostViews} views of a list. Please remove one first.`, {
      reason: 'too_many_views',
    })
  const row = { ...wanted, id: newId<ViewId>(), ownerId: actor.id, createdAt: now }
  return shownTo(actor.id)({ ...(await store.saveView(db, row)), isOfLeaver: false })
}

export const removeView = ({ db, actor }: Ctx<Staff>, { id }: Requested<'removeView'>) =>
  store.removeView(db, viewer(db, actor), id)
