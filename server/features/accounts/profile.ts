import {
  type accounts,
  detailNames,
  eachDetail,
  type Profile,
  type UserId,
} from '#contract/accounts/accounts.ts'
import type { Input, Output } from '#contract/kit/endpoint.ts'
import { fullName } from '#contract/kit/names.ts'
import { Problem } from '#contract/kit/problem.ts'
import { telephoneOver } from '#contract/kit/telephone.ts'
import { fold } from '#contract/kit/text.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, Member, MultiStepCtx } from '#server/platform/ctx.ts'
import { type DeclaredDetails, declareDetails } from './declared-details/details.ts'
import type { AccountDependencies } from './dependencies.ts'
import { mailOldAddress, sendConfirmation } from './email-verification.ts'
import { notices } from './notices.ts'
import {
  claimByPassword,
  confirmChange,
  confirmPassword,
  refuseGuessable,
  refuseWithoutPassword,
} from './passwords.ts'
import { rates } from './rates.ts'
import { renewGuesses } from './second-factor/codes.ts'
import { endHalfOpened } from './sessions/tokens.ts'
import { invalidateFirmPagesOf } from './staff/invalidate-firm-pages.ts'
import * as store from './store.ts'

/**
 * Changes the password and ends the user's other sessions. Throws `invalid` if the current password is wrong or
 * the new one easily guessed, and `no_password` for an account that signs in by the firm's provider.
 */
export async function changePassword(
  ctx: MultiStepCtx<Member>,
  { currentPassword, newPassword }: Input<typeof accounts.changePassword>,
  { sessions, findFirm, notify }: AccountDependencies,
) {
  const [user, firm] = [await store.get(ctx.read, ctx.actor.id), await findFirm(ctx.read)]
  refuseWithoutPassword(user)
  refuseGuessable(newPassword, { field: 'newPassword', names: [user.username, user.email, firm.name] })
  const shown = await confirmPassword(ctx, currentPassword)
  const passwordHash = await ctx.ports.hasher.hash(newPassword)
  await ctx.transaction(async (step) => {
    await claimByPassword(step, shown)
    await store.update(step.db, step.actor.id, { passwordHash })
    await endHalfOpened(step, user.id)
    await sessions.endOthers(step)
    await audit(step, 'password.changed')
    await notify(step, user.id, notices.passwordChanged)
  })
  if (user.isTwoFactorEnabled) await renewGuesses(ctx.ports.limits, user.id)
  return { success: true as const }
}

const contactFields: readonly string[] = ['firstName', 'lastName', 'email']

/** The fields that documents are compared with. */
const comparedFields: readonly string[] = ['firstName', 'lastName', 'address', 'city', 'postalCode']

/**
 * Saves the user's details. A new email address needs the password and has to be confirmed. Throws
 * `reauth_required` without the password, `invalid` for a wrong one, and `already_taken` for another's address.
 */
export async function saveProfile(
  ctx: MultiStepCtx<Member>,
  profile: Profile,
  { notify }: Pick<AccountDependencies, 'notify'>,
): Promise<Output<typeof accounts.saveProfile>> {
  const { currentPassword, ...wanted } = profile
  const user = await store.get(ctx.read, ctx.actor.id)
  const hasNewEmail = fold(wanted.email) !== user.emailKey
  const shown = hasNewEmail ? await confirmMove(ctx, currentPassword) : null
  const change = changeOf({ ...wanted, phone: telephoneOver(user.phone ?? '', wanted.phone ?? '') })
  const changed = shownFields.filter((name) => change[name] !== user[name])
  try {
    return await ctx.transaction(async (step) => {
      const claimed = await (shown ? claimByPassword(step, shown) : store.claim(step.db, user.id))
      // Whether the address changes was decided by the one that was read, so it must still be that.
      if (claimed.emailKey !== user.emailKey) throw addressChanged()
      await store.update(step.db, user.id, hasNewEmail ? { ...change, emailConfirmedAt: null } : change)
      const declared = declaredIn(change, changed)
      if (user.role === 'client' && declared) await declareDetails(step, declared)
      const before: Record<string, string> = changed.includes('email') ? { emailBefore: user.email } : {}
      await audit(step, 'profile.changed', { details: { fields: changed.join(', '), ...before } })
      if (changed.some((name) => comparedFields.includes(name)))
        await step.publish('detailsDeclared', { clientId: user.id })
      if (changed.some((name) => contactFields.includes(name)))
        await step.publish('contactChanged', {
          userId: user.id,
          before: { name: fullName(user), email: user.email },
        })
      if (hasNewEmail) await moveAddress(step, user, { email: change.email, notify })
      await step.invalidate(user.id, 'user')
      if (user.role === 'client' && changed.length > 0) await invalidateFirmPagesOf(step, user.id, 'clients')
      return store.getUser(step.db, step.actor.sessionId)
    })
  } catch (error) {
    throw store.takenProblem(error) ?? error
  }
}

const addressChanged = () =>
  new Problem(
    'conflict',
    'Your email address was changed while you saved this, so nothing was saved. Please open your settings again.',
    { reason: 'address_changed' },
  )

async function confirmMove(ctx: MultiStepCtx<Member>, currentPassword: string | undefined) {
  const shown = await confirmChange(ctx, currentPassword, 'change your email address')
  // Each change sends mail to an address that nobody has proved to be theirs.
  await ctx.ports.limits.count(rates.confirmationMail, ctx.actor.id)
  return shown
}

/** Withdraws links sent to the old address, and notifies both addresses of the change. */
async function moveAddress(
  ctx: Ctx,
  user: { id: UserId; firstName: string; email: string },
  { email, notify }: { email: string } & Pick<AccountDependencies, 'notify'>,
) {
  await endHalfOpened(ctx, user.id)
  await sendConfirmation(ctx, { ...user, email })
  await mailOldAddress(ctx, user)
  await notify(ctx, user.id, notices.emailChanged)
}

const shownFields = ['firstName', 'lastName', 'email', ...detailNames] as const

/** Returns what a profile change says about the client's personal details. Null if it changes none of them. */
const declaredIn = (
  change: ReturnType<typeof changeOf>,
  changed: readonly (typeof shownFields)[number][],
): DeclaredDetails | null => {
  const { firstName, lastName, address, city, postalCode } = change
  const has = (...names: (typeof shownFields)[number][]) => names.some((name) => changed.includes(name))
  const home = [address, city, postalCode].filter(Boolean).join(', ')
  if (!has('firstName', 'lastName', 'phone', 'address', 'city', 'postalCode')) return null
  return {
    source: 'profile',
    ...(has('firstName', 'lastName') && { fullName: fullName({ firstName, lastName }) }),
    ...(has('address', 'city', 'postalCode') && { address: home || null }),
  }
}

const changeOf = ({ firstName, lastName, email, ...details }: Omit<Profile, 'currentPassword'>) => ({
  firstName,
  lastName,
  email,
  ...eachDetail((name) => details[name] || null),
})
