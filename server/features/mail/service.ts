import { createHash } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { DomainEvents, Mail } from '#contract/kit/domain-events.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { ownPath } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { withoutHidden } from '#contract/kit/text.ts'
import {
  canSendAgain,
  type demoInbox,
  holdsBankDetails,
  type InboxMail,
  type MailId,
  type mail,
  type ShownMail,
} from '#contract/mail.ts'
import { isNotified } from '#contract/notifications/notifications.ts'
import { getAccount, hiddenMattersOf } from '#server/features/accounts/service.ts'
import { findChoices } from '#server/features/notifications/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Client, Ctx, FileAnswer, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import type { WaitingWanted } from '#server/platform/db/waiting-rows.ts'
import { after } from '#server/platform/time/durations.ts'
import { composeMail, wordsFor } from './service/compose-mail.ts'
import { keepAction, keyStateOf, openAction, withoutKey } from './service/keys.ts'
import { withFailureWords } from './service/transport.ts'
import * as store from './store.ts'

export const listMails = async ({ db, actor }: Ctx<Staff>, { before }: Input<typeof mail.list>) =>
  (await store.listOf(db, hiddenMattersOf(db, actor), before)).map(withFailureWords)

/** Returns the mails that could not be sent, if the actor may know of them. */
export const listFailedMails = ({ db, actor }: Ctx<Staff>, since: Date, wanted: WaitingWanted) =>
  store.listFailed(db, { hidden: hiddenMattersOf(db, actor), since }, wanted)

/**
 * Sends a notification by mail: account news at once, the rest as the person chose: not at all, now, in the morning, or
 * once a day.
 */
export async function echoNotification(ctx: Ctx, facts: DomainEvents['personNotified']) {
  const { userId, topic, notificationId, inMail, link, matterIds } = facts
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
    isChosen: true,
  })
}

interface When {
  dueAt: Date
  /** Whether the person may turn off mails like this one. */
  isChosen: boolean
}

/**
 * Writes a mail in this transaction. It is sent after the commit. Someone who has left, or is not invited yet, gets
 * none.
 */
