import { createHash } from 'node:crypto'
import type { UserId } from '#contract/accounts/accounts.ts'
import type { Input } from '#contract/kit/endpoint.ts'
import { Problem } from '#contract/kit/problem.ts'
import {
  canSendAgain,
  type demoInbox,
  type InboxMail,
  type MailId,
  type mail,
  type ShownMail,
} from '#contract/mail.ts'
import { getAccount, hiddenMattersOf } from '#server/features/accounts/service.ts'
import { findFirm } from '#server/features/settings/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Client, Ctx, FileAnswer, MultiStepCtx, Staff } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import type { WaitingWanted } from '#server/platform/db/waiting-rows.ts'
import { composeMail } from './service/compose-mail.ts'
import { keyStateOf, openAction, withoutKey } from './service/link-keys.ts'
import { withFailureWords } from './service/transport.ts'
import * as store from './store.ts'

export { findUnreached } from './service/reach.ts'

export const listMails = async ({ db, actor }: Ctx<Staff>, { before }: Input<typeof mail.list>) =>
  (await store.listOf(db, hiddenMattersOf(db, actor), before)).map(withFailureWords)

/** Returns whether our last email to a client's address could not be sent. */
export const hasFailedMail = (db: Db, { id, email }: { id: UserId; email: string }) =>
  store.hasFailed(db, { userId: id, address: email })

/** Returns the mails that could not be sent, if the actor may know of them. */
export const listFailedMails = ({ db, actor }: Ctx<Staff>, since: Date, wanted: WaitingWanted) =>
  store.listFailed(db, { hidden: hiddenMattersOf(db, actor), since }, wanted)

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
  const rows = await store.listTo(ctx.db, { userId: id, address: email }, before)
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
