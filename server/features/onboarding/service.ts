import { endFirstLogin } from '#server/features/accounts/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'

/** Allowed at any stage: however the first visit ends, the pages unlock and the tasks stay. */
export async function completeOnboarding(ctx: Ctx) {
  return { success: true as const, user: await endFirstLogin(ctx) }
}
