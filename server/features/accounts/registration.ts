import type { accounts, Registration, UserId } from '#contract/accounts/accounts.ts'
import { guessable } from '#contract/accounts/passwords.ts'
import type { Output } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Member, MultiStepCtx } from '#server/platform/ctx.ts'
import { acceptTerms } from './declared-details/details.ts'
import type { AccountDependencies } from './dependencies.ts'
import { sendConfirmation } from './email-verification.ts'
import { isTriedFirst } from './passwords.ts'
import { rates } from './rates.ts'
import { invalidateFirmPagesOf } from './staff/invalidate-firm-pages.ts'
import * as store from './store.ts'

/**
 * Opens a client account with its tasks and signs in, in one transaction. Throws `not_set_up` before there is a firm,
 * `already_taken` for another's username or address, and `invalid` for a password that is easily guessed.
 */
export async function register(
  ctx: MultiStepCtx,
  registration: Registration,
  { sessions, devices, findFirm, hasFirm }: AccountDependencies,
): Promise<Output<typeof accounts.register>> {
  await ctx.ports.limits.count(rates.registerAddress, ctx.caller.address)
  if (!ctx.ports.isDemo && !(await hasFirm(ctx.read))) throw notSetUp()
  const { username, email, password } = registration
  const { name } = await findFirm(ctx.read)
  const taken = await store.takenFields(ctx.read, { username, email })
  const isGuessed = isTriedFirst(password, [username, email, name])
  if (isGuessed) throw new Problem('invalid', guessable, { fields: { ...taken, password: guessable } })
  const passwordHash = await ctx.ports.hasher.hash(password)
  store.refuseTakenFields(taken)
  try {
    return await ctx.transaction(async (step) => {
      const id = newId<UserId>()
      const acting: Ctx<Member> = { ...step, actor: { id, role: 'client', roles: [], sessionId: null } }
      await openAccount(acting, registration, passwordHash)
      const sessionId = await sessions.begin(acting, id, 'registration')
      devices.know(acting, id)
      return store.getUser(step.db, sessionId)
    })
  } catch (error) {
    throw store.takenProblem(error) ?? error
  }
}

async function openAccount(ctx: Ctx<Member>, registration: Registration, passwordHash: string) {
  const { firstName, lastName, username, email, phone } = registration
  const id = ctx.actor.id
  const feeEarnerId = await store.findFeeEarner(ctx.db)
  const person = { firstName, lastName, username, email, phone: phone || null }
  await store.insert(ctx.db, {
    ...person,
    id,
    role: 'client',
    passwordHash,
    isFirstLogin: true,
    feeEarnerId,
    createdAt: ctx.now,
  })
  await acceptTerms(ctx, id)
  await audit(ctx, 'account.opened')
  await ctx.publish('accountOpened', { clientId: id })
  await invalidateFirmPagesOf(ctx, id, 'clients')
  await sendConfirmation(ctx, { id, firstName, email })
}

/** Before set-up there is nobody at the firm to be responsible for the client. */
const notSetUp = () =>
  new Problem('conflict', "This portal hasn't been set up yet. Please come back later.", {
    reason: 'not_set_up',
  })