export async function queueMail(ctx: Ctx, mail: Mail, when: When = { dueAt: ctx.now, isChosen: false }) {
  const { address, firstName, userId, hasLeft } = await recipientOf(ctx, mail.to)
  if (hasLeft) return
  const id = newId<MailId>()
  const isNew = await store.insert(ctx.db, {
    ...when,
    id,
    userId,
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

const recipientOf = async ({ db }: Ctx, to: Mail['to']) => {
  if (typeof to !== 'string') return { ...to, hasLeft: false }
  const account = await getAccount(db, to)
  const { id, email, firstName, deactivatedAt } = account
  return { address: email, firstName, userId: id, hasLeft: deactivatedAt !== null || isUnasked(account) }
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

export async function showMail(ctx: MultiStepCtx<Staff>, { id }: Input<typeof mail.one>): Promise<ShownMail> {
  const row = await rowToShow(ctx, id)
  const { text } = await composed(ctx, row)
  const { address: to, subject, state, createdAt, dueAt, settledAt, attempts, triedAt, failure } = row
  const attachments = row.attachments.map(({ filename, type }) => ({ filename, type }))
  const shown = { id, to, subject, state, createdAt, dueAt, settledAt, attempts, triedAt, failure }
  return { ...withFailureWords(shown), text, attachments }
}

export async function showHtml(
  ctx: MultiStepCtx<Staff>,
  { id }: Input<typeof mail.html>,
): Promise<FileAnswer> {
  const { html } = await composed(ctx, await rowToShow(ctx, id))
  return {
    make: async () => Buffer.from(html),
    type: 'text/html; charset=utf-8',
    filename: 'mail.html',
    isAttachment: false,
    hasStyles: true,
    tag: createHash('sha256').update(html).digest('base64url'),
  }
}

const composed = async ({ read, ports: { origin } }: MultiStepCtx, row: Parameters<typeof composeMail>[0]) =>
  composeMail(row, { firm: await findFirm(read), origin })

/**
 * Returns a mail, with its link if the actor may see it. Only the owner may have a link that opens an account. The demo
 * sends no mail, so there an administrator gets a link that works until it is used or expired, and the audit trail
 * records who has read it.
 */
async function rowToShow(ctx: MultiStepCtx<Staff>, id: MailId) {
  const { ports, read, now } = ctx
  const row = await store.get(read, hiddenMattersOf(read, ctx.actor), id)
  const action = openAction(ports.secrets, row)
  const isShown = ports.isDemo && ports.mail.kind === 'outbox'
  if (!isShown || (await keyStateOf(read, action, now)) !== 'open')
    return { ...row, action: withoutKey(action) }
  await ctx.transaction((step) =>
    audit(step, 'mail.key_read', { subjectId: row.userId, details: { mailId: id, to: row.address } }),
  )
  return { ...row, action }
}

export async function sendAgain(ctx: Ctx<Staff>, { id }: Input<typeof mail.sendAgain>) {
  const failed = await store.claim(ctx.db, hiddenMattersOf(ctx.db, ctx.actor), id)
  if (!canSendAgain(failed))
    throw new Problem('conflict', 'Only an email that failed can be sent again.', {
      reason: 'not_failed',
    })
  await audit(ctx, 'mail.sent_again', { subjectId: failed.userId, details: { mailId: id } })
  await ctx.enqueue('sendMail', { mailId: id }, { key: `mail:${id}` })
  const waiting = await store.update(ctx.db, id, {
    state: 'waiting',
    attempts: 0,
    failure: null,
    settledAt: null,
    dueAt: ctx.now,
  })
  return withFailureWords(waiting)
}

/**
 * Returns the mails of a demo client's mailbox, also those still to be sent: mails to their own address, with links
 * that work.
 */
export async function showInbox(
  ctx: Ctx<Client>,
  { before }: Input<typeof demoInbox.list>,
): Promise<InboxMail[]> {
  const { id, email } = await getAccount(ctx.db, ctx.actor.id)
  const rows = await store.listTo(ctx.db, { userId: id as UserId, address: email }, before)
  return Promise.all(rows.map((row) => asRead(ctx, row)))
}

async function asRead({ db, ports, now }: Ctx, row: store.MailRow): Promise<InboxMail> {
  const { id, subject, createdAt, dueAt, firstName, paragraphs } = row
  const waitsUntil = row.state === 'waiting' && dueAt > now ? dueAt : null
  const action = openAction(ports.secrets, row)
  const isOver = (row.action !== null && action === null) || (await keyStateOf(db, action, now)) === 'over'
  return {
    id,
    subject,
    createdAt,
    waitsUntil,
    firstName,
    paragraphs,
    action: isOver ? null : action,
    isLinkOver: isOver,
  }
}

const evening = 20
const morning = 8

const localTime = (time: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(timeZone)

const at = (day: Temporal.PlainDate, hour: number, { time, timeZone }: { time: Date; timeZone: string }) =>
  after(time, day.toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds - time.getTime())

/** Returns this time, or the next eight in the morning if it is between eight in the evening and then. */
export const outsideQuietHours = (time: Date, timeZone: string): Date => {
  const local = localTime(time, timeZone)
  if (local.hour >= morning && local.hour < evening) return time
  const day = local.hour >= evening ? local.toPlainDate().add({ days: 1 }) : local.toPlainDate()
  return at(day, morning, { time, timeZone })
}

export const isQuiet = (time: Date, timeZone: string) => outsideQuietHours(time, timeZone) > time

/** Returns the last eight in the morning. What happened before it goes into the mail of that day. */
export const lastMorning = (time: Date, timeZone: string): Date => {
  const local = localTime(time, timeZone)
  const day = local.hour >= morning ? local.toPlainDate() : local.toPlainDate().subtract({ days: 1 })
  return at(day, morning, { time, timeZone })
}

/** Returns the number of midnights between two times, in the firm's time zone. */
export const daysSince = (past: Date, { now, timeZone }: { now: Date; timeZone: string }) =>
  localTime(past, timeZone).toPlainDate().until(localTime(now, timeZone).toPlainDate()).days
