import type { UserId } from '#contract/accounts/accounts.ts'
import { workingDaysBefore } from '#contract/appointments/bank-holidays.ts'
import { itemNames } from '#contract/compliance.ts'
import {
  failedEmailDays,
  namedAtOnce,
  promised,
  type WaitingGroup,
  WaitingKind,
} from '#contract/home/home.ts'
import { londonDay, noonOf } from '#contract/kit/london.ts'
import { fullName } from '#contract/kit/names.ts'
import { clientPath, firmMatterPath, pages, pathTo, reviewPath } from '#contract/kit/pages.ts'
import { may } from '#contract/kit/rights.ts'
import type { MatterName } from '#contract/matters/parties.ts'
import { requestNames } from '#contract/privacy.ts'
import type { TaskId } from '#contract/tasks.ts'
import {
  asResponsible,
  clientScopeOf,
  namesOf,
  preparedForStaff,
  seenClients,
} from '#server/features/accounts/service.ts'
import { listWaitingItems } from '#server/features/compliance/service.ts'
import { listExpiringDocuments, listWaitingDocuments } from '#server/features/documents/service.ts'
import { listWaitingChecks } from '#server/features/identity/service.ts'
import { listFailedMails } from '#server/features/mail/service.ts'
import { listNextSteps, listRequestedMatters, visibleMattersOf } from '#server/features/matters/service.ts'
import { listWaitingMessages } from '#server/features/messages/service.ts'
import { listWaitingDisputes, listWaitingRefunds } from '#server/features/payments/service.ts'
import { listWaitingRequests } from '#server/features/privacy/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { fileScopeOf, listOverdueTasks, type OverdueWanted } from '#server/features/tasks/service.ts'
import { type Ctx, type Staff, withRolesFor } from '#server/platform/ctx.ts'
import { onOneConnection, readAtOnce } from '#server/platform/db/database.ts'
import type { Placeholders } from '#server/platform/db/placeholders.ts'
import type { WaitingRow, WaitingWanted } from '#server/platform/db/waiting-rows.ts'
import { before, days } from '#server/platform/time/durations.ts'

/** A waiting item, and where to deal with it. */
interface Found extends WaitingRow {
  clientId: UserId | null
  /** Shown if the item belongs to no client. */
  address?: string
  /** The task that it was sent for, if any. */
  taskId?: TaskId | null
  /** Only for a document. */
  filename?: string
  /** Absent if it is dealt with on the client's page. */
  path?: string
  /** Set for items that have a due date of their own. */
  isLate?: boolean
}

type Find = (ctx: Ctx<Staff>, wanted: WaitingWanted) => Promise<Found[]>

const overdueTasks = preparedForStaff(({ db, actor }, wanted: Placeholders<OverdueWanted>) =>
  listOverdueTasks(db, fileScopeOf(db, clientScopeOf(db, actor)), wanted),
)

const checkNames = { id: 'Identity', bank: 'Bank account' }

const finders: Record<WaitingKind, Find> = {
  documents: async (ctx, wanted) =>
    (await listWaitingDocuments(ctx, wanted)).map((row) => ({ ...row, path: reviewPath(row.id) })),
  checks: async (ctx, wanted) =>
    (await listWaitingChecks(ctx, wanted)).map((row) => ({
      ...row,
      taskId: row.id,
      title: checkNames[row.title],
    })),
  messages: async (ctx, wanted) =>
    (await listWaitingMessages(ctx, wanted)).map(({ messages, colleague, ...row }) => ({
      ...row,
      title: `${messages === 1 ? '1 message' : `${messages} messages`}${colleague ? ` for ${colleague}` : ''}`,
    })),
  requested_cases: async (ctx, wanted) =>
    (await listRequestedMatters(ctx, wanted)).map((row) => ({ ...row, path: firmMatterPath(row.id) })),
  next_steps: async (ctx, wanted) =>
    (await listNextSteps(ctx, wanted)).map((row) => ({ ...row, path: firmMatterPath(row.id) })),
  overdue_tasks: async ({ db, actor, now }, { limit }) =>
    (await overdueTasks({ db, actor: asResponsible(actor) }, { today: londonDay(now), limit })).map(
      (row) => ({
        ...row,
        taskId: row.id,
        since: noonOf(row.dueOn),
        isLate: true,
      }),
    ),
  expiring_documents: async (ctx, { limit }) => {
    const today = londonDay(ctx.now)
    return (await listExpiringDocuments({ ...ctx, actor: asResponsible(ctx.actor) }, { today, limit })).map(
      (row) => ({
        ...row,
        since: noonOf(row.expiresOn),
        isLate: row.expiresOn < today,
        path: reviewPath(row.id),
      }),
    )
  },
  client_requests: async (ctx, { limit }) =>
    (await listWaitingRequests(ctx, limit)).map((row) => ({
      ...row,
      title: requestNames[row.kind],
      isLate: row.dueOn < londonDay(ctx.now),
      path: pathTo(pages.firmRequests, 'request', row.id),
    })),
  compliance_items: async (ctx, wanted) =>
    (await listWaitingItems(ctx, wanted)).map((row) => ({
      ...row,
      title: itemNames[row.title],
      path: pages.compliance,
    })),
  refunds: async (ctx, wanted) =>
    (await listWaitingRefunds(ctx, wanted)).map((row) => ({
      ...row,
      path: pathTo(pages.refunds, 'payment', row.id),
    })),
  disputes: async (ctx, wanted) =>
    (await listWaitingDisputes(ctx, wanted)).map((row) => ({
      ...row,
      path: pathTo(pages.refunds, 'payment', row.id),
    })),
  failed_emails: async (ctx, wanted) =>
    (await listFailedMails(ctx, before(ctx.now, days(failedEmailDays)), wanted)).map((row) => ({
      ...row,
      clientId: null,
      path: pages.firmMails,
    })),
}

