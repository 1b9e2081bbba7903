import type { Input } from '#contract/kit.ts'
import type { ReviewedDocument, reviews } from '#contract/reviews.ts'
import { broughtUpToDate } from '#contract/validation.ts'
import { clientsOf, findClientOf, namesOf } from '#server/features/accounts/service.ts'
import { titlesOf } from '#server/features/tasks/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db.ts'
import type { DocumentRow } from '../store.ts'
import * as store from './store.ts'

export async function listReviews({ db, actor }: Ctx, { state, clientId }: Input<typeof reviews.list>) {
  const clients = clientsOf(db, actor)
  const isWaiting = state === 'waiting'
  const rows = await (isWaiting ? store.listWaiting : store.listDecided)(db, clients, clientId)
  const total = isWaiting ? await store.countWaiting(db, clients, clientId) : rows.length
  return { total, documents: await asReviewed(db, rows) }
}

export async function listOfClient({ db, actor }: Ctx, { id }: Input<typeof reviews.ofClient>) {
  const client = await findClientOf(db, actor, id)
  return asReviewed(db, await store.listOfClient(db, client.id))
}

export const showReview = async ({ db, actor }: Ctx, { id }: Input<typeof reviews.one>) =>
  reviewOf(db, await store.get(db, clientsOf(db, actor), id))

/** One document as the firm sees it, whole: evidence of its flags included. */
export async function reviewOf(db: Db, row: DocumentRow): Promise<ReviewedDocument> {
  const [document] = await asReviewed(db, [row])
  if (!document) throw new Error('A row gives a document')
  return document
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
  return rows.map(({ clientId, fileKey: _, sha256: __, decidedById, validation, ...row }) => {
    const decider = decidedById ? names.get(decidedById) : undefined
    return {
      ...row,
      validation: validation && broughtUpToDate(validation),
      client: names.get(clientId) ?? { id: clientId, firstName: '', lastName: '' },
      taskTitle: (row.taskId && titles.get(row.taskId)) ?? null,
      decidedBy: decider ? `${decider.firstName} ${decider.lastName}` : null,
    }
  })
}
