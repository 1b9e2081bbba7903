import { isDeepStrictEqual } from 'node:util'
import type { UserId } from '#contract/accounts/accounts.ts'
import { formatPounds } from '#contract/kit/money.ts'
import type { TaskId } from '#contract/tasks.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import * as store from '../store.ts'
import { defaultTemplate, earlierDefaults } from '../template/default-template.ts'
import * as templates from '../template/store.ts'

/** Creates a client's tasks from the firm's template. Idempotent. */
export const ensureTasks = (ctx: Ctx, clientId: UserId) => ensureTasksOf(ctx, [clientId])

/** The same for several clients at once. */
export async function ensureTasksOf(ctx: Ctx, clientIds: readonly UserId[]) {
  const template = await templates.findTemplate(ctx.db)
  const { version, items } = await upToDate(ctx, template)
  const rows = clientIds.flatMap((clientId) =>
    items.map((item, position) => ({
      ...item,
      id: newId<TaskId>(),
      clientId,
      position,
      templateVersion: version,
      description: item.description.replace('{amount}', formatPounds(item.amount ?? 0)),
      currency: item.amount === null ? null : ('GBP' as const),
      status: 'pending' as const,
      createdAt: ctx.now,
      openedAt: ctx.now,
    })),
  )
  if (rows.length > 0) await store.insertMissing(ctx.db, rows)
}

/** Replaces an outdated default template by the newest one, if the firm never changed it. */
const upToDate = ({ db, now }: Ctx, template: Awaited<ReturnType<typeof templates.findTemplate>>) => {
  if (template === null) return templates.ensureTemplate(db, defaultTemplate, now)
  const isOutdated = earlierDefaults.some((items) => isDeepStrictEqual(items, template.items))
  return isOutdated
    ? templates.replaceTemplate(db, template, { items: defaultTemplate, createdAt: now })
    : template
}
