import type { UserId } from '#contract/accounts/accounts.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { Db } from '#server/platform/db/database.ts'
import { signal } from '#server/platform/events/bus.ts'
import type { AccountDependencies } from './dependencies.ts'
import { removeAllOf } from './sessions/store.ts'
import * as store from './store.ts'

interface NewGuest {
  firstName: string
  lastName: string
  email: string
  phone: string | null
  feeEarnerId: UserId
  createdAt: Date
}

/**
 * Whose tasks and documents a guest's are: a client whom no password lets in. The address does not name the account,
 * so that nobody signs in or sets a password by it, and its owner may open an account of their own.
 */
export async function openGuestAccount(db: Db, guest: NewGuest): Promise<UserId> {
  const id = newId<UserId>()
  const username = `guest-${id}`
  await store.insert(db, {
    ...guest,
    id,
    username,
    role: 'client',
    passwordHash: '',
    isFirstLogin: false,
    isGuest: true,
  })
  return id
}

/** Ends a guest's sessions and open pages, and lets nobody in until they are invited again. */
export async function closeGuestAccount({ db, now }: Ctx, id: UserId) {
  await store.update(db, id, { deactivatedAt: now })
  await removeAllOf(db, id)
  // Every node forgets who they were, this one too.
  await signal(db, { kind: 'sessions', userId: id })
}

type Contact = Pick<NewGuest, 'firstName' | 'lastName' | 'email' | 'phone'>

/** Lets a guest in again, by the address that the firm has of them now. */
export const reopenGuestAccount = (db: Db, id: UserId, contact: Contact) =>
  store.updateGuest(db, id, { ...contact, deactivatedAt: null })

/** Signs a guest in. */
export async function beginGuestSession(
  ctx: Ctx,
  id: UserId,
  { sessions }: Pick<AccountDependencies, 'sessions'>,
) {
  const acting = { ...ctx, actor: { id, role: 'client' as const, roles: [], sessionId: null } }
  return store.getUser(ctx.db, await sessions.begin(acting, id, 'guest_code'))
}
