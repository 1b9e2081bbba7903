import { type accounts, resetMinutes, type UserId } from '#contract/accounts/accounts.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { pages } from '#contract/kit/pages.ts'
import { fold } from '#contract/kit/text.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Member, MultiStepCtx } from '#server/platform/ctx.ts'
import { minutes } from '#server/platform/time/durations.ts'
import { acceptTerms } from './declared-details/details.ts'
import type { AccountDependencies } from './dependencies.ts'
import { linkOver } from './email-verification.ts'
import { notices } from './notices.ts'
import { removeAllOf as removePasskeysOf } from './passkeys/store.ts'
import { refuseGuessable } from './passwords.ts'
import { rates } from './rates.ts'
import { renewGuesses } from './second-factor/codes.ts'
import { endHalfOpened, findToken, issueToken, spendToken } from './sessions/tokens.ts'
import * as store from './store.ts'

const purpose = 'password_reset'

/**
 * Asks for a link to set a new password. Neither the response nor its timing tells whether the address has an account:
 * the same steps run for every address, and a job decides later whether to send mail.
 */
export async function askReset(ctx: MultiStepCtx, { email }: Input<typeof accounts.askReset>) {
  const { limits } = ctx.ports
  await limits.count(rates.resetAddress, ctx.caller.address)
  await limits.count(rates.resetAccount, fold(email))
  const user = await store.findByName(ctx.read, email)
  return ctx.transaction(async (step) => {
    await audit(step, 'password.reset_asked', { subjectId: user?.id ?? null })
    await step.enqueue('offerReset', { userId: user?.id ?? newId() })
    return { success: true as const }
  })
}

/** Mails the link if the account exists. */
export async function offerReset(ctx: Ctx, userId: UserId) {
  if (!(await store.find(ctx.db, userId))) return
  // A second request at the same time waits here, and its link replaces the first one's.
  const user = await store.claim(ctx.db, userId)
  const isFirst = user.passwordHash === ''
  // Staff who sign in by the provider only have no password, and access to a mailbox must not give them one.
  if (user.deactivatedAt || user.isGuest || (isFirst && user.role !== 'client')) return
  const facts = { email: user.emailKey }
  const lifetime = minutes(resetMinutes)
  const token = await issueToken(ctx, { purpose, subjectId: user.id, facts, lifetime })
  await audit(ctx, 'password.reset_sent', { subjectId: user.id })
  await ctx.publish('mailDue', {
    to: { address: user.email, firstName: user.firstName, userId: user.id },
    ...(isFirst ? firstPassword(token) : newPassword(token)),
    event: `password reset ${newId()}`,
  })
}

const lasting = `The link works once, for ${resetMinutes} minutes. If this wasn't you, please ignore this email`

const newPassword = (token: string) => ({
  subject: 'Choose a new password',
  paragraphs: [
    'Someone asked for a new password for your portal account.',
    `${lasting}: your password stays the same.`,
  ],
  action: { label: 'Choose a new password', path: `${pages.resetPassword}?token=${token}` },
})

/** The mail to an imported client who has no password yet and whose invitation has expired. */
const firstPassword = (token: string) => ({
  subject: 'Choose a password',
  paragraphs: ['Someone asked for a link to choose a password for your portal account.', `${lasting}.`],
  action: { label: 'Choose a password', path: `${pages.resetPassword}?token=${token}&first=1` },
})

/** Tells whoever opens a link that it still works, before they type a password. Throws `link_over` if it does not. */
export async function lookAtReset(ctx: MultiStepCtx, { token }: Input<typeof accounts.lookAtReset>) {
  await ctx.ports.limits.count(rates.linkAddress, ctx.caller.address)
  await findOwner(ctx, token)
  return { success: true as const }
}

/** Returns whose password a link sets. Throws `link_over` if there is no such link any more. */
async function findOwner({ read, now }: MultiStepCtx, token: string) {
  const link = await findToken(read, { purpose, token, now })
  const user = link && (await store.find(read, link.subjectId))
  if (!user || user.deactivatedAt || user.emailKey !== link.facts['email']) throw linkOver()
  return user
}

/**
 * Sets a new password by the link from a mail. Signs nobody in: the second factor is still asked for at sign-in. Throws
 * `link_over` if the link has been used or replaced.
 */
export async function resetPassword(
  ctx: MultiStepCtx,
  { token, newPassword }: Input<typeof accounts.resetPassword>,
  { sessions, findFirm, notify }: AccountDependencies,
) {
  const { limits, hasher } = ctx.ports
  await limits.count(rates.linkAddress, ctx.caller.address)
  const user = await findOwner(ctx, token)
  const { name } = await findFirm(ctx.read)
  // A refused password does not spend the link.
  refuseGuessable(newPassword, { field: 'newPassword', names: [user.username, user.email, name] })
  const passwordHash = await hasher.hash(newPassword)
  await ctx.transaction(async (step) => {
    // The account is locked first, as everywhere, since it may have been closed meanwhile.
    const { deactivatedAt } = await store.claim(step.db, user.id)
    if (deactivatedAt || !(await spendToken(step, { purpose, token }))) throw linkOver()
    const acting: Ctx<Member> = {
      ...step,
      actor: { id: user.id, role: user.role, roles: [], sessionId: null },
    }
    const emailConfirmedAt = user.emailConfirmedAt ?? step.now
    await store.update(step.db, user.id, { passwordHash, emailConfirmedAt })
    // A client who registered has accepted the terms then. An imported one accepts them here.
    if (user.passwordHash === '') await acceptTerms(acting, user.id)
    await endHalfOpened(step, user.id)
    // An intruder may have added a passkey of their own.
    await removePasskeysOf(step.db, user.id)
    await sessions.endOthers(acting)
    await audit(acting, 'password.reset')
    await notify(acting, user.id, user.passwordHash === '' ? notices.passwordSet : notices.passwordReset)
  })
  // Wrong guesses at the old password no longer lock the owner out.
  await limits.forget(rates.signInAccount, countedAs(user.id))
  if (user.isTwoFactorEnabled) await renewGuesses(limits, user.id)
  return { success: true as const }
}

/** Returns the rate limit key of an account, the same for sign-in by username and by email address. */
export const countedAs = (userId: UserId) => `id ${userId}`
