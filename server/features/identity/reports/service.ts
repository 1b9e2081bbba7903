import type { UserId } from '#contract/accounts/accounts.ts'
import type { identityReports as contract, IdentityReport, ReportId } from '#contract/identity/reports.ts'
import type { Input, Output } from '#contract/kit/endpoint.ts'
import { invalidFields, Problem } from '#contract/kit/problem.ts'
import { withoutHidden } from '#contract/kit/text.ts'
import { findClientOf, invalidateFirmPagesOf, nameOfActor } from '#server/features/accounts/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, FileAnswer, MultiStepCtx, Staff, UploadCtx } from '#server/platform/ctx.ts'
import { sqlState } from '#server/platform/db/database.ts'
import type { StoredFile } from '#server/platform/files/port.ts'
import { uploadRate } from '#server/platform/http/limits.ts'
import { dayIn } from '#server/platform/time/zone.ts'
import { findConnection } from './provider-settings.ts'
import type { ReportRow } from './store.ts'
import * as store from './store.ts'

export const admitReport = ({ ports, actor }: MultiStepCtx<Staff>) => ports.limits.count(uploadRate, actor.id)

export async function listReports(
  { db, actor, ports }: Ctx<Staff>,
  { id }: Input<typeof contract.ofClient>,
): Promise<Output<typeof contract.ofClient>> {
  const client = await findClientOf(db, actor, id)
  const connection = await findConnection(db, ports)
  return {
    reports: (await store.listOf(db, client.id)).map(shown),
    canAsk: connection && ports.identityReports.name,
  }
}

export const shown = (row: ReportRow): IdentityReport => ({
  id: row.id,
  status: row.status,
  source: row.source,
  provider: row.provider,
  registerEntry: row.registerEntry,
  reference: row.reference,
  level: row.level,
  checkedOn: row.checkedOn,
  result: row.result,
  steps: row.steps,
  file: row.filename === null ? null : { name: row.filename, size: row.fileSize ?? 0 },
  url: row.status === 'open' ? row.url : null,
  by: row.byName,
  at: row.at,
})

/**
 * Stores a provider's report, uploaded by a person or sent by the provider's own system. Throws `invalid` for a date in
 * the future, `not_pdf` for another format, and `scan_unavailable` while it cannot be scanned.
 */
export async function addReport(
  ctx: UploadCtx<Staff>,
  wanted: Input<typeof contract.add>,
  source: 'uploaded' | 'received',
): Promise<IdentityReport> {
  const { id, ...facts } = wanted
  await ctx.transaction((step) => findClientOf(step.db, step.actor, id))
  if (facts.checkedOn > dayIn('Europe/London', ctx.now)) throw inFuture()
  const { files, inspector } = ctx.ports
  const { bytes, filename, declaredType, staged, awaitsScan } = ctx.upload
  const { mimeType } = await inspector.accept(bytes, { filename, declaredType })
  if (mimeType !== 'application/pdf') throw notPdf()
  // Refused until it is scanned, because people who open a report expect it to be free of viruses.
  if (awaitsScan) throw notScanned()
  const file = await files.keep(staged)
  const name = withoutHidden(filename, ' ').trim().slice(0, 200) || 'report.pdf'
  try {
    const kept = await ctx.transaction((step) =>
      record(step, { ...facts, clientId: id, source }, { file, name }),
    )
    // The report had been sent before, so the new file belongs to no row.
    if (kept.fileKey !== file.key) await files.remove(file.key).catch(() => {})
    return shown(kept)
  } catch (error) {
    // If the connection was lost at the commit, the outcome is unknown, and only the sweeper may delete the file.
    if (error instanceof Problem || sqlState(error) !== undefined)
      await files.remove(file.key).catch(() => {})
    throw error
  }
}

type Facts = Omit<Input<typeof contract.add>, 'id'> & { clientId: UserId; source: 'uploaded' | 'received' }

async function record(
  ctx: Ctx<Staff>,
  facts: Facts,
  { file, name }: { file: StoredFile; name: string },
): Promise<ReportRow> {
  const client = await findClientOf(ctx.db, ctx.actor, facts.clientId)
  await store.holdClient(ctx.db, client.id)
  const before = facts.source === 'received' ? await store.findReceived(ctx.db, facts) : null
  if (before) return before
  const row = await store.insert(ctx.db, {
    ...facts,
    id: newId<ReportId>(),
    status: 'reported',
    filename: name,
    fileKey: file.key,
    fileSize: file.size,
    sha256: file.sha256,
    byId: ctx.actor.id,
    byName: await nameOfActor(ctx),
    at: ctx.now,
    settledAt: ctx.now,
  })
  const { provider, reference, source } = row
  await audit(ctx, 'identity_report.added', {
    subjectId: client.id,
    details: { provider, reference, source, checkedOn: facts.checkedOn },
  })
  await invalidateFirmPagesOf(ctx, client.id, 'identity')
  return row
}

const inFuture = () => {
  const words = 'This date is in the future'
  return invalidFields({ checkedOn: words })
}
const notPdf = () => new Problem('unsupported', 'Please choose the report as a PDF.', { reason: 'not_pdf' })
const notScanned = () =>
  new Problem('unavailable', "We can't check files for viruses at the moment. Please try again soon.", {
    reason: 'scan_unavailable',
    retryAfter: 60,
  })

/**
 * Returns the file of a report, and records in the audit trail that it was read. Throws `not_found` for a report
 * without one.
 */
export async function showFile(
  ctx: MultiStepCtx<Staff>,
  { id, reportId }: Input<typeof contract.file>,
): Promise<FileAnswer> {
  const row = await ctx.transaction(async (step) => {
    const client = await findClientOf(step.db, step.actor, id)
    const found = await store.get(step.db, { clientId: client.id, id: reportId })
    const { provider, reference } = found
    await audit(step, 'identity_report.read', { subjectId: client.id, details: { provider, reference } })
    return found
  })
  const { fileKey, fileSize, sha256 } = row
  if (fileKey === null || fileSize === null || sha256 === null)
    throw new Problem('not_found', 'This report has no file.')
  return {
    open: (range) => ctx.ports.files.read(fileKey, { range, sha256 }),
    size: fileSize,
    type: 'application/pdf',
    filename: row.filename ?? 'report.pdf',
    isAttachment: true,
    tag: sha256,
  }
}

/** Deletes a report. The sweeper deletes its file later. */
export async function removeReport(ctx: Ctx<Staff>, { id, reportId }: Input<typeof contract.remove>) {
  const client = await findClientOf(ctx.db, ctx.actor, id)
  const { provider, reference } = await store.remove(ctx.db, { clientId: client.id, id: reportId })
  await audit(ctx, 'identity_report.removed', { subjectId: client.id, details: { provider, reference } })
  await invalidateFirmPagesOf(ctx, client.id, 'identity')
  return undefined
}
