import type { UserId } from '#contract/accounts/accounts.ts'
import { activityEvents, type MatterActivity, type matterTabs } from '#contract/firm/matter-tabs.ts'
import type { Input, Output } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { invalidFields, Problem } from '#contract/kit/problem.ts'
import { may } from '#contract/kit/rights.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { clientScopeOf, listContactsOf, namesOf } from '#server/features/accounts/service.ts'
import { requestDocument } from '#server/features/document-requests/service.ts'
import { countDocumentsOfMatter, listDocumentsOfMatter } from '#server/features/documents/service.ts'
import { countLetters } from '#server/features/letters/service.ts'
import {
  claimMatterOf,
  getFilesOf,
  invalidateMatterPages,
  listHeldTasks,
  matterTasks,
} from '#server/features/matters/service.ts'
import { listContactsAmong } from '#server/features/messages/service.ts'
import { listPaymentsOfMatter } from '#server/features/payments/service.ts'
import {
  countTasksOfMatter,
  fileScopeOf,
  listTasksOfMatter,
  selectWithdrawnTasks,
} from '#server/features/tasks/service.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import { listTrail } from './store.ts'

type Requested<K extends keyof typeof matterTabs> = Input<(typeof matterTabs)[K]>

/**
 * Returns a matter that the user may see, with the people on it whose files the user may open, in order. A user who is
 * named on a restricted matter sees the rows of that matter for the other people too.
 */
async function openMatter(ctx: Ctx<Staff>, id: MatterId) {
  const { matter, files } = await getFilesOf(ctx, id)
  const ids = files.map(({ clientId }) => clientId)
  const visible = ids.length === 0 ? [] : await listContactsOf(ctx.db, ctx.actor, { ids })
  const isVisible = (clientId: UserId) => visible.some((person) => person.id === clientId)
  const clientIds = ids.filter(isVisible)
  const hiddenIds = ids.filter((clientId) => !isVisible(clientId))
  const { named } = fileScopeOf(ctx.db, clientScopeOf(ctx.db, ctx.actor))
  const isNamed = matter.isRestricted && named !== undefined
  const part = isNamed ? { clientIds: hiddenIds, tasks: named.tasks } : null
  const rows = matterTasks.rowsOf(ctx.db, id, { clientIds, part, selectWithdrawn: selectWithdrawnTasks })
  return { matter, files, visible, clientIds, hiddenIds, isNamed, rows }
}

export async function showSummary(
  ctx: Ctx<Staff>,
  { id }: Requested<'summary'>,
): Promise<Output<typeof matterTabs.summary>> {
  const { files, visible, hiddenIds, isNamed, rows } = await openMatter(ctx, id)
  const { db, actor } = ctx
  const names = await namesOf(db, hiddenIds)
  return {
    people: files.flatMap(({ clientId, role }) => {
      const person = visible.find(({ id: found }) => found === clientId)
      if (!person) return []
      const { isOnTeam: _, ...reached } = person
      return { ...reached, role }
    }),
    hidden: files.flatMap(({ clientId, role }) => {
      const person = hiddenIds.includes(clientId) ? names.get(clientId) : undefined
      return person ? { id: clientId, firstName: person.firstName, lastName: person.lastName, role } : []
    }),
    isPartShown: isNamed,
    counts: {
      tasks: await countTasksOfMatter(db, rows),
      documents: may(actor.roles, 'documents.read')
        ? (await countDocumentsOfMatter(db, rows)) + (await countLetters(db, id))
        : null,
    },
  }
}

/** Lists the tasks by person, in the order in which the people are on the matter. */
export async function listTasks(ctx: Ctx<Staff>, { id }: Requested<'tasks'>) {
  const { rows, clientIds } = await openMatter(ctx, id)
  const found = await listTasksOfMatter(ctx.db, rows, matterTasks.stepIdsOf(ctx.db, id))
  const held = new Set((await listHeldTasks(ctx.db, id)).map((task) => task.id))
  return found
    .toSorted((a, b) => clientIds.indexOf(a.clientId) - clientIds.indexOf(b.clientId))
    .map((task) => ({ ...task, isHeldByClosing: held.has(task.id) }))
}

export const listDocuments = async (ctx: Ctx<Staff>, { id }: Requested<'documents'>) =>
  listDocumentsOfMatter(ctx, (await openMatter(ctx, id)).rows)

export const listPayments = async (ctx: Ctx<Staff>, { id }: Requested<'payments'>) =>
  listPaymentsOfMatter(ctx, (await openMatter(ctx, id)).rows)

export const listContacts = async (ctx: Ctx<Staff>, { id }: Requested<'contacts'>) =>
  listContactsAmong(ctx, (await openMatter(ctx, id)).clientIds)

/** Details that mean nothing to a reader. */
const unsaid = ['reference', 'memberIds', 'importId', 'party', 'documentId', 'apiKey']

export async function listActivity(
  ctx: Ctx<Staff>,
  { id }: Requested<'activity'>,
): Promise<MatterActivity[]> {
  const { matter, files } = await getFilesOf(ctx, id)
  const rows = await listTrail(ctx.db, {
    subjectIds: files.map(({ clientId }) => clientId),
    reference: matter.reference,
    events: activityEvents,
  })
  const names = await namesOf(
    ctx.db,
    rows.flatMap(({ actorId }) => actorId ?? []),
  )
  return rows.map(({ id: key, at, event, actorId, details }) => {
    const person = actorId && names.get(actorId)
    return {
      id: key,
      at,
      event,
      by: details.apiKey ?? (person ? fullName(person) : null),
      details: Object.fromEntries(Object.entries(details).filter(([name]) => !unsaid.includes(name))),
    }
  })
}

/**
 * Requests a document for this matter from somebody on it. Throws `conflict` once the matter is over, and `invalid` for
 * somebody who is not on it.
 */
export async function requestForMatter(
  ctx: Ctx<Staff>,
  { id, clientId, ...request }: Requested<'requestDocument'>,
) {
  await claimMatterOf(ctx, id)
  const { matter, clientIds, hiddenIds, isNamed } = await openMatter(ctx, id)
  if (matter.status === 'closed' || matter.status === 'rejected') throw isOver(matter.status)
  // What is asked for a restricted matter stays with it, so whoever is named need not work with the client.
  const askable = isNamed ? [...clientIds, ...hiddenIds] : clientIds
  if (!askable.includes(clientId)) throw invalidFields({ clientId: 'Please choose someone on this case' })
  const task = await requestDocument(ctx, { ...request, id: clientId }, matter)
  await matterTasks.insertRequest(ctx.db, { matterId: id, clientId, taskId: task.id, openedAt: ctx.now })
  await invalidateMatterPages(ctx, id)
  return task
}

const isOver = (status: 'closed' | 'rejected') =>
  new Problem(
    'conflict',
    status === 'closed'
      ? 'This case is closed. Please reopen it before you ask for a document.'
      : 'This case was turned down. Please open it before you ask for a document.',
    { reason: `case_${status}` },
  )
