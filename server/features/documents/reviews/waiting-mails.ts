import type { UserId } from '#contract/accounts/accounts.ts'
import { pages, reviewPath } from '#contract/kit/pages.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { listNamedOn, listRecipients } from '#server/features/accounts/service.ts'
import { notifyByMail } from '#server/features/notifications/service.ts'
import { findMatterOfTask } from '#server/features/tasks/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import { before, minutes } from '#server/platform/time/durations.ts'
import { titleFor } from '../record-verdict.ts'
import type { DocumentRow } from '../store.ts'
import * as store from './store.ts'

/** Clients often send the next try at once, so the firm is emailed once they have paused this long. */
const pause = minutes(5)
/** The firm is emailed if the first document has waited this long, even if the client has not paused. */
const longest = minutes(30)

/** Emails the people responsible for a client, once, about everything that has started to wait for them. */
export async function mailFirmOfWaiting({ read, clock, transaction }: JobContext) {
  const now = clock()
  const due = { quietSince: before(now, pause), waitingSince: before(now, longest) }
  for (const clientId of await store.listUnmailed(read, due))
    await transaction((ctx) => mailOfWaiting(ctx, clientId))
}

async function mailOfWaiting(ctx: Ctx, clientId: UserId) {
  const waiting = await store.claimUnmailed(ctx.db, clientId)
  await store.updateNotified(
    ctx.db,
    waiting.map(({ id }) => id),
    ctx.now,
  )
  // Documents of a restricted matter go in an email of their own, to the people named on the matter.
  const restricted = new Map<DocumentRow['id'], MatterId>()
  for (const { id, taskId } of waiting) {
    const matterId = await findMatterOfTask(ctx.db, taskId)
    if (matterId && (await listNamedOn(ctx.db, matterId))) restricted.set(id, matterId)
  }
  const ofOneMatter = Map.groupBy(waiting, ({ id }) => restricted.get(id) ?? null)
  for (const [matterId, documents] of ofOneMatter)
    await mailRecipients(ctx, { clientId, matterId, documents })
}

interface Waiting {
  clientId: UserId
  matterId: MatterId | null
  documents: DocumentRow[]
}

async function mailRecipients(ctx: Ctx, { clientId, matterId, documents }: Waiting) {
  const [first, ...others] = documents
  if (!first) return
  const title =
    others.length === 0
      ? titleFor(first)
      : `${documents.length} documents from one client are waiting for your decision`
  const link = others.length === 0 ? reviewPath(first.id) : pages.reviews
  const notice = { topic: 'documents', title, body: '', inMail: `${title}.`, link, matterId } as const
  for (const person of await listRecipients(ctx.db, clientId, matterId))
    await notifyByMail(ctx, person, notice)
}
