import type { DomainEvents } from '#contract/kit/domain-events.ts'
import { closeGuestAccount, reopenGuestAccount, withdrawToken } from '#server/features/accounts/service.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { contactOf, purpose } from './service.ts'
import * as store from './store.ts'

/**
 * Ends the links that went to a guest's earlier address, because somebody else may read what is sent there, and sends
 * further emails to the new one. The firm sees that the guest needs a new link.
 */
export async function moveGuest(ctx: Ctx, { guestId, ...contact }: DomainEvents['guestMoved']) {
  const rows = await store.listOfUser(ctx.db, guestId)
  for (const { id } of rows) {
    await withdrawToken(ctx, { purpose, subjectId: id })
    await store.update(ctx.db, id, { expiresAt: ctx.now })
  }
  if (rows.length === 0) return
  await closeGuestAccount(ctx, guestId)
  await reopenGuestAccount(ctx.db, guestId, contactOf(contact))
}
