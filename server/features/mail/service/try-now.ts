import type { DomainEvents } from '#contract/kit/domain-events.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import { canTryNow, type mail } from '#contract/mail.ts'
import { hiddenMattersOf } from '#server/features/accounts/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx, Staff } from '#server/platform/ctx.ts'
import { before } from '#server/platform/time/durations.ts'
import * as store from '../store.ts'
import { retryPeriod } from './send-mail.ts'
import { withFailureWords } from './transport.ts'

/** Tries an email now that waits for its next try. Throws `conflict` if it does not wait, or is being tried. */
export async function tryNow(ctx: Ctx<Staff>, { id }: Input<typeof mail.tryNow>) {
  const hidden = hiddenMattersOf(ctx.db, ctx.actor)
  const waiting = await store.claim(ctx.db, hidden, id)
  if (!canTryNow(waiting))
    throw new Problem('conflict', 'Only an email that would be tried later can be tried now.', {
      reason: 'not_waiting',
    })
  // An email about a mail server that was replaced goes by that one.
  if (waiting.via === null) refuseWithoutServer(ctx)
  const [due] = await store.updateToTryNow(ctx.db, { hidden, now: ctx.now, id })
  if (!due)
    throw new Problem(
      'conflict',
      'This email is being tried at this moment. Please look again in a minute.',
      { reason: 'being_tried' },
    )
  await audit(ctx, 'mail.tried_now', { subjectId: waiting.userId, details: { mailId: id } })
  await ctx.enqueue('sendMail', { mailId: id }, { key: `mail:${id}` })
  return withFailureWords(due)
}

export async function tryAllNow(ctx: Ctx<Staff>) {
  refuseWithoutServer(ctx)
  const hidden = hiddenMattersOf(ctx.db, ctx.actor)
  const { length: count } = await store.updateToTryNow(ctx.db, { hidden, now: ctx.now })
  await audit(ctx, 'mail.all_tried_now', { subjectId: null, details: { count: String(count) } })
  await sendDueNow(ctx)
  return { count }
}

/**
 * Tries all emails that wait, because the mail server answers again. It may do so many times and still not take one of
 * them, so for one that should have been given up by now each attempt counts.
 */
export async function tryWaiting(ctx: Ctx, { name }: DomainEvents['connectionAnswered']) {
  if (name !== 'mail') return
  const countsBefore = before(ctx.now, retryPeriod)
  const due = await store.updateToTryNow(ctx.db, { hidden: undefined, now: ctx.now, countsBefore })
  if (due.length > 0) await sendDueNow(ctx)
}

const sendDueNow = (ctx: Ctx) => ctx.enqueue('sendMails', {}, { key: 'sendMails' })

const refuseWithoutServer = ({ ports }: Ctx) => {
  if (ports.mail.kind === 'outbox')
    throw new Problem(
      'conflict',
      'No mail server is set up, so no email can be sent. Connect one under Integrations, Connections.',
      { reason: 'no_mail_server' },
    )
}
