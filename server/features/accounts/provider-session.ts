import type { SignInAnswer, UserId } from '#contract/accounts/accounts.ts'
import type { Ctx, Member } from '#server/platform/ctx.ts'
import type { AccountDependencies } from './dependencies.ts'
import { awaitSecondStep } from './second-factor/second-step.ts'
import * as store from './store.ts'

interface Named {
  id: UserId
  /** The provider asked for a second factor, and its word counts. */
  hasSecondFactor: boolean
}

/** Signs in whoever the firm's provider has named; where it asked for no second factor, theirs here is asked for. */
export async function signInByProvider(
  ctx: Ctx,
  { id, hasSecondFactor }: Named,
  dependencies: AccountDependencies,
): Promise<SignInAnswer> {
  const { sessions, devices } = dependencies
  const { role, isTwoFactorEnabled } = await store.claim(ctx.db, id)
  const acting: Ctx<Member> = { ...ctx, actor: { id, role, roles: [], sessionId: null } }
  if (isTwoFactorEnabled && !hasSecondFactor)
    return awaitSecondStep(acting, id, { ...dependencies, first: 'provider' })
  const sessionId = await sessions.begin(acting, id, hasSecondFactor ? 'provider_and_factor' : 'provider')
  devices.know(acting, id)
  return store.getUser(ctx.db, sessionId)
}
