import { pages } from '#contract/kit/pages.ts'
import type { MailId } from '#contract/mail.ts'
import { getAccount, listAdministrators } from '#server/features/accounts/service.ts'
import { addNotification } from '#server/features/notifications/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { oneLine } from '#server/platform/diagnostics/log.ts'
import type { JobContext } from '#server/platform/jobs/context.ts'
import type { Ports } from '#server/platform/ports/ports.ts'
import type { Delivery, Email } from '#server/platform/ports/providers.ts'
import { after, before, hours, minutes } from '#server/platform/time/durations.ts'
import type { MailRow } from '../store.ts'
import * as store from '../store.ts'
import { composeMail } from './compose-mail.ts'
import { openAction, withoutKey } from './link-keys.ts'

/** Longer than any attempt takes. A sender that has not settled its mail by then has died. */
export const lease = minutes(2)

/** How long to wait after each failed attempt. After the last one, a mail is given up. */
export const pauses = [minutes(1), minutes(5), minutes(15), hours(1), hours(3), hours(8), hours(24)]

/** How long a mail is tried, if no attempt comes early. */
export const retryPeriod = pauses.reduce((sum, pause) => sum + pause, 0)

/**
 * Sends one mail that is due: claim, send, settle, each in its own transaction. If the process dies in between, the
 * mail stays claimed, and is sent again with the same Message-ID when the claim has expired. Returns the delivery, or
 * null if there was nothing to do.
 */
export async function sendMail(jobContext: JobContext, id: MailId): Promise<Delivery | null> {
  const { ports, transaction, read, clock } = jobContext
  const now = clock()
  const claim = { now, until: after(now, lease), messageId: messageIdOf(id, ports) }
  const mail = await transaction(({ db }) => claimFor(db, id, claim))
  if (mail === null) return null
  const sender = mail.via === null ? ports.mail : await ports.connections.open('mail', mail.via)
  const letter = letterOf(mail, { firm: await findFirm(read), ports })
  const delivery = sender ? await sender.send(letter) : gone
  await transaction((ctx) => settle(ctx, mail, delivery))
  return delivery
}

const gone = { status: 'refused', reason: 'The settings of that mail server can’t be read.' } as const

/**
 * Claims a mail. If the person has left since it was written, deletes it, so that they do not get it when they return
 * either. A mail to a person goes to the address that they have now. What is about an address goes to that one.
 */
async function claimFor(db: Db, id: MailId, claim: Parameters<typeof store.claimDue>[2]) {
  const mail = await store.claimDue(db, id, claim)
  if (!mail?.userId) return mail
  const { email, deactivatedAt } = await getAccount(db, mail.userId)
  if (deactivatedAt !== null) {
    await store.remove(db, id)
    return null
  }
  const address = oneLine(email)
  if (!mail.followsAccount || address === mail.address) return mail
  await store.update(db, id, { address })
  return { ...mail, address }
}

const messageIdOf = (id: MailId, { mail, origin }: Ports) =>
  `<${id}@${mail.from?.split('@').at(-1) ?? new URL(origin).hostname}>`

type Firm = Awaited<ReturnType<typeof findFirm>>

const letterOf = (mail: MailRow, { firm, ports }: { firm: Firm; ports: Ports }): Email => ({
  messageId: mail.messageId ?? messageIdOf(mail.id, ports),
  to: mail.address,
  fromName: oneLine(firm.name),
  replyTo: firm.email === '' ? null : firm.email,
  subject: mail.subject,
  ...composeMail({ ...mail, action: openAction(ports.secrets, mail) }, { firm, origin: ports.origin }),
  attachments: mail.attachments,
})

async function settle(ctx: Ctx, mail: MailRow, delivery: Delivery) {
  const settledAt = ctx.now
  if (delivery.status === 'sent' || delivery.status === 'kept') {
    // Only the demo shows a link again. Elsewhere, its key is not needed any more.
    const isOver = delivery.status === 'sent' || !ctx.ports.isDemo
    const action = isOver ? withoutKey(openAction(ctx.ports.secrets, mail)) : mail.action
    // Also if a later attempt has begun, because a mail that has arrived needs no other.
    await store.update(ctx.db, mail.id, {
      state: delivery.status,
      action,
      via: null,
      failure: null,
      claimedUntil: null,
      settledAt,
    })
  } else {
    const pause = delivery.status === 'refused' ? undefined : pauses[mail.attempts - 1]
    const failure = oneLine(delivery.reason)
    if (pause !== undefined)
      await store.updateAttempt(ctx.db, mail, { dueAt: after(ctx.now, pause), failure })
    else {
      await store.updateAttempt(ctx.db, mail, { state: 'failed', failure, settledAt, via: null })
      // A mail server that is no longer used may well be gone. The new one was given the same mail.
      if (mail.via === null) await notifyOfFailure(ctx)
    }
  }
  for (const id of await listAdministrators(ctx.db)) await ctx.invalidate(id, 'mails')
}

/** Only in the portal, because a mail about it might be lost too. At most once an hour, however many were given up. */
async function notifyOfFailure(ctx: Ctx) {
  if ((await store.countFailedSince(ctx.db, before(ctx.now, hours(1)))) > 1) return
  for (const id of await listAdministrators(ctx.db)) {
    await addNotification(ctx.db, id, {
      topic: 'account',
      title: "An email couldn't be sent",
      body: 'Open the outbox to see why and send it again.',
      link: pages.firmMails,
      createdAt: ctx.now,
    })
    await ctx.invalidate(id, 'notifications')
  }
}
