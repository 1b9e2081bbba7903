import type { UserId } from '#contract/accounts/accounts.ts'
import type { Draft, forms, SharedDraft } from '#contract/forms/forms.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { Problem } from '#contract/kit/problem.ts'
import { guestsAmong, namesOf } from '#server/features/accounts/service.ts'
import { listSharers, type TaskRow } from '#server/features/tasks/service.ts'
import type { Client, Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { SharedRow } from './store.ts'
import * as store from './store.ts'

type Values = Draft['formData']

/** What a task's draft is shared by, and with whom. */
export interface Sharing {
  sharedId: string
  others: UserId[]
}

/** Null where a task is one client's own. Guests neither see what clients type nor are seen typing. */
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

/** The draft as this client sees it: their private one where they keep one, else the one of all. */
export async function readShared(
  { db, actor }: Ctx<Client>,
  task: TaskRow,
  sharing: Sharing,
): Promise<Draft> {
  const own = await store.findDraft(db, actor.id, task.id)
  const row = await store.findShared(db, sharing.sharedId)
  const shared = await factsOf(db, { row, sharing, me: actor.id, isPrivate: own !== null })
  if (own) return { ...own, shared }
  if (!row) return { formData: {}, step: 1, savedAt: null, shared }
  return { formData: seenBy(actor.id, row), step: row.step, savedAt: row.savedAt, shared }
}

/** The claimed task holds all who share it, so that of two who save at once the second learns of the first. */
export async function saveSharedDraft(
  ctx: Ctx<Client>,
  { task, sharing }: { task: TaskRow; sharing: Sharing },
  { formData, step, shared }: Input<typeof forms.saveDraft>,
): Promise<Draft> {
  const { db, actor, now } = ctx
  const row = await store.findShared(db, sharing.sharedId)
  const { isPrivate = false, version = 0 } = shared ?? {}
  if (isPrivate) {
    await store.saveDraft(db, { taskId: task.id, clientId: actor.id, formData, step, savedAt: now })
    // What only they have typed is nobody else's any more.
    if (row?.startedById === actor.id && row.clientId === actor.id && row.version === version)
      await store.removeShared(db, sharing.sharedId)
    return readShared(ctx, task, sharing)
  }
  // Their private draft never saw what the others typed: it does not go over it.
  const wasPrivate = (await store.findDraft(db, actor.id, task.id)) !== null
  await refuseOlder(db, {
    row,
    version: wasPrivate && row?.clientId !== actor.id ? -1 : version,
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

/** Throws 409 `draft_changed` where somebody has typed since this version was read: nothing of theirs is written over. */
export async function refuseOlder(
  db: Db,
  { row, version, me }: { row: SharedRow | null; version: number; me: UserId },
) {
  // Where it is gone, it was submitted or taken back: what is typed now begins another.
  if (row === null || row.version === version) return
  const who =
    row.clientId === me
      ? 'You have typed on another device'
      : `${await nameOf(db, row.clientId)} has typed here`
  throw new Problem('conflict', `${who} since you opened this form. Your answers are still on your screen.`, {
    reason: 'draft_changed',
  })
}

const nameOf = async (db: Db, id: UserId) => {
  const person = (await namesOf(db, [id])).get(id)
  return person ? fullName(person) : 'Someone'
}

interface Facts {
  row: SharedRow | null
  sharing: Sharing
  me: UserId
  isPrivate: boolean
}

async function factsOf(db: Db, { row, sharing, me, isPrivate }: Facts): Promise<SharedDraft> {
  const names = await namesOf(db, [...sharing.others, ...(row ? [row.clientId, row.startedById] : [])])
  const called = (id: UserId) => {
    const person = names.get(id)
    return person ? fullName(person) : 'Someone'
  }
  const person = (id: UserId, at: Date) => ({ name: called(id), isYou: id === me, at })
  return {
    with: sharing.others.map(called),
    version: row?.version ?? 0,
    isPrivate,
    startedBy: row && person(row.startedById, row.startedAt),
    savedBy: row && person(row.clientId, row.savedAt),
  }
}

// A file that a form asks for is two fields of its page: `…-documentId` and `…-name`.
const fileField = /-documentId$/
const nameField = (field: string) => field.replace(fileField, '-name')

const filesIn = (values: Values) =>
  Object.entries(values).filter(([field, id]) => fileField.test(field) && typeof id === 'string' && id !== '')

/** A file stays with whoever sent it: the others are not even told what it is called. */
const seenBy = (me: UserId, { formData, fileOwners }: SharedRow): Values => {
  const hidden = filesIn(formData).flatMap(([field, id]) =>
    fileOwners[String(id)] === me ? [] : [field, nameField(field)],
  )
  return Object.fromEntries(Object.entries(formData).filter(([field]) => !hidden.includes(field)))
}

/** What others have sent stays in the draft, though whoever saves it now does not see it. */
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
