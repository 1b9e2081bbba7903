import type { UserId } from '#contract/accounts/accounts.ts'
import type { DomainEvents, Mail } from '#contract/kit/domain-events.ts'
import { ownPath } from '#contract/kit/pages.ts'
import { withoutHidden } from '#contract/kit/text.ts'
import { holdsBankDetails, type MailId } from '#contract/mail.ts'
import { isNotified } from '#contract/notifications/notifications.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import { findChoices } from '#server/features/notifications/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import * as store from '../store.ts'
import { wordsFor } from './compose-mail.ts'
import { outsideQuietHours } from './keep-quiet-hours.ts'
import { keepAction } from './link-keys.ts'
import { findUnreached } from './reach.ts'

/**
 * Sends a notification by mail: account news at once, the rest as the person chose: not at all, now, in the morning, or
 * once a day.
 */
export async function echoNotification(ctx: Ctx, facts: DomainEvents['personNotified']) {
  const { userId, topic, notificationId, inMail, link, matterIds, decision } = facts
  if (decision?.isTakenBack && (await withdrawUnsent(ctx, userId, decision.on))) return
  const aboutDecision = decision && !decision.isTakenBack ? decision.on : null
  const choices = await findChoices(ctx.db, userId)
  if (!isNotified(choices, topic, 'email')) return
  const isUrgent = topic === 'account'
  // An appointment may be over by the next daily mail.
  const isOfTheDay = isUrgent || topic === 'appointments'
  if (choices.delivery === 'daily' && !isOfTheDay) {
    await store.insertDigestEntry(ctx.db, {
      id: newId(),
      userId,
      topic,
      sentence: inMail,
      aboutDecision,
      matterId: matterIds[0] ?? null,
      createdAt: ctx.now,
    })
    return
  }
  const { role, isGuest } = await getAccount(ctx.db, userId)
  const { subject, sentence, label } = wordsFor(role, topic)
  const mail: Mail = {
    to: userId,
    // The mail contains the sentence anyway. Of several sentences, the first becomes the subject.
    subject: inMail?.split(/\.(?: |$)/)[0] ?? subject,
    paragraphs: [
      inMail ?? sentence,
      ...(isGuest ? ['Please open the link in our invitation email, and use the same code.'] : []),
    ],
    // A guest cannot sign in. Their invitation link leads to everything that is theirs.
    action: isGuest ? null : { label, path: link ?? '/' },
    event: `notification:${notificationId}`,
    matterIds,
  }
  const { timeZone } = await findFirm(ctx.db)
  const isHeld = choices.isQuietAtNight && !isUrgent
  await queueMail(ctx, mail, {
    dueAt: isHeld ? outsideQuietHours(ctx.now, timeZone) : ctx.now,
    // A guest has no account, so no page on which to choose.
    isChosen: !isGuest,
    aboutDecision,
  })
}

/** Deletes what would tell of a decision and hasn't gone out. Returns whether there was anything. */
async function withdrawUnsent({ db, ports, invalidate }: Ctx, userId: UserId, aboutDecision: string) {
  if (await store.removeDigestEntry(db, userId, aboutDecision)) return true
  const wasUnsent = await store.removeUntried(db, userId, aboutDecision)
  if (wasUnsent && ports.isDemo) await invalidate(userId, 'mails')
  return wasUnsent
}

interface When {
  dueAt: Date
  /** Whether the person may turn off mails like this one. */
  isChosen: boolean
  /** What was decided on, if the mail is not to be sent once that is taken back. */
  aboutDecision?: string | null
}

/**
 * Writes a mail in this transaction. It is sent after the commit. Someone who has left, is not
 * invited yet, or is a guest whose link or whose access to all of its matters has ended gets none.
 */
export async function queueMail(ctx: Ctx, mail: Mail, when: When = { dueAt: ctx.now, isChosen: false }) {
  const { address, firstName, userId, hasLeft } = await recipientOf(ctx, mail)
  if (hasLeft) return
  const id = newId<MailId>()
  const isNew = await store.insert(ctx.db, {
    ...when,
    id,
    userId,
    followsAccount: typeof mail.to === 'string',
    recipient: userId ?? address.toLowerCase(),
    event: mail.event,
    address: oneLine(address),
    firstName: withoutBankDetails(oneLine(firstName), ''),
    subject: withoutBankDetails(oneLine(mail.subject), 'Something new in your portal'),
    paragraphs: mail.paragraphs.map((paragraph) => withoutBankDetails(paragraph)),
    action: keepAction(
      ctx.ports.secrets,
      id,
      mail.action && { ...mail.action, path: ownPath(mail.action.path) },
    ),
    attachments: mail.attachments ?? [],
    matterIds: [...(mail.matterIds ?? [])],
    via: mail.via ?? null,
    state: 'waiting',
    createdAt: ctx.now,
  })
  // In the demo, the recipient reads it in the portal.
  if (userId && ctx.ports.isDemo) await ctx.invalidate(userId, 'mails')
  if (isNew && when.dueAt <= ctx.now) await ctx.enqueue('sendMail', { mailId: id }, { key: `mail:${id}` })
}

/**
 * Replaces line breaks and other invisible characters, because a line break ends a header and typed text could add
 * another.
 */
const oneLine = (text: string) => withoutHidden(text, ' ').trim()

const recipientOf = async ({ db, now }: Ctx, { to, matterIds }: Pick<Mail, 'to' | 'matterIds'>) => {
  if (typeof to !== 'string') return { ...to, hasLeft: false }
  const account = await getAccount(db, to)
  const { id, email, firstName, isGuest, deactivatedAt } = account
  // An email that tells a guest to open a link which has ended would be untrue.
  const isOver = isGuest && (await findUnreached({ db, now }, id, matterIds)) !== null
  const hasLeft = deactivatedAt !== null || isUnasked(account) || isOver
  return { address: email, firstName, userId: id, hasLeft }
}

/** Returns whether the firm has added this person without inviting them yet. They get no email at all. */
const isUnasked = ({ passwordHash, isGuest, invitedAt }: Awaited<ReturnType<typeof getAccount>>) =>
  passwordHash === '' && !isGuest && invitedAt === null

const inThePortal = "You'll find the details in the portal."

/**
 * Replaces text that looks like bank details, whoever typed it, because the firm promises in every mail never to send
 * any. It can be read in the portal.
 */
const withoutBankDetails = (text: string, instead = inThePortal) => (holdsBankDetails(text) ? instead : text)
