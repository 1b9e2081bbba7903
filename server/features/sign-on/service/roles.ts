import type { SignOnSettings } from '#contract/sign-on.ts'

type Claims = Readonly<Record<string, unknown>>

/** The groups that a provider names; null where it says nothing of groups at all. */
export const groupsIn = (claims: Claims, { groupsClaim }: Pick<SignOnSettings, 'groupsClaim'>) => {
  const told = claims[groupsClaim]
  if (typeof told === 'string') return [told]
  return Array.isArray(told) ? told.filter((group) => typeof group === 'string') : null
}

/** What somebody's groups give them, and which roles groups decide about. */
export const rolesBy = (groups: readonly string[], { groupRoles }: Pick<SignOnSettings, 'groupRoles'>) => ({
  governed: [...new Set(groupRoles.map(({ role }) => role))],
  given: [...new Set(groupRoles.filter(({ group }) => groups.includes(group)).map(({ role }) => role))],
})

/** An address that is the person's own by what the provider says; null where that is not known. */
export const addressIn = (
  { email, email_verified: isVerified }: Claims,
  { trustsEmail }: Pick<SignOnSettings, 'trustsEmail'>,
) => {
  if (typeof email !== 'string') return null
  // Some providers write it as a word.
  const isTheirs = isVerified === undefined ? trustsEmail : isVerified === true || isVerified === 'true'
  return isTheirs ? email : null
}

/** Whether the provider asked for a second factor and its word counts (RFC 8176 §2, OpenID Connect Core §2). */
export const hasSecondFactor = (
  { amr, acr }: Claims,
  { trustsSecondFactor, acrValues }: Pick<SignOnSettings, 'trustsSecondFactor' | 'acrValues'>,
) => {
  if (!trustsSecondFactor) return false
  const named = acrValues.split(/\s+/).filter((value) => value !== '')
  return (Array.isArray(amr) && amr.includes('mfa')) || (typeof acr === 'string' && named.includes(acr))
}
