import { isTestUser } from '#contract/dashboard.ts'
import { Problem } from '#contract/problem.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** All tasks pending, no documents, activities cleared: for the one test account. Routed in the demo alone. */
export async function resetTestUser(ctx: Ctx) {
  const account = await getAccount(ctx.db, ctx.actor.id)
  if (!isTestUser(account)) throw new Problem('forbidden', 'Only the test account can be reset.')
  await ctx.publish('clientReset', { clientId: account.id })
  await audit(ctx, 'account.reset')
  return { success: true as const }
}
