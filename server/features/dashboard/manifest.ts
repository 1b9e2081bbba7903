import { dashboard, isTestUser } from '#contract/dashboard/dashboard.ts'
import { Problem } from '#contract/kit/problem.ts'
import { getAccount, merged } from '#server/features/accounts/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Client, Ctx } from '#server/platform/ctx.ts'
import { feature } from '#server/platform/http/feature.ts'
import { routesOf } from '#server/platform/http/routes.ts'

declare module '#server/platform/audit/audit.ts' {
  interface AuditEvents {
    dashboard: 'account.reset'
  }
}

/** Resets the test account: all tasks pending, no documents, no activities. Available in the demo only. */
async function resetTestUser(ctx: Ctx<Client>) {
  const account = await getAccount(ctx.db, ctx.actor.id)
  if (!isTestUser(account)) throw new Problem('forbidden', 'Only the test account can be reset.')
  // What stays with a record that was merged into this one is theirs too.
  for (const { id } of [account, ...(await merged.listMergedInto(ctx.db, account.id))])
    await ctx.publish('clientReset', { clientId: id })
  await audit(ctx, 'account.reset')
  return { success: true as const }
}

export const dashboardFeature = feature({
  rank: 'console',
  routes: [routesOf(dashboard, { resetTestUser }, { isDemoOnly: true })],
})
