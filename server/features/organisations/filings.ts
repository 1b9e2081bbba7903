import { Problem } from '#contract/kit/problem.ts'
import { withoutHidden } from '#contract/kit/text.ts'
import type { Filing, FilingId } from '#contract/organisations/organisations.ts'
import { hiddenMattersOf, nameOfActor } from '#server/features/accounts/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, FileAnswer, MultiStepCtx, Staff, UploadCtx } from '#server/platform/ctx.ts'
import { sqlState } from '#server/platform/db/database.ts'
import type { StoredFile } from '#server/platform/files/port.ts'
import { uploadRate } from '#server/platform/http/limits.ts'
import { claimOrganisation, getOrganisation, type Requested, shownFiling } from './service.ts'
import * as store from './store.ts'

export const admitFiling = ({ ports, actor }: MultiStepCtx<Staff>) => ports.limits.count(uploadRate, actor.id)

/** Stores a PDF or a picture of a filing beside the details that were typed from it. */
export async function addFiling(ctx: UploadCtx<Staff>, place: Requested<'addFiling'>): Promise<Filing> {
  await ctx.transaction((step) => getOrganisation(step, place))
  const { files, inspector } = ctx.ports
  const { bytes, filename, declaredType, staged } = ctx.upload
  const { mimeType } = await inspector.accept(bytes, { filename, declaredType })
  const file = await files.keep(staged)
  try {
    return await ctx.transaction((step) => record(step, place, { file, filename, mimeType }))
  } catch (error) {
    // After a connection lost at the commit, the outcome is unknown. Only the sweeper may then delete the file.
    if (error instanceof Problem || sqlState(error) !== undefined)
      await files.remove(file.key).catch(() => {})
    throw error
  }
}

interface Taken {
  file: StoredFile
  filename: string
  mimeType: string
}

async function record(
  ctx: Ctx<Staff>,
  place: Requested<'addFiling'>,
  { file, filename, mimeType }: Taken,
): Promise<Filing> {
  const { matter, party } = await claimOrganisation(ctx, place)
  const row = {
    id: newId<FilingId>(),
    personId: party.personId,
    matterId: matter.id,
    filename: withoutHidden(filename, ' ').trim().slice(0, 200) || 'filing',
    mimeType,
    fileKey: file.key,
    fileSize: file.size,
    sha256: file.sha256,
    byId: ctx.actor.id,
    byName: await nameOfActor(ctx),
    at: ctx.now,
  }
  await store.insertFiling(ctx.db, row)
  await audit(ctx, 'organisation.filing_added', {
    subjectId: matter.clientId,
    details: { reference: matter.reference, name: party.name, filename: row.filename },
  })
  await ctx.publish('matterTouched', { matterId: matter.id })
  return shownFiling(row)
}

/** Returns a filing. The audit trail records that it was read, so a standby cannot serve this. */
export async function showFiling(
  ctx: MultiStepCtx<Staff>,
  { filingId, ...place }: Requested<'filing'>,
): Promise<FileAnswer> {
  const row = await ctx.transaction(async (step) => {
    const { matter, party } = await getOrganisation(step, place)
    const found = await store.getFiling(
      step.db,
      party.personId,
      filingId,
      hiddenMattersOf(step.db, step.actor),
    )
    await audit(step, 'organisation.filing_read', {
      subjectId: matter.clientId,
      details: { reference: matter.reference, filename: found.filename },
    })
    return found
  })
  const { files } = ctx.ports
  return {
    open: (range) => files.read(row.fileKey, { range, sha256: row.sha256 }),
    size: row.fileSize,
    type: row.mimeType,
    filename: row.filename,
    isAttachment: true,
    tag: row.sha256,
  }
}

/** Removes a filing. The sweeper deletes its file later. */
export async function removeFiling(ctx: Ctx<Staff>, { filingId, ...place }: Requested<'removeFiling'>) {
  const { matter, party } = await claimOrganisation(ctx, place)
  const { filename } = await store.removeFiling(
    ctx.db,
    party.personId,
    filingId,
    hiddenMattersOf(ctx.db, ctx.actor),
  )
  await audit(ctx, 'organisation.filing_removed', {
    subjectId: matter.clientId,
    details: { reference: matter.reference, name: party.name, filename },
  })
  await ctx.publish('matterTouched', { matterId: matter.id })
  return undefined
}
