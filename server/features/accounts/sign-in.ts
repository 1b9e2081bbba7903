import type { accounts, UserId } from '#contract/accounts/accounts.ts'
import type { Input, Output } from '#contract/kit/endpoint.ts'
import { notFound, Problem } from '#contract/kit/problem.ts'
import { fold } from '#contract/kit/text.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Caller, Ctx, Member, MultiStepCtx } from '#server/platform/ctx.ts'
import type { AccountDependencies } from './dependencies.ts'
import type { Devices } from './devices.ts'
import { countedAs } from './password-reset.ts'
import { rates } from './rates.ts'
import { awaitSecondStep } from './second-factor/second-step.ts'
import { findBeginning } from './sessions/store.ts'
import * as store from './store.ts'

/**
 * Signs in. An unknown name and a wrong password give the same response and take the same time. Throws
 * `unauthenticated` for both.
 */
export async function login(
  ctx: MultiStepCtx,
  { username, password }: Input<typeof accounts.login>,
  dependencies: AccountDependencies,
): Promise<Output<typeof accounts.login>> {
  const { sessions, devices } = dependencies
  const { limits, hasher } = ctx.ports
  await limits.count(rates.signInAddress, ctx.caller.address)
  const user = await store.findByName(ctx.read, username)
  const [limit, key] = user ? countOf(user.id, ctx.caller, devices) : strangersCount(username)
  await limits.count(limit, key)
  if (!(await hasher.verify(user?.passwordHash || null, password)) || !user) {
    // The name may be a password typed into the wrong field, so only the account's id is recorded, if there is one.
    ctx.refuseAs({ event: 'session.refused', subjectId: user?.id ?? null })
    throw refused()
  }
  await limits.forget(limit, key)
  return ctx.transaction(async (step) => {
    // Hashing takes a while. Meanwhile the password or second factor may have changed, or the account been closed.
    const { passwordHash, isTwoFactorEnabled, deactivatedAt } = await store.claim(step.db, user.id)
    if (passwordHash !== user.passwordHash || deactivatedAt) throw refused()
    const acting: Ctx<Member> = {
      ...step,
      actor: { id: user.id, role: user.role, roles: [], sessionId: null },
    }
    if (isTwoFactorEnabled) return awaitSecondStep(acting, user.id, dependencies)
    const sessionId = await sessions.begin(acting, user.id, 'password')
    devices.know(acting, user.id)
    return store.getUser(step.db, sessionId)
  })
}

const refused = () => new Problem('unauthenticated', 'Invalid username or password')

/**
 * Returns the limit and key of an account, the same for username and email address. The owner's known browser has a
 * separate count, so that a stranger's guesses can't lock the owner out.
 */
const countOf = (userId: UserId, caller: Caller, devices: Devices) => {
  const device = devices.recognise(caller, userId)
  return device
    ? ([rates.signInKnownDevice, device] as const)
    : ([rates.signInAccount, countedAs(userId)] as const)
}
const strangersCount = (username: string) => [rates.signInAccount, `name ${fold(username)}`] as const

export async function logout(
  ctx: Ctx,
  _: unknown,
  { sessions, secondStep, findProviderSignOut }: AccountDependencies,
): Promise<Output<typeof accounts.logout>> {
  if (ctx.caller.cookies[secondStep] !== undefined) ctx.setCookie({ name: secondStep, value: null })
  const { actor } = ctx
  if (actor.sessionId !== null) {
    const begunBy = await findBeginning(ctx.db, actor.sessionId)
    await sessions.end({ ...ctx, actor }, actor.sessionId)
    await audit(ctx, 'session.ended')
    const continueAt = begunBy?.startsWith('provider') ? await findProviderSignOut(ctx, actor.id) : null
    if (continueAt !== null) return { success: true, continueAt }
  }
  return { success: true }
}

export async function endSession(
  ctx: Ctx<Member>,
  { id }: Input<typeof accounts.endSession>,
  { sessions }: AccountDependencies,
) {
  if (!(await sessions.end(ctx, id))) notFound('session')
  await audit(ctx, 'session.ended', { details: { sessionId: id } })
  return undefined
}

export async function endOtherSessions(ctx: Ctx<Member>, _: unknown, { sessions }: AccountDependencies) {
  const count = await sessions.endOthers(ctx)
  await audit(ctx, 'session.ended_elsewhere', { details: { count: String(count) } })
  return undefined
}

/**
 * Returns the signed-in person. A session that is no longer in the database is over, even if it is still cached. Throws
 * `unauthenticated` for nobody.
 */
export async function showCurrent({ db, actor }: Ctx<Member>, _: unknown, { sessions }: AccountDependencies) {
  const user = await store.findUser(db, actor.sessionId)
  if (user) return user
  sessions.forget(actor.id)
  throw new Problem('unauthenticated', 'Please sign in.')
}
