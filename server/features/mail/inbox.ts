import type { UserId } from '#contract/accounts.ts'
import type { Input } from '#contract/kit.ts'
import type { demoInbox, InboxMail } from '#contract/mail.ts'
import { getAccount } from '#server/features/accounts/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { keyStateOf, openAction } from './keys.ts'
import * as store from './store.ts'

/** What a client of the demo would find in their mailbox: mails to their own address, with links that work. */
export async function showInbox(ctx: Ctx, { before }: Input<typeof demoInbox.list>): Promise<InboxMail[]> {
  const { id, email } = await getAccount(ctx.db, ctx.actor.id)
  const rows = await store.listTo(ctx.db, { userId: id as UserId, address: email, now: ctx.now }, before)
  return Promise.all(rows.map((row) => asRead(ctx, row)))
}

async function asRead({ db, ports, now }: Ctx, row: store.MailRow): Promise<InboxMail> {
  const { id, subject, createdAt, firstName, paragraphs } = row
  const action = openAction(ports.secrets, row)
  const isOver = (row.action !== null && action === null) || (await keyStateOf(db, action, now)) === 'over'
  return { id, subject, createdAt, firstName, paragraphs, action: isOver ? null : action, isLinkOver: isOver }
}
