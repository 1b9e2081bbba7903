import type { Input } from '#contract/kit.ts'
import { type Export, type ExportId, exportMinutes, type privacy } from '#contract/privacy.ts'
import { Problem } from '#contract/problem.ts'
import { confirmPassword, getAccount } from '#server/features/accounts/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { audit } from '#server/platform/audit.ts'
import type { FlowingFile, StagedCtx } from '#server/platform/ctx.ts'
import { after, minutes } from '#server/platform/durations.ts'
import type { Holding } from '#server/platform/holdings.ts'
import { newId } from '#server/platform/ids.ts'
import { londonDay } from '#server/platform/london.ts'
import { archiveOf } from './archive.ts'
import { gather } from './gathering.ts'
import { leafletOf } from './leaflet.ts'
import * as store from './store.ts'

type Asked = Input<typeof privacy.prepareExport>

/** The password is asked for again: an export is all of a person's papers at once. */
export async function prepareExport(ctx: StagedCtx, { currentPassword }: Asked): Promise<Export> {
  const { id: clientId, sessionId } = ctx.actor
  await ctx.ports.limits.count('export', clientId)
  await confirmPassword(ctx, currentPassword)
  const ready = { id: newId<ExportId>(), expiresAt: after(ctx.now, minutes(exportMinutes)) }
  await ctx.transaction(async (step) => {
    const user = await getAccount(step.db, clientId)
    const row = { ...ready, clientId: user.id, sessionId: sessionId ?? '', askedAt: ctx.now }
    await store.insertExport(step.db, row)
    await audit(step, 'data.export_prepared', { details: { exportId: ready.id } })
  })
  return ready
}

/** Hands it out once, to the session that gave the password. */
export const fetchExport =
  (holdings: readonly Holding[]) =>
  async (ctx: StagedCtx, { id }: { id: ExportId }): Promise<FlowingFile> => {
    await store.getExport(ctx.read, ctx.actor.id, id)
    return {
      type: 'application/zip',
      filename: `My data ${londonDay(ctx.now)}.zip`,
      isAttachment: true,
      tag: id,
      flow: async () => {
        await take(ctx, id)
        return make(ctx, holdings)
      },
    }
  }

const take = ({ transaction, actor, now }: StagedCtx, id: ExportId) =>
  transaction(async (step) => {
    if (!(await store.claimExport(step.db, { id, sessionId: actor.sessionId ?? '', now }))) throw tooLate()
    await audit(step, 'data.exported', { details: { exportId: id } })
  })

async function make({ read, actor, now, ports }: StagedCtx, holdings: readonly Holding[]) {
  const gathered = await gather(read, holdings, actor.id)
  const { firstName, lastName } = await getAccount(read, actor.id)
  const { name } = await findFirm(read)
  const leaflet = leafletOf(gathered, { firm: name, person: `${firstName} ${lastName}`, at: now })
  return archiveOf(gathered, { files: ports.files, leaflet, at: now })
}

const tooLate = () =>
  new Problem(
    'conflict',
    'This export was fetched already, or has expired. Please enter your password again.',
    {
      reason: 'export_over',
    },
  )
