import { privacyVersion, termsVersion, type UserId } from '#contract/accounts/accounts.ts'
import { addressParts, postcodeOf } from '#contract/kit/address.ts'
import { defaultCountry } from '#contract/onboarding/user-data.ts'
import type { Ctx, Member } from '#server/platform/ctx.ts'
import { get, update } from '../store.ts'
import * as store from './store.ts'
import { insertAcceptance } from './store.ts'

/** Where a client said something of themselves. */
export type DetailsSource = 'conversation' | 'questionnaire' | 'profile'

export interface ToldDetails {
  source: DetailsSource
  fullName?: string | undefined
  dateOfBirth?: string | null | undefined
  /** Line by line, as on a letter. */
  address?: string | null | undefined
  phone?: string | null | undefined
}

/**
 * Keeps what a client says of themselves, wherever they say it: the latest statement wins, and what they leave
 * out stays. A name and a day of birth that the firm has confirmed stay as they are.
 */
export async function tellDetails(ctx: Ctx<Member>, { source, phone, ...told }: ToldDetails) {
  const userId = ctx.actor.id
  const known = await store.findPersonalDetails(ctx.db, userId)
  const isConfirmed = await store.isConfirmed(ctx.db, userId)
  const address = told.address === undefined ? known.address : told.address
  const own = isConfirmed
    ? { fullName: known.fullName, dateOfBirth: known.dateOfBirth }
    : { fullName: told.fullName ?? known.fullName, dateOfBirth: told.dateOfBirth ?? known.dateOfBirth }
  const isMoved = told.address !== undefined && told.address !== known.address
  const postalCode = isMoved ? address && postcodeOf(address) : known.postalCode
  await store.savePersonalDetails(ctx.db, { userId, ...own, address, postalCode, source, updatedAt: ctx.now })
  await ctx.publish('detailsDeclared', { clientId: userId })
  // The profile is written by its own page, which has more of an address than this.
  if (source === 'profile') return
  const { phone: before } = await get(ctx.db, userId)
  await update(ctx.db, userId, { phone: phone || before, ...(isMoved && address && profileAddress(address)) })
  await ctx.invalidate(userId, 'user')
}

/** The parts that the profile has for an address; one abroad has no postcode that is known. */
const profileAddress = (address: string) => {
  const parts = addressParts(address)
  const lines = address.split('\n').map((line) => line.trim())
  const street = parts ? [parts.line1, parts.line2] : lines
  return {
    address: street.filter(Boolean).join(', ').slice(0, longestStreet),
    city: parts?.town.slice(0, longestTown) || null,
    postalCode: parts?.postcode ?? null,
    // Only an address of this country has a postcode that is known.
    ...(parts && { country: defaultCountry }),
  }
}
const longestStreet = 200
const longestTown = 80

/** Keeps which texts a person has accepted, by opening an account or by choosing their first password. */
export async function acceptTerms({ db, now }: Pick<Ctx, 'db' | 'now'>, userId: UserId) {
  const texts = { terms: termsVersion, privacy: privacyVersion } as const
  for (const document of ['terms', 'privacy'] as const)
    await insertAcceptance(db, { userId, document, version: texts[document], acceptedAt: now })
}
