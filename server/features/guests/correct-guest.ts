import type { DomainEvents } from '#contract/kit/domain-events.ts'
import { invalidFields } from '#contract/kit/problem.ts'
import { fold } from '#contract/kit/text.ts'
import {
  closeGuestAccount,
  correctGuestAccount,
  type GuestRow,
  getAccount,
  invalidateFirmPagesOf,
  guestAccess as store,
  withdrawToken,
} from '#server/features/accounts/service.ts'
import { findMatters } from '#server/features/matters/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { contactOf, purpose } from './service.ts'

type Corrected = DomainEvents['guestCorrected']

/**
 * Gives a guest's account the name, address and number that the firm has corrected. A new address ends the links that
 * went to the earlier one. Throws `invalid` if a guest would have no address.
 */
export async function correctGuest(ctx: Ctx, { guestId, ...contact }: Corrected) {
  const rows = await store.listOfUser(ctx.db, guestId)
  if (rows.length > 0 && contact.email === '')
    throw invalidFields({ email: 'Please enter an email address: a guest gets their link there' })
  const { email: emailBefore } = await getAccount(ctx.db, guestId)
  await correctGuestAccount(ctx.db, guestId, contactOf(contact))
  // Their own page names them, as does the firm's of what they sent.
  await ctx.invalidate(guestId, 'user')
  await invalidateFirmPagesOf(ctx, guestId, 'clients', 'documents')
  if (fold(emailBefore) === fold(contact.email) || rows.length === 0) return
  await endLinks(ctx, rows, { name: contact.name, emailBefore })
  // Nothing is sent to the new address before a new link is, because it would name an invitation that never came there.
  await closeGuestAccount(ctx, guestId)
}

/** Ends a guest's links on all cases, because somebody else may read what was sent to the earlier address. */
async function endLinks(ctx: Ctx, rows: GuestRow[], facts: { name: string; emailBefore: string }) {
  const working = rows.filter(({ expiresAt }) => expiresAt > ctx.now)
  const ids = working.map(({ matterId }) => matterId)
  const matters = await findMatters(ctx.db, ids)
  for (const { id, matterId, partyId } of working) {
    await withdrawToken(ctx, { purpose, subjectId: id })
    await store.update(ctx.db, id, { expiresAt: ctx.now })
    const subjectId = matters.find((matter) => matter.id === matterId)?.clientId ?? null
    await audit(ctx, 'guest.moved', { subjectId, details: { party: partyId, ...facts } })
    await ctx.publish('matterTouched', { matterId })
  }
}
