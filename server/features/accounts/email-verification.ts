import { type accounts, confirmationDays, type UserId } from '#contract/accounts/accounts.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { pages } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { fold } from '#contract/kit/text.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Member, MultiStepCtx } from '#server/platform/ctx.ts'
import { days } from '#server/platform/time/durations.ts'
import { rates } from './rates.ts'
import { issueToken, spendToken } from './sessions/tokens.ts'
import * as store from './store.ts'

const purpose = 'email_confirmation'

interface Addressee {
  id: UserId
  firstName: string
  email: string
}

/** Mails a link that confirms the address. The link is only valid for this address. */
export async function sendConfirmation(ctx: Ctx, { id, firstName, email }: Addressee) {
  const facts = { email: fold(email) }
  const token = await issueToken(ctx, { purpose, subjectId: id, facts, lifetime: days(confirmationDays) })
  await audit(ctx, 'email.confirmation_sent')
  await ctx.publish('mailDue', {
    to: { address: email, firstName, userId: id },
    subject: 'Please confirm your email address',
    paragraphs: [
      'Please confirm that this address is yours, so we can contact you.',
      `The link works once, for ${confirmationDays} days. If you didn't ask for this, please ignore this email.`,
    ],
    action: { label: 'Confirm my email address', path: `${pages.confirmEmail}?token=${token}` },
    event: `email confirmation ${newId()}`,
  })
}

/** Mails the old address about the change, since its reader may be the owner and may not have asked for it. */
export const mailOldAddress = (ctx: Ctx, { id, firstName, email }: Addressee) =>
  ctx.publish('mailDue', {
    to: { address: email, firstName, userId: id },
    subject: 'Your email address was changed',
    paragraphs: [
      "The email address for your portal account was changed, so we'll no longer use this one.",
      "If this wasn't you, please call us straight away.",
    ],
    action: null,
    event: `old address ${newId()}`,
  })

export async function confirmEmail(ctx: MultiStepCtx, { token }: Input<typeof accounts.confirmEmail>) {
  await ctx.ports.limits.count(rates.linkAddress, ctx.caller.address)
  return ctx.transaction(async (step) => {
    const spent = await spendToken(step, { purpose, token })
    const user = spent && (await store.find(step.db, spent.subjectId))
    if (!user || user.emailKey !== spent.facts['email']) throw linkOver()
    await store.update(step.db, user.id, { emailConfirmedAt: step.now })
    await audit(step, 'email.confirmed', { subjectId: user.id })
    await step.invalidate(user.id, 'user')
    return { success: true as const }
  })
}

export async function sendConfirmationAgain(ctx: MultiStepCtx<Member>) {
  await ctx.ports.limits.count(rates.confirmationMail, ctx.actor.id)
  return ctx.transaction(async (step) => {
    const user = await store.claim(step.db, step.actor.id)
    if (user.emailConfirmedAt === null) await sendConfirmation(step, user)
    return { success: true as const }
  })
}

/** One refusal for a link that was used, replaced, has expired or never existed. */
export const linkOver = () =>
  new Problem(
    'unprocessable',
    'This link has been used, has expired, or was replaced. Please ask for a new one.',
    {
      reason: 'link_over',
    },
  )
