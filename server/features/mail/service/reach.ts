import type { UserId } from '#contract/accounts/accounts.ts'
import type { Unreached } from '#contract/firm/reach.ts'
import type { MatterId } from '#contract/matters/matters.ts'
import { unreachedAmong } from '#server/features/accounts/service.ts'
import { hasEndedAccess } from '#server/features/tasks/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/**
 * Returns why a client is neither told nor sees what these matters ask for, or what they are asked for independent of
 * any. Null if they are told. A guest's access ends with each of their matters, though the link of another still works.
 */
export async function findUnreached(
  { db, now }: Pick<Ctx, 'db' | 'now'>,
  clientId: UserId,
  matterIds: readonly MatterId[] = [],
): Promise<Unreached | null> {
  const reason = (await unreachedAmong({ db, now }, [clientId])).get(clientId)
  if (reason) return reason
  return (await hasEndedAccess(db, clientId, matterIds)) ? 'link_over' : null
}
