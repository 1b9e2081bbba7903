import { documentName } from '#contract/documents/documents.ts'
import { picturesAgainst } from '#contract/documents/reviews.ts'
import { isFaceType } from '#contract/documents/validation.ts'
import type { DomainEvents } from '#contract/kit/domain-events.ts'
import { Problem } from '#contract/kit/problem.ts'
import {
  askForAnother,
  claimTask,
  findTask,
  settleTask,
  type TaskRow,
} from '#server/features/tasks/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { replaceRejected } from './attempts.ts'
import * as pictures from './pictures/store.ts'
import type { DocumentRow } from './store.ts'
import * as store from './store.ts'

type Picture = Pick<DocumentRow, 'clientId' | 'documentType' | 'numberAsked'>

/**
 * Asks for a rejected picture of a face again through the identity check, since such a picture has no task of its own.
 */
export async function askFaceAgain(
  ctx: Ctx,
  { clientId, documentType, numberAsked }: Picture,
  reason: string,
): Promise<TaskRow | null> {
  const task = isFaceType(documentType) ? await claimIdentityCheck(ctx, clientId) : null
  if (task)
    await askForAnother(ctx, task, numberAsked ? `${reason} Please show the number ${numberAsked}.` : reason)
  return task
}

/** Returns the identity check to a person once no picture is asked for. */
export async function settleFaces(ctx: Ctx, { clientId, documentType }: Omit<Picture, 'numberAsked'>) {
  if (!isFaceType(documentType) || (await pictures.findRejectedFace(ctx.db, clientId))) return
  const task = await claimIdentityCheck(ctx, clientId)
  if (task && task.reason !== null && task.status === 'completed') await settleTask(ctx, task, 'review')
}

/** Supersedes the rejected picture of the same type. Returns what that one was asked to be, for the new one. */
export async function replaceRejectedFace(
  ctx: Ctx,
  { clientId, documentType }: Omit<Picture, 'numberAsked'>,
): Promise<Partial<Pick<DocumentRow, 'attemptFor' | 'numberAsked'>>> {
  if (!isFaceType(documentType)) return {}
  const rejected = await pictures.claimRejected(ctx.db, { clientId, documentType })
  const [last] = rejected
  if (!last) return {}
  await replaceRejected(ctx, rejected)
  return { attemptFor: last.attemptFor, numberAsked: last.numberAsked }
}

/**
 * Refuses to accept an identity that contradicts its pictures: undecided ones have to be decided first, and rejected
 * ones need `isWithoutRejected`.
 */
export async function settlePictures(
  ctx: Ctx,
  { clientId, isWithoutRejected }: DomainEvents['identityAccepted'],
) {
  await store.holdClient(ctx.db, clientId)
  const { undecided, rejected } = picturesAgainst(await pictures.claimFaces(ctx.db, clientId))
  if (undecided.length > 0)
    throw new Problem('conflict', `Please decide on these first: ${namesOf(undecided)}.`, {
      reason: 'picture_undecided',
    })
  if (rejected.length > 0 && !isWithoutRejected)
    throw new Problem(
      'conflict',
      `You've asked the client for another: ${namesOf(rejected)}. Please wait for it, withdraw that decision, or accept without it.`,
      { reason: 'picture_rejected' },
    )
  await replaceRejected(ctx, rejected)
}

const namesOf = (pictures: DocumentRow[]) =>
  [...new Set(pictures.map((picture) => documentName(picture).toLowerCase()))].join(', ')

const claimIdentityCheck = async (ctx: Ctx, clientId: DocumentRow['clientId']) => {
  const found = await findTask(ctx.db, clientId, ['identity_check'])
  return found && claimTask(ctx, { id: found.id, clientId })
}
