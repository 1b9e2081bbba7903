import { Registration, type SignInAnswer, type UserId } from '#contract/accounts/accounts.ts'
import type { Problem } from '#contract/kit/problem.ts'
import type { SignOnLinkId } from '#contract/sign-on.ts'
import {
  type AccountDependencies,
  accountNotices,
  claimAccount,
  findAccountByEmail,
  holdStaff,
  keepGroupRoles,
  signInByProvider,
} from '#server/features/accounts/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Ctx, Member } from '#server/platform/ctx.ts'
import type { SignedOn } from '#server/platform/ports/providers.ts'
import * as store from '../store.ts'
import { type AdmitByAddress, addressIn, groupsIn, hasSecondFactor, join, rolesBy } from './join.ts'
import { refusals } from './refusals.ts'
import type { Settings } from './settings.ts'

export interface Dependencies {
  accounts: AccountDependencies
  admitByAddress: AdmitByAddress
}

interface Came extends SignedOn {
  settings: Settings
}

/** A refusal that is returned commits the transaction. A thrown one rolls it back. */
type Entry = { answer: SignInAnswer } | { refusal: Problem }

/**
 * Signs in the person whom the provider has named: by the provider's identifier, and the first time by a verified
 * address.
 */
export async function enter(ctx: Ctx, came: Came, dependencies: Dependencies): Promise<Entry> {
  const { settings, claims } = came
  // Otherwise two browsers of one person could both sign in for the first time at once.
  await holdStaff(ctx.db)
  const { issuer } = settings.connection
  const link = await store.findLink(ctx.db, { issuer, subject: claims.sub })
  const id = link ? link.userId : await welcome(ctx, came, dependencies)
  const { role, deactivatedAt } = await claimAccount(ctx.db, id)
  if (role === 'client') throw refusals.notInvited()
  if (deactivatedAt) throw refusals.deactivated()
  const acting: Ctx<Member> = { ...ctx, actor: { id, role, roles: [], sessionId: null } }
  const refusal = await keepRoles(acting, came, dependencies)
  if (refusal) return { refusal }
  await noteUse(acting, came)
  const named = { id, hasSecondFactor: hasSecondFactor(claims, settings) }
  return { answer: await signInByProvider(ctx, named, dependencies.accounts) }
}

/** Sets today's roles if they come from groups. Returns a problem if no role is left, or the groups are missing. */
async function keepRoles(
  ctx: Ctx<Member>,
  { settings, claims }: Came,
  { accounts }: Dependencies,
): Promise<Problem | null> {
  if (settings.groupRoles.length === 0) return null
  const groups = groupsIn(claims, settings)
  if (groups === null) {
    await accounts.sessions.endOthers(ctx)
    return refusals.groupsMissing()
  }
  const ruled = { id: ctx.actor.id, ...rolesBy(groups, settings) }
  return (await keepGroupRoles(ctx, ruled, accounts)) ? null : refusals.noRole()
}

/** Returns the account of someone who signs in with this provider for the first time, and links it. */
async function welcome(ctx: Ctx, { settings, claims }: Came, { accounts, admitByAddress }: Dependencies) {
  const email = addressIn(claims, settings)
  if (email === null || !Registration.shape.email.safeParse(email).success) throw refusals.unverified()
  const known = await findAccountByEmail(ctx.db, email)
  const userId = known
    ? await linkable(ctx, known)
    : await join(ctx, { settings, claims, email }, admitByAddress)
  const { issuer } = settings.connection
  await store.insertLink(ctx.db, {
    id: newId<SignOnLinkId>(),
    userId,
    issuer,
    subject: claims.sub,
    linkedAt: ctx.now,
    lastUsedAt: ctx.now,
    signOutUrl: null,
    sealedIdToken: null,
  })
  await audit(ctx, 'sign_on.linked', { subjectId: userId, details: { issuer } })
  if (known) await accounts.notify(ctx, userId, accountNotices.providerLinked)
  return userId
}

type Known = NonNullable<Awaited<ReturnType<typeof findAccountByEmail>>>

/** Returns an account to link: of the firm's staff, with an address verified on both sides, and not linked yet. */
async function linkable({ db }: Ctx, { id, role, deactivatedAt, emailConfirmedAt }: Known) {
  if (role === 'client') throw refusals.notInvited()
  if (deactivatedAt) throw refusals.deactivated()
  if (await store.findLinkOf(db, id)) throw refusals.otherAccount()
  if (!emailConfirmedAt) throw refusals.unconfirmed()
  return id
}

async function noteUse(ctx: Ctx<Member>, { idToken, signOutUrl }: Came) {
  const { id } = ctx.actor
  const link = await store.findLinkOf(ctx.db, id)
  if (!link) throw new Error('Whoever comes by the provider has a link.')
  const sealedIdToken = ctx.ports.secrets.seal(idToken, idTokenPlace(id))
  await store.updateLink(ctx.db, link.id, { lastUsedAt: ctx.now, signOutUrl, sealedIdToken })
}

/** The context that an ID token is sealed for. */
export const idTokenPlace = (userId: UserId) => `sign_on_token:${userId}`
