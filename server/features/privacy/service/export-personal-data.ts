import { finished } from 'node:stream/promises'
import type { Input } from '#contract/kit/endpoint.ts'
import { londonDay } from '#contract/kit/london.ts'
import { fullName } from '#contract/kit/names.ts'
import { clientPath } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { type Export, type ExportId, exportMinutes, type privacy } from '#contract/privacy.ts'
import {
  confirmPassword,
  getAccount,
  listAdministrators,
  listReaders,
  listRecipients,
} from '#server/features/accounts/service.ts'
import { notify } from '#server/features/notifications/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { PersonalDataSource } from '#server/platform/audit/personal-data.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Client, Ctx, MultiStepCtx, StreamedFile } from '#server/platform/ctx.ts'
import type { FileStore } from '#server/platform/files/port.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import { after, minutes } from '#server/platform/time/durations.ts'
import * as store from '../store.ts'
import { type CollectedData, collectPersonalData, type Enclosed } from './collect-personal-data.ts'
import { archiveOf, indexPageOf } from './write-archive.ts'

const exportRate: Limit = { name: 'export', points: 5, duration: 3600 }

type PrepareExportInput = Input<typeof privacy.prepareExport>

/** Prepares an export. Asks for the password again, because an export is all of a person's documents at once. */
export async function prepareExport(
  ctx: MultiStepCtx<Client>,
  { currentPassword }: PrepareExportInput,
): Promise<Export> {
  const { id: clientId, sessionId } = ctx.actor
  await ctx.ports.limits.count(exportRate, clientId)
  await confirmPassword(ctx, currentPassword)
  const ready = { id: newId<ExportId>(), expiresAt: after(ctx.now, minutes(exportMinutes)) }
  await ctx.transaction(async (step) => {
    const user = await getAccount(step.db, clientId)
    const row = { ...ready, clientId: user.id, sessionId: sessionId ?? '', requestedAt: ctx.now }
    await store.insertExport(step.db, row)
    await audit(step, 'data.export_prepared', { details: { exportId: ready.id } })
  })
  return ready
}

/** Streams the export once, to the session that gave the password. */
export const fetchExport =
  (personalData: readonly PersonalDataSource[]) =>
  async (ctx: MultiStepCtx<Client>, { id }: { id: ExportId }): Promise<StreamedFile> => {
    await store.getExport(ctx.read, ctx.actor.id, id)
    return {
      type: 'application/zip',
      filename: `My data ${londonDay(ctx.now)}.zip`,
      isAttachment: true,
      tag: id,
      flow: async () => {
        await take(ctx, id)
        return make(ctx, personalData, id)
      },
    }
  }

const take = ({ transaction, actor, now }: MultiStepCtx, id: ExportId) =>
  transaction(async (step) => {
    if (!(await store.claimExport(step.db, { id, sessionId: actor.sessionId ?? '', now }))) throw tooLate()
    await audit(step, 'data.exported', { details: { exportId: id } })
  })

async function make(ctx: MultiStepCtx<Client>, personalData: readonly PersonalDataSource[], id: ExportId) {
  const { read, actor, now, ports } = ctx
  const collected = await withoutUnreadable(
    await collectPersonalData(read, personalData, actor.id),
    ports.files,
  )
  const { firstName, lastName } = await getAccount(read, actor.id)
  const person = fullName({ firstName, lastName })
  if (collected.lost.length > 0)
    await ctx.transaction((step) => notifyOfLoss(step, collected, { id, person }))
  const { name } = await findFirm(read)
  const indexPage = indexPageOf(collected, { firm: name, person, at: now })
  return archiveOf(collected, { files: ports.files, indexPage, at: now })
}

/**
 * Tells the administrators and the people responsible for the client that files are lost, so that they can look for
 * copies.
 */
async function notifyOfLoss(
  ctx: Ctx<Client>,
  { lost }: CollectedData,
  { id, person }: { id: ExportId; person: string },
) {
  for (const { key, sha256, filename } of lost)
    await audit(ctx, 'data.file_missing', { details: { exportId: id, key, sha256, filename } })
  const clientId = ctx.actor.id
  const readers = await listReaders(ctx, clientId)
  for (const recipient of new Set([
    ...(await listAdministrators(ctx.db)),
    ...(await listRecipients(ctx.db, clientId)),
  ]))
    await notify(ctx, recipient, {
      topic: 'account',
      ...(readers.includes(recipient)
        ? { ...lostFiles(lost, person), link: clientPath(clientId) }
        : lostFiles(lost)),
    })
}

/** Names no file, because a case may be restricted, and no client to those who may not look at them. */
const lostFiles = ({ length }: readonly Enclosed[], client = 'A client') => ({
  title: "A client's files can't be read",
  body: `${client} downloaded their data without ${length === 1 ? 'a file that is' : `${length} files that are`} missing or damaged. The audit trail names each. Please look for ${length === 1 ? 'it' : 'them'} in a backup.`,
})

const tooLate = () =>
  new Problem(
    'conflict',
    'This export has already been downloaded, or has expired. Please enter your password again.',
    {
      reason: 'export_over',
    },
  )

/**
 * Reads each file to its end before the first is packed, because an archive in progress can only break off. A missing
 * or damaged file is listed in the archive instead, so that it does not hold back the others. If the storage itself
 * fails, throws the storage's refusal, and there is no export.
 */
async function withoutUnreadable(collected: CollectedData, store: FileStore): Promise<CollectedData> {
  const { files } = collected
  const lost: Enclosed[] = []
  for (const file of files) if (!(await isWhole(file, store))) lost.push(file)
  if (lost.length > 0) await store.check()
  return { ...collected, files: files.filter((file) => !lost.includes(file)), lost }
}

const isWhole = async ({ key, sha256 }: Enclosed, store: FileStore) => {
  try {
    const bytes = await store.read(key, { sha256 })
    await finished(bytes.resume())
    return true
  } catch {
    return false
  }
}
