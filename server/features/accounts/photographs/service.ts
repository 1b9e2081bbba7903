import {
  type photographs as contract,
  largestPhotograph,
  type PhotographId,
  photographSizes,
  photographTooLarge,
} from '#contract/accounts/photographs.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { notFound, Problem } from '#contract/kit/problem.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, FileAnswer, Member, MultiStepCtx, Staff, UploadCtx } from '#server/platform/ctx.ts'
import { reportInfected } from '#server/platform/files/report-infected.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import type { UploadRefused } from '#server/platform/http/uploads.ts'
import * as store from './store.ts'

const photographRate: Limit = { name: 'photograph', points: 20, duration: 3600 }

/** Counts the attempt before any bytes are received. */
export const admitPhotograph = ({ ports, actor }: MultiStepCtx<Staff>) =>
  ports.limits.count(photographRate, actor.id)

export const showOwn = async ({ db, actor }: Ctx<Staff>) => ({
  id: (await store.idsOf(db, [actor.id])).get(actor.id) ?? null,
})

/**
 * Saves square pictures drawn from the upload, so that its location and camera data are dropped. Throws 413 above 5 MB,
 * 415 if it is no JPEG or PNG, and 422 if it can't be read completely or unpacks too far.
 */
export async function takePhotograph(ctx: UploadCtx<Staff>) {
  const { bytes, filename, declaredType } = ctx.upload
  if (bytes.length > largestPhotograph) throw tooLarge()
  const { inspector } = ctx.ports
  await inspector.accept(bytes, { filename, declaredType, takesPdf: false })
  const [small, large] = [
    await inspector.imagePreview(bytes, { width: photographSizes.small, isSquare: true }),
    await inspector.imagePreview(bytes, { width: photographSizes.large, isSquare: true }),
  ]
  const id = newId<PhotographId>()
  await ctx.transaction(async (step) => {
    const changedAt = step.now
    const pictures = { small: Buffer.from(small), large: Buffer.from(large) }
    await store.replace(step.db, { userId: ctx.actor.id, id, ...pictures, changedAt })
    await audit(step, 'photograph.changed')
    await step.invalidate(ctx.actor.id, 'user')
  })
  return { id }
}

const tooLarge = () => new Problem('too_large', photographTooLarge, { reason: 'photograph_too_large' })

/** Says what is true of a photograph also of a file that is too large for any upload. */
export const refusePhotograph: UploadRefused<Staff> = async (ctx, problem, upload) => {
  await reportInfected(ctx, problem, upload)
  if (problem.code === 'too_large') throw tooLarge()
}

export async function removePhotograph(ctx: Ctx<Staff>) {
  if (!(await store.remove(ctx.db, ctx.actor.id))) notFound('photograph')
  await audit(ctx, 'photograph.removed')
  await ctx.invalidate(ctx.actor.id, 'user')
  return undefined
}

/** Any member may see a photograph: its id is only given out with the person's name. */
export async function showPhotograph(
  { db }: Ctx<Member>,
  { id, size = 'small' }: Input<typeof contract.one>,
): Promise<FileAnswer> {
  const picture = await store.getPicture(db, id, size)
  return {
    make: async () => picture,
    type: 'image/jpeg',
    filename: 'photograph.jpg',
    isAttachment: false,
    tag: `${id}-${size}`,
  }
}
