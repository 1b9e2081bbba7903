import { privacyVersion, termsVersion, type UserId } from '#contract/accounts/accounts.ts'
import { addressParts, postcodeOf } from '#contract/kit/address.ts'
import { defaultCountry } from '#contract/onboarding/user-data.ts'
import type { Ctx, Member } from '#server/platform/ctx.ts'
import { withoutDeclared } from '../merged/merged-details.ts'
import { get, update } from '../store.ts'
import * as store from './store.ts'
import { insertAcceptance } from './store.ts'

/** Where a client told us something about themselves. */
export type DetailsSource = 'conversation' | 'questionnaire' | 'profile'

export interface DeclaredDetails {
  source: DetailsSource
  fullName?: string | undefined
  dateOfBirth?: string | null | undefined
  /** One part per line, as on a letter. */
  address?: string | null | undefined
  phone?: string | null | undefined
}

/**
 * Saves what a client says about themselves, wherever they say it. The latest statement wins, and fields left out keep
 * their value. A name and a date of birth that the firm has confirmed don't change.
 */
export async function declareDetails(ctx: Ctx<Member>, { source, phone, ...declared }: DeclaredDetails) {
  const userId = ctx.actor.id
  const known = await store.findPersonalDetails(ctx.db, userId)
  const { confirmedAt, merged } = await store.findBasis(ctx.db, userId)
  const address = declared.address === undefined ? known.address : declared.address
  const own = confirmedAt
    ? { fullName: known.fullName, dateOfBirth: known.dateOfBirth }
    : {
        fullName: declared.fullName ?? known.fullName,
        dateOfBirth: declared.dateOfBirth ?? known.dateOfBirth,
      }
  const isMoved = declared.address !== undefined && declared.address !== known.address
  const postalCode = isMoved ? address && postcodeOf(address) : known.postalCode
  await store.savePersonalDetails(ctx.db, {
    userId,
    ...own,
    address,
    postalCode,
    source,
    updatedAt: ctx.now,
    merged: merged && withoutDeclared(merged, confirmedAt ? { address: declared.address } : declared),
  })
  await ctx.publish('detailsDeclared', { clientId: userId })
  // The profile page saves the account itself, with more parts of the address than there are here.
  if (source === 'profile') return
  const { phone: before } = await get(ctx.db, userId)
  await update(ctx.db, userId, { phone: phone || before, ...(isMoved && address && profileAddress(address)) })
  await ctx.invalidate(userId, 'user')
}

/** Splits an address into the fields of the profile. An address abroad gets no postcode. */
const profileAddress = (address: string) => {
  const parts = addressParts(address)
  const lines = address.split('\n').map((line) => line.trim())
  const street = parts ? [parts.line1, parts.line2] : lines
  return {
    address: street.filter(Boolean).join(', ').slice(0, longestStreet),
    city: parts?.town.slice(0, longestTown) || null,
    postalCode: parts?.postcode ?? null,
    // A postcode is only recognised in an address of this country.
    ...(parts && { country: defaultCountry }),
  }
}
const longestStreet = 200
const longestTown = 80

/**
 * Records that a person accepted the current terms and privacy notice, on registration or with their first password.
 */
export async function acceptTerms({ db, now }: Pick<Ctx, 'db' | 'now'>, userId: UserId) {
  const texts = { terms: termsVersion, privacy: privacyVersion } as const
  for (const document of ['terms', 'privacy'] as const)
    await insertAcceptance(db, { userId, document, version: texts[document], acceptedAt: now })
}
