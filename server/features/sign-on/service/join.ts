import { Registration, type UserId } from '#contract/accounts/accounts.ts'
import { inOrder, type StaffRole } from '#contract/kit/rights.ts'
import type { SignOnSettings } from '#contract/sign-on.ts'
import { findTakenNames, type InspectionScope, openStaffAccount } from '#server/features/accounts/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { SignedOn } from '#server/platform/ports/providers.ts'
import { refusals } from './refusals.ts'
import type { Settings } from './settings.ts'

interface Joining {
  claims: SignedOn['claims']
  settings: Settings
  /** An address that is known to be theirs. */
  email: string
}

/** Uses the invitation of an address. Returns null if there is none. */
export type AdmitByAddress = (
  step: Ctx,
  email: string,
) => Promise<{ roles: StaffRole[]; inspection?: InspectionScope | undefined } | null>

/** Opens an account for someone who was invited or, if groups are enough, who is in a group with a role. */
export async function join(
  ctx: Ctx,
  { claims, settings, email }: Joining,
  admitByAddress: AdmitByAddress,
): Promise<UserId> {
  const seat = await admitByAddress(ctx, email)
  if (!seat && settings.joining !== 'groups') throw refusals.notInvited()
  const { governed, given } = rolesBy(groupsIn(claims, settings) ?? [], settings)
  const invited = seat?.roles.filter((role) => !governed.some((ruled) => ruled === role)) ?? []
  const [role, ...otherRoles] = inOrder([...invited, ...given])
  if (role === undefined) throw refusals.noRole()
  const id = await openStaffAccount(ctx.db, {
    ...namesIn(claims, email),
    username: await freeUsername(ctx, email),
    email,
    role,
    otherRoles,
    // No password: the provider is the only way in.
    passwordHash: '',
    createdAt: ctx.now,
    emailConfirmedAt: ctx.now,
    ...(seat?.inspection && { inspection: seat.inspection }),
  })
  const roles = [role, ...otherRoles].join(', ')
  await audit(ctx, 'sign_on.joined', { subjectId: id, details: { email, roles } })
  return id
}

const namesIn = (claims: Joining['claims'], email: string) => {
  const { firstName: first, lastName: last } = Registration.shape
  const whole = typeof claims['name'] === 'string' ? claims['name'].trim().split(/\s+/) : []
  const otherwise = localOf(email).slice(0, 80)
  const fitting = (rule: typeof first, ...texts: unknown[]) =>
    texts.map((text) => rule.safeParse(text)).find(({ success }) => success)?.data ?? otherwise
  return {
    firstName: fitting(first, claims['given_name'], whole[0]),
    lastName: fitting(last, claims['family_name'], whole.slice(1).join(' '), whole[0]),
  }
}

const localOf = (email: string) => email.split('@')[0] ?? email

/** Makes a username from the address that is not taken. */
async function freeUsername({ db }: Ctx, email: string) {
  const stem = localOf(email)
    .replace(/[^A-Za-z0-9._-]/g, '')
    .slice(0, 50)
  const base = stem.length < 3 ? `staff-${stem}` : stem
  for (let number = 1; ; number += 1) {
    const username = number === 1 ? base : `${base}-${number}`
    const taken = await findTakenNames(db, { username, email })
    if (!taken.username && !taken.look) return username
  }
}

type Claims = Readonly<Record<string, unknown>>

/** Returns the groups that the provider names. Null if it says nothing about groups. */
export const groupsIn = (claims: Claims, { groupsClaim }: Pick<SignOnSettings, 'groupsClaim'>) => {
  const claim = claims[groupsClaim]
  if (typeof claim === 'string') return [claim]
  return Array.isArray(claim) ? claim.filter((group) => typeof group === 'string') : null
}

/** Returns the roles that these groups give, and all roles that groups decide about. */
export const rolesBy = (groups: readonly string[], { groupRoles }: Pick<SignOnSettings, 'groupRoles'>) => ({
  governed: [...new Set(groupRoles.map(({ role }) => role))],
  given: [...new Set(groupRoles.filter(({ group }) => groups.includes(group)).map(({ role }) => role))],
})

/** Returns the address if the provider says that it is the person's own, otherwise null. */
export const addressIn = (
  { email, email_verified: isVerified }: Claims,
  { trustsEmail }: Pick<SignOnSettings, 'trustsEmail'>,
) => {
  if (typeof email !== 'string') return null
  // Some providers send it as a string.
  const isTheirs = isVerified === undefined ? trustsEmail : isVerified === true || isVerified === 'true'
  return isTheirs ? email : null
}

/**
 * Returns whether the provider checked a second factor, and is trusted with that (RFC 8176 §2, OpenID Connect Core §2).
 */
export const hasSecondFactor = (
  { amr, acr }: Claims,
  { trustsSecondFactor, acrValues }: Pick<SignOnSettings, 'trustsSecondFactor' | 'acrValues'>,
) => {
  if (!trustsSecondFactor) return false
  const named = acrValues.split(/\s+/).filter((value) => value !== '')
  return (Array.isArray(amr) && amr.includes('mfa')) || (typeof acr === 'string' && named.includes(acr))
}
