import { Registration, type UserId } from '#contract/accounts/accounts.ts'
import type { WantedInspection } from '#contract/firm/people.ts'
import { inOrder, type StaffRole } from '#contract/kit/rights.ts'
import { findTakenNames, openStaffAccount } from '#server/features/accounts/service.ts'
import { audit } from '#server/platform/audit/audit.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import type { SignedOn } from '#server/platform/ports/providers.ts'
import { refusals } from './refusals.ts'
import { groupsIn, rolesBy } from './roles.ts'
import type { Settings } from './settings.ts'

interface Joining {
  claims: SignedOn['claims']
  settings: Settings
  /** Known to be theirs. */
  email: string
}

/** Takes the invitation of an address; null where there is none. */
export type AdmitByAddress = (
  step: Ctx,
  email: string,
) => Promise<{ roles: StaffRole[]; inspection?: WantedInspection | undefined } | null>

/** Opens an account for whoever was invited or, where groups are enough, is in one. */
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

/** A name that nobody has, from the address. */
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
