import { randomBytes } from 'node:crypto'
import { confirmationDays, type UserId } from '#contract/accounts/accounts.ts'
import { fullName } from '#contract/kit/names.ts'
import { pages } from '#contract/kit/pages.ts'
import { Problem } from '#contract/kit/problem.ts'
import { fold } from '#contract/kit/text.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { days } from '#server/platform/time/durations.ts'
import type { AccountDependencies } from '../dependencies.ts'
import { issueToken } from '../sessions/tokens.ts'
import * as accounts from '../store.ts'
import * as store from './store.ts'

interface ImportedClient {
  id: UserId
  firstName: string
  lastName: string
  email: string
  phone: string | null
  address: string | null
  city: string | null
  postalCode: string | null
  country: string | null
  feeEarnerId: UserId | null
}

/**
 * Opens accounts for the clients that the firm imports. They can't sign in by password until they choose one, by the
 * link of an invitation or of the page for forgotten passwords.
 */
export async function openImportedClients(ctx: Ctx, clients: readonly ImportedClient[]) {
  if (clients.length === 0) return
  const accountOf = (client: ImportedClient) => ({
    ...client,
    // They sign in by email address. Hex has no l and no o, so no two usernames look alike.
    username: `client-${randomBytes(6).toString('hex')}`,
    role: 'client' as const,
    passwordHash: '',
    isFirstLogin: true,
    createdAt: ctx.now,
  })
  await accounts.insertAll(ctx.db, clients.map(accountOf))
  await ctx.publish('clientsImported', { clientIds: clients.map(({ id }) => id) })
}

/**
 * Invites those of these clients who can't sign in yet and have not been invited. Returns the path of each one's link
 * by id.
 */
export async function inviteClients(ctx: Ctx, ids: readonly UserId[], dependencies: FirmName) {
  const paths = new Map<UserId, string>()
  for (const client of await store.listUninvited(ctx.db, ids))
    paths.set(client.id, await sendInvitation(ctx, client, dependencies))
  return paths
}

type FirmName = Pick<AccountDependencies, 'findFirm'>

/**
 * Invites a client again, at the same or a corrected address. The link sent before stops working. Returns the path of
 * the new link. Throws `conflict` if they have signed in already, or if the address belongs to someone else.
 */
export async function reinviteClient(
  ctx: Ctx,
  { id, email }: { id: UserId; email: string },
  dependencies: FirmName,
) {
  const [uninvited] = await store.listNeverSignedIn(ctx.db, [id])
  if (!uninvited)
    throw new Problem('conflict', 'They have signed in already, so they don’t need an invitation.', {
      reason: 'already_here',
    })
  const before = await accounts.get(ctx.db, id)
  await accounts.update(ctx.db, id, { email })
  await ctx.publish('contactChanged', { userId: id, before: { name: fullName(before), email: before.email } })
  return sendInvitation(ctx, { id, firstName: before.firstName, email, emailKey: fold(email) }, dependencies)
}

interface Invited {
  id: UserId
  firstName: string
  email: string
  emailKey: string
}

async function sendInvitation(ctx: Ctx, { id, firstName, email, emailKey }: Invited, { findFirm }: FirmName) {
  const { name } = await findFirm(ctx.db)
  const lifetime = days(confirmationDays)
  const facts = { email: emailKey }
  const token = await issueToken(ctx, { purpose: 'password_reset', subjectId: id, facts, lifetime })
  const path = `${pages.resetPassword}?token=${token}&first=1`
  await accounts.update(ctx.db, id, { invitedAt: ctx.now })
  await ctx.publish('mailDue', {
    to: { address: email, firstName, userId: id },
    subject: `Your client portal at ${name}`,
    paragraphs: [
      `${name} has opened an account for you in its client portal. You can send us documents, sign and pay there, write to us, and see how your case is going.`,
      `To get started, choose a password. The link works once, for ${confirmationDays} days; after that, use “Forgotten your password?” on the sign-in page.`,
    ],
    action: { label: 'Choose a password', path },
    // Each invitation is a separate event, since only the link of the latest one works.
    event: `client invitation ${newId()}`,
  })
  return path
}