/** Returns the items that wait for the user: for each kind they may deal with, the count and the oldest items. */
export const showHome = (ctx: Ctx<Staff>) => onOneConnection(ctx.db, (db) => listGroups({ ...ctx, db }))

async function listGroups(ctx: Ctx<Staff>): Promise<WaitingGroup[]> {
  const { holidays } = await findFirm(ctx.db)
  const kinds = WaitingKind.options.filter((kind) => may(ctx.actor.roles, promised[kind].action))
  const targets = [...new Set(kinds.map((kind) => promised[kind].workingDays ?? 0))]
  const lateBefores = new Map(targets.map((days) => [days, workingDaysBefore(holidays, ctx.now, days)]))
  const groups = await readAtOnce(
    ctx.db,
    kinds.map((kind) => async (db) => {
      const { action, workingDays } = promised[kind]
      const lateBefore = lateBefores.get(workingDays ?? 0) ?? ctx.now
      const actor = withRolesFor(ctx.actor, action)
      const found = await finders[kind]({ ...ctx, db, actor }, { lateBefore, limit: namedAtOnce })
      return { kind, lateBefore, found }
    }),
  )
  const things = groups.flatMap(({ found }) => found)
  const clientIds = things.flatMap(({ clientId }) => clientId ?? [])
  const [names, mattersOf] = await readAtOnce(ctx.db, [
    (db) => namesOf(db, clientIds),
    (db) => visibleMattersOf({ ...ctx, db }, things),
  ])
  const pathOf = await placesFor(ctx, things, mattersOf)
  const nameOf = ({ clientId, address }: Found) => {
    const client = clientId && names.get(clientId)
    return client ? fullName(client) : (address ?? null)
  }
  return groups.toSorted(byUrgency).map(({ kind, lateBefore, found }) => ({
    kind,
    total: found[0]?.total ?? 0,
    late: found[0]?.late ?? 0,
    oldest: found.map((thing) => ({
      id: thing.id,
      client: nameOf(thing),
      title: thing.title,
      filename: thing.filename ?? null,
      matters: mattersOf(thing),
      since: thing.since,
      isLate: thing.isLate ?? thing.since < lateBefore,
      path: pathOf(thing),
    })),
  }))
}

/**
 * Returns where each item is dealt with: on the client's page if the user may open it, otherwise in the case. Whoever is
 * named on a restricted case need not work with its client.
 */
async function placesFor(
  { db, actor }: Ctx<Staff>,
  found: readonly Found[],
  mattersOf: (thing: Found) => readonly MatterName[],
) {
  const mayBeClosed = found.filter((thing) => thing.path === undefined && mattersOf(thing).length > 0)
  const clientIds = mayBeClosed.flatMap(({ clientId }) => clientId ?? [])
  const seen = await seenClients(db, withRolesFor(actor, 'clients.read'), clientIds)
  return (thing: Found) => {
    const { clientId, path } = thing
    if (path !== undefined) return path
    const [matter] = mattersOf(thing)
    return matter && clientId && !seen.has(clientId)
      ? firmMatterPath(matter.id)
      : clientId
        ? clientPath(clientId)
        : pages.firm
  }
}

type Ranked = { found: Found[] }

/** Sorts kinds with late items first, then by the longest wait. Kinds without items come last. */
const byUrgency = (a: Ranked, b: Ranked) => {
  const [first, second] = [a.found[0], b.found[0]]
  if (!first || !second) return Number(first === undefined) - Number(second === undefined)
  const late = Number(second.late > 0) - Number(first.late > 0)
  return late || first.since.getTime() - second.since.getTime()
}
