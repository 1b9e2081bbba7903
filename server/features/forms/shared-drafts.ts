import type { UserId } from '#contract/accounts/accounts.ts'
import { type Draft, type forms, noneRead, type SharedDraft } from '#contract/forms/forms.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { Problem } from '#contract/kit/problem.ts'
import { guestsAmong, namesOf } from '#server/features/accounts/service.ts'
import { listSharers, type TaskRow } from '#server/features/tasks/service.ts'
import type { Client, Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { saveOwnDraft } from './own-drafts.ts'
import type { SharedRow } from './store.ts'
import * as store from './store.ts'

type Values = Draft['formData']

/** The id that a shared draft is kept under, and who else shares it. */
export interface Sharing {
  sharedId: string
  others: UserId[]
}

/**
 * Returns with whom a task's draft is shared. Null if the task is one client's own. Guests neither see what clients
 * type nor are seen typing.
 */
export async function sharingOf(
  { db, actor }: Pick<Ctx<Client>, 'db' | 'actor'>,
  { id, sharedId, formId }: TaskRow,
): Promise<Sharing | null> {
  if (sharedId === null || formId === null || actor.isGuest) return null
  const sharers = (await listSharers(db, actor.id)).filter(({ taskId }) => taskId === id)
  const ids = sharers.map(({ clientId }) => clientId)
  const guests = await guestsAmong(db, ids)
  const others = ids.filter((other) => !guests.has(other))
  return others.length === 0 ? null : { sharedId, others }
}

/** Returns what was typed into a shared draft, to the only client who still has a task of it. */
async function findFormerlyShared(
  { db, actor }: Ctx<Client>,
  { sharedId, formId }: TaskRow,
): Promise<Draft | null> {
  if (sharedId === null || formId === null || actor.isGuest) return null
  const row = await store.findShared(db, sharedId)
  return row && { formData: seenBy(actor.id, row), step: row.step, savedAt: row.savedAt }
}

/**
 * Returns the client's own draft. What was typed into a shared one that is left to them answers what theirs does not:
 * they had kept theirs private, and have not seen it in the form.
 */
export async function readOwn(ctx: Ctx<Client>, task: TaskRow): Promise<Draft | null> {
  const own = await store.findDraft(ctx.db, ctx.actor.id, task.id)
  const left = await findFormerlyShared(ctx, task)
  if (!own || !left) return own ?? left
  const given = Object.entries(own.formData).filter(([, value]) => !isBlank(value))
  return { ...own, formData: { ...left.formData, ...Object.fromEntries(given) } }
}

const isBlank = (value: Values[string]) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

/**
 * Removes a shared draft once the only client who still has a task of it has saved or submitted their own. A page that
 * was opened while it was shared says which version it has read: what was typed since is not removed unseen. Neither is
 * any of it by a page that kept its draft private.
 */
export async function removeFormerlyShared(
  { db, actor }: Ctx<Client>,
  { sharedId }: TaskRow,
  { version, isPrivate = false }: { version: number | undefined; isPrivate?: boolean },
) {
  if (sharedId === null || actor.isGuest) return
  const row = await store.findShared(db, sharedId)
  const read = isPrivate ? noneRead : version
  if (read !== undefined) await refuseOlder(db, { row, version: read, me: actor.id })
  await store.removeShared(db, sharedId)
}

/**
 * Returns the draft as this client sees it: their private one if they keep one, otherwise the shared one. What others
 * had typed before this client submitted answers of their own is no correction of those.
 */
export async function readShared(
  { db, actor }: Ctx<Client>,
  task: TaskRow,
  sharing: Sharing,
): Promise<Draft> {
  const own = await store.findDraft(db, actor.id, task.id)
  const row = await store.findShared(db, sharing.sharedId)
  const submitted = await store.findNewest(db, actor.id, task.id)
  const isOvertaken = row !== null && submitted !== null && row.savedAt <= submitted.submittedAt
  const facts = await factsOf(db, { row, sharing, me: actor.id, isPrivate: own !== null })
  const shared = isOvertaken ? { ...facts, startedBy: null, savedBy: null } : facts
  if (own) return { ...own, shared }
  if (!row || isOvertaken) return { formData: {}, step: 1, savedAt: null, shared }
  return { formData: seenBy(actor.id, row), step: row.step, savedAt: row.savedAt, shared }
}

/**
 * Saves a draft. The claimed task locks all tasks that share it, so that of two concurrent saves the second is refused.
 */
export async function saveSharedDraft(
  ctx: Ctx<Client>,
  { task, sharing }: { task: TaskRow; sharing: Sharing },
  typed: Input<typeof forms.saveDraft>,
): Promise<Draft> {
  const { formData, step, shared } = typed
  const { db, actor, now } = ctx
  const row = await store.findShared(db, sharing.sharedId)
  const { isPrivate = false, version = 0 } = shared ?? {}
  if (isPrivate) {
    await saveOwnDraft(ctx, typed, null)
    // What only this client has typed becomes private too.
    if (row?.startedById === actor.id && row.clientId === actor.id && row.version === version)
      await store.removeShared(db, sharing.sharedId)
    return readShared(ctx, task, sharing)
  }
  // Their private draft never included what the others typed, so it must not overwrite that.
  const wasPrivate = (await store.findDraft(db, actor.id, task.id)) !== null
  await refuseOlder(db, {
    row,
    version: wasPrivate && row?.clientId !== actor.id ? noneRead : version,
    me: actor.id,
  })
  await store.removeDraft(db, actor.id, task.id)
  await store.saveShared(db, {
    sharedId: sharing.sharedId,
    clientId: actor.id,
    startedById: row?.startedById ?? actor.id,
    startedAt: row?.startedAt ?? now,
    formData: { ...othersFiles(actor.id, row), ...formData },
    fileOwners: { ...row?.fileOwners, ...newFiles(actor.id, { row, formData }) },
    step,
    version: (row?.version ?? 0) + 1,
    savedAt: now,
  })
  for (const other of sharing.others) await ctx.invalidate(other, 'forms')
  return readShared(ctx, task, sharing)
}

/** Throws 409 `draft_changed` if someone has typed since this version was read, so that nothing is overwritten. */
export async function refuseOlder(
  db: Db,
  { row, version, me }: { row: SharedRow | null; version: number; me: UserId },
) {
  // If it is gone, it was submitted or made private. What is typed now starts another draft.
  if (row === null || row.version === version) return
  const nameBy = await namesByIds(db, [row.clientId])
  const who = row.clientId === me ? 'You have typed elsewhere' : `${nameBy(row.clientId)} has typed here`
  throw new Problem('conflict', `${who} since you opened this form. Your answers are still on your screen.`, {
    reason: 'draft_changed',
  })
}

const namesByIds = async (db: Db, ids: readonly UserId[]) => {
  const names = await namesOf(db, [...ids])
  return (id: UserId) => {
    const person = names.get(id)
    return person ? fullName(person) : 'Someone'
  }
}

interface Facts {
  row: SharedRow | null
  sharing: Sharing
  me: UserId
  isPrivate: boolean
}

async function factsOf(db: Db, { row, sharing, me, isPrivate }: Facts): Promise<SharedDraft> {
  const nameBy = await namesByIds(db, [...sharing.others, ...(row ? [row.clientId, row.startedById] : [])])
  const person = (id: UserId, at: Date) => ({ name: nameBy(id), isYou: id === me, at })
  return {
    with: sharing.others.map(nameBy),
    version: row?.version ?? 0,
    isPrivate,
    startedBy: row && person(row.startedById, row.startedAt),
    savedBy: row && person(row.clientId, row.savedAt),
  }
}

// A question for a file is two fields of the page: `…-documentId` and `…-name`.
const fileField = /-documentId$/
const nameField = (field: string) => field.replace(fileField, '-name')

const filesIn = (values: Values) =>
  Object.entries(values).filter(([field, id]) => fileField.test(field) && typeof id === 'string' && id !== '')

/** Returns the draft without the files of others, and without their names. */
const seenBy = (me: UserId, { formData, fileOwners }: SharedRow): Values => {
  const hidden = filesIn(formData).flatMap(([field, id]) =>
    fileOwners[String(id)] === me ? [] : [field, nameField(field)],
  )
  return Object.fromEntries(Object.entries(formData).filter(([field]) => !hidden.includes(field)))
}

/** Returns the files of others, which stay in the draft although the client who saves it does not see them. */
const othersFiles = (me: UserId, row: SharedRow | null): Values =>
  row === null
    ? {}
    : Object.fromEntries(
        filesIn(row.formData)
          .filter(([, id]) => row.fileOwners[String(id)] !== me)
          .flatMap(([field, id]) => [
            [field, id],
            [nameField(field), row.formData[nameField(field)] ?? ''],
          ]),
      )

const newFiles = (me: UserId, { row, formData }: { row: SharedRow | null; formData: Values }) =>
  Object.fromEntries(
    filesIn(formData)
      .filter(([, id]) => row?.fileOwners[String(id)] === undefined)
      .map(([, id]) => [String(id), me]),
  )
