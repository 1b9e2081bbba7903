import type { UserId } from '#contract/accounts/accounts.ts'
import { pages, pathTo } from '#contract/kit/pages.ts'
import { notify } from '#server/features/notifications/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { MatterRow } from '../store.ts'

interface NoticeWords {
  title: string
  body: string
  inMail: string
}

interface Words {
  ofOne: (row: MatterRow) => NoticeWords | Promise<NoticeWords>
  ofSeveral: (rows: readonly MatterRow[]) => NoticeWords | Promise<NoticeWords>
}

/**
 * Notifies somebody that cases have changed hands: once of all of them, but of restricted cases one by one, so that
 * whoever may no longer know of one loses what was said of it.
 */
export async function notifyOfCases(
  ctx: Ctx,
  { recipientId, rows }: { recipientId: UserId; rows: readonly MatterRow[] },
  { ofOne, ofSeveral }: Words,
) {
  const open = rows.filter(({ isRestricted }) => !isRestricted)
  const single = [...rows.filter(({ isRestricted }) => isRestricted), ...(open.length === 1 ? open : [])]
  for (const row of single)
    await notify(ctx, recipientId, {
      topic: 'cases',
      ...(await ofOne(row)),
      matterId: row.id,
      link: pathTo(pages.firmMatters, 'case', row.id),
    })
  if (open.length > 1)
    await notify(ctx, recipientId, { topic: 'cases', ...(await ofSeveral(open)), link: pages.firmMatters })
}
