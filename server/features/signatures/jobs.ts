import { buffer } from 'node:stream/consumers'
import { findFirm } from '#server/features/settings/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { StoredFile } from '#server/platform/files/port.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { JobTable } from '#server/platform/jobs/queue.ts'
import type { Augmented } from '#server/platform/signing/sealer.ts'
import { after, hours, minutes, seconds } from '#server/platform/time/durations.ts'
import { append, portalCaller, refreshFirm } from './events.ts'
import type { RequestRow } from './store.ts'
import * as store from './store.ts'
import { removeLapsedMarks } from './witness/store.ts'

declare module '#server/platform/jobs/queue.ts' {
  interface JobPayloads {
    removeLapsedMarks: Record<string, never>
    strengthenSeals: Record<string, never>
  }
}

export const signatureJobs = (jobContext: JobContext): JobTable => ({
  strengthenSeals: {
    queue: 'outbound',
    schedule: '*/5 * * * *',
    isRunAtStart: true,
    run: (_, stopping) => strengthenSeals(jobContext, stopping),
  },
  removeLapsedMarks: {
    schedule: '17,47 * * * *',
    isRunAtStart: true,
    run: async () => {
      await jobContext.transaction(({ db, now }) => removeLapsedMarks(db, now))
    },
  },
})

/** Limits of one run: nobody waits for it, but no job may take two minutes. */
const most = 20
const longest = seconds(60)

/** Asks again for the proof that seals lack, such as a time stamp while the authority was unreachable. */
async function strengthenSeals(jobContext: JobContext, stopping?: AbortSignal) {
  const { read, ports, clock } = jobContext
  if (!ports.sealer.isTimed()) return
  const began = performance.now()
  for (const request of await store.listToStrengthen(read, { now: clock(), most })) {
    if (stopping?.aborted || performance.now() - began > longest) return
    await strengthenSeal(jobContext, request)
  }
}

async function strengthenSeal(jobContext: JobContext, request: RequestRow) {
  const raised = await raisedCopy(jobContext, request)
  if (raised === null || raised.level === request.sealLevel) return postpone(jobContext, request)
  const { files } = jobContext.ports
  const file = await files.put([raised.pdf], { limit: raised.pdf.length })
  const isKept = await jobContext.transaction((ctx) => keep(ctx, request, { file, raised }))
  if (!isKept) await files.remove(file.key).catch(() => {})
}

/** Returns null if the copy can't be read or is damaged. The check of its signatures reports that. */
const raisedCopy = async ({ ports }: JobContext, { signedKey, signedSha256 }: RequestRow) => {
  if (signedKey === null || signedSha256 === null) return null
  const bytes = await ports.files.read(signedKey, { sha256: signedSha256 }).then(buffer, () => null)
  return bytes && ports.sealer.augment(bytes)
}

/** Doubles the wait with each try, up to once a day. */
const postpone = ({ transaction }: JobContext, { documentId, strengthenTries: tries }: RequestRow) =>
  transaction(({ db, now }) => {
    const wait = Math.min(minutes(5) * 2 ** tries, hours(24))
    return store.update(db, documentId, { strengthenAt: after(now, wait), strengthenTries: tries + 1 })
  })

/**
 * Replaces the sealed file by the longer one, which contains the signed copy byte for byte. The digest of the new file
 * is recorded.
 */
async function keep(
  ctx: Ctx,
  request: RequestRow,
  { file, raised }: { file: StoredFile; raised: Augmented },
) {
  const { documentId, clientId, signedKey } = request
  const standing = await store.claim(ctx.db, clientId, documentId)
  if (standing.signedKey !== signedKey) return false
  const { level } = raised
  const details = { sha256: file.sha256, level }
  const { name } = await findFirm(ctx.db)
  await append(ctx, request, [{ kind: 'strengthened', details }], {
    doer: { id: null, name },
    caller: portalCaller,
  })
  await store.update(ctx.db, documentId, {
    signedKey: file.key,
    signedSha256: file.sha256,
    signedSize: file.size,
    sealLevel: level,
    strengthenAt: raised.isLacking ? after(ctx.now, minutes(5)) : null,
    strengthenTries: 0,
  })
  await audit(ctx, 'signature.strengthened', { subjectId: clientId, details: { documentId, level } })
  await ctx.invalidate(clientId, 'signatures')
  await refreshFirm(ctx, request)
  // The sweeper deletes the old copy later, since a database restored to an earlier moment still refers to it.
  return true
}
