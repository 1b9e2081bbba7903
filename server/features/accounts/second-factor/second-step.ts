import { type User, UserId } from '#contract/accounts/accounts.ts'
import { isTimedCode, type secondFactor, secondStepMinutes } from '#contract/accounts/second-factor.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, Member, MultiStepCtx } from '#server/platform/ctx.ts'
import { minutes } from '#server/platform/time/durations.ts'
import type { AccountDependencies } from '../dependencies.ts'
import { notices } from '../notices.ts'
import { rates } from '../rates.ts'
import { findToken, issueToken, spendToken } from '../sessions/tokens.ts'
import * as accounts from '../store.ts'
import { claimTimedCode, hashOfCode } from './codes.ts'
import * as store from './store.ts'

const purpose = 'second_step'
const lifetime = minutes(secondStepMinutes)

/** What somebody authenticated with before the code. */
type First = 'password' | 'provider'

/**
 * Starts the second step after the right password or a sign-in by the provider. This browser may now enter a code and
 * do nothing else, and only for a short time.
 */
export async function awaitSecondStep(
  ctx: Ctx,
  userId: UserId,
  { sessions, secondStep, first = 'password' }: AccountDependencies & { first?: First },
) {
  await sessions.endCarried(ctx)
  const value = await issueToken(ctx, { purpose, subjectId: userId, facts: { first }, lifetime })
  ctx.setCookie({ name: secondStep, value, maxAge: lifetime / 1000 })
  await audit(ctx, 'second_step.asked')
  return { twoFactorRequired: true as const }
}

/**
 * Signs in by a code of the app or a recovery code. Each works once. Throws `sign_in_again` without a password before,
 * and `wrong_code`.
 */
export async function signInByCode(
  ctx: MultiStepCtx,
  { code }: Input<typeof secondFactor.signIn>,
  dependencies: AccountDependencies,
): Promise<User> {
  const { limits } = ctx.ports
  await limits.count(rates.secondFactorAddress, ctx.caller.address)
  const token = ctx.caller.cookies[dependencies.secondStep] ?? ''
  const halfway = await findToken(ctx.read, { purpose, token, now: ctx.now })
  if (!halfway) throw tooLate()
  const userId = UserId.parse(halfway.subjectId)
  await limits.count(rates.secondFactor, userId)
  await limits.count(rates.secondFactorDay, userId)
  const user = await ctx.transaction((step) => enterBy(step, { code, token, userId }, dependencies))
  if (!user) throw wrongCode()
  await limits.forget(rates.secondFactor, userId)
  await limits.forget(rates.secondFactorDay, userId)
  return user
}

interface Attempt {
  code: string
  token: string
  userId: UserId
}

/** Returns null for a wrong code. */
async function enterBy(
  ctx: Ctx,
  { code, token, userId }: Attempt,
  { sessions, devices, ...dependencies }: AccountDependencies,
) {
  const user = await accounts.claim(ctx.db, userId)
  const { id, role, isTwoFactorEnabled, deactivatedAt } = user
  if (!isTwoFactorEnabled || deactivatedAt) throw tooLate()
  const acting: Ctx<Member> = { ...ctx, actor: { id, role, roles: [], sessionId: null } }
  const isTimed = isTimedCode(code)
  const isRight = isTimed
    ? await claimTimedCode(acting, code)
    : await useRecoveryCode(acting, { code, user }, dependencies.notify)
  if (!isRight) {
    ctx.refuseAs({ event: 'second_step.refused', subjectId: id })
    return null
  }
  // If two right codes arrive at once after one password, only one of them signs in.
  const spent = await spendToken(acting, { purpose, token })
  if (!spent) throw tooLate()
  acting.setCookie({ name: dependencies.secondStep, value: null })
  const first: First = spent.facts['first'] === 'provider' ? 'provider' : 'password'
  const begunBy = `${first}_and_${isTimed ? 'code' : 'recovery_code'}` as const
  const sessionId = await sessions.begin(acting, id, begunBy)
  devices.know(acting, id)
  return accounts.getUser(acting.db, sessionId)
}

interface ShownCode {
  code: string
  user: { passwordHash: string }
}

async function useRecoveryCode(
  ctx: Ctx<Member>,
  { code, user }: ShownCode,
  notify: AccountDependencies['notify'],
) {
  const { id } = ctx.actor
  if (!(await store.claimRecoveryCode(ctx.db, id, hashOfCode(id, code)))) return false
  const left = await store.countRecoveryCodes(ctx.db, id)
  await audit(ctx, 'recovery_code.used', { details: { left: String(left) } })
  await notify(ctx, id, notices.codeUsed(user, left))
  return true
}

const tooLate = () =>
  new Problem('unauthenticated', 'Please sign in with your password again.', { reason: 'sign_in_again' })

const words = 'That code is incorrect or has already been used. Please try the next one, or a recovery code.'
const wrongCode = () =>
  new Problem('unauthenticated', words, { fields: { code: words }, reason: 'wrong_code' })
