import { dayText } from '#contract/form-words.ts'
import type { Input } from '#contract/kit.ts'
import { londonDay } from '#contract/london.ts'
import { fullName } from '#contract/names.ts'
import type { ReviewedDocument, reviews } from '#contract/reviews.ts'
import { broughtUpToDate, isFaceType } from '#contract/validation.ts'
import { clientsOf, findClientOf, namesOf } from '#server/features/accounts/service.ts'
import { titlesOf } from '#server/features/tasks/service.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { listSenders } from '../likeness.ts'
import { type DocumentRow, plainOf } from '../store.ts'
import * as store from './store.ts'

export async function listReviews(
  { db, actor }: Ctx<Staff>,
  { state, clientId }: Input<typeof reviews.list>,
) {
  const clients = clientsOf(db, actor)
  const isWaiting = state === 'waiting'
  const rows = await (isWaiting ? store.listWaiting : store.listDecided)(db, clients, clientId)
  const total = isWaiting ? await store.countWaiting(db, clients, clientId) : rows.length
  return { total, documents: await asReviewed(db, rows) }
}

export async function listOfClient({ db, actor }: Ctx<Staff>, { id }: Input<typeof reviews.ofClient>) {
  const client = await findClientOf(db, actor, id)
  return asReviewed(db, await store.listOfClient(db, client.id))
}

export const showReview = async (ctx: Ctx<Staff>, { id }: Input<typeof reviews.one>) =>
  reviewOf(ctx, await store.get(ctx.db, clientsOf(ctx.db, ctx.actor), id))

/** One document as the firm sees it, whole: evidence of its flags and what it is compared with included. */
export async function reviewOf(
  ctx: Pick<Ctx<Staff>, 'db' | 'actor'>,
  row: DocumentRow,
): Promise<ReviewedDocument> {
  const [document] = await asReviewed(ctx.db, [row])
  if (!document) throw new Error('A row gives a document')
  const beside = isFaceType(row.documentType) ? await store.listBeside(ctx.db, row) : []
  return { ...document, beside, notes: await notesOn(ctx, row) }
}

/** Who else sent it; by name where the person answers for them, too. */
async function notesOn({ db, actor }: Pick<Ctx<Staff>, 'db' | 'actor'>, row: DocumentRow) {
  // Each client once, with when they sent it first.
  const sent = await listSenders(db, row)
  const senders = sent.filter(
    ({ clientId }, at) => sent.findIndex((sender) => sender.clientId === clientId) === at,
  )
  const names = await namesOf(db, await store.visibleOf(db, clientsOf(db, actor), senders))
  const what = row.identityPurpose === null ? 'file' : 'picture'
  return senders.map(({ clientId, createdAt }) => {
    const name = names.get(clientId)
    const who = name ? fullName(name) : 'Another client'
    return `${who} sent the same ${what} on ${dayText(londonDay(createdAt))}.`
  })
}

async function asReviewed(db: Db, rows: DocumentRow[]): Promise<ReviewedDocument[]> {
  const people = rows.flatMap(({ clientId, decidedById }) => [
    clientId,
    ...(decidedById ? [decidedById] : []),
  ])
  const names = await namesOf(db, people)
  const titles = await titlesOf(
    db,
    rows.flatMap(({ taskId }) => taskId ?? []),
  )
  return rows.map((row) => {
    const { clientId, decidedById, decidedAt, numberAsked, validation, supersededAt } = row
    const decider = decidedById ? names.get(decidedById) : undefined
    return {
      ...plainOf(row),
      isOfIdentity: row.identityPurpose !== null,
      numberAsked,
      decidedAt,
      isSuperseded: supersededAt !== null,
      beside: [],
      notes: [],
      validation: validation && broughtUpToDate(validation),
      client: names.get(clientId) ?? { id: clientId, firstName: '', lastName: '' },
      taskTitle: (row.taskId && titles.get(row.taskId)) ?? null,
      decidedBy: decider ? fullName(decider) : null,
    }
  })
}
