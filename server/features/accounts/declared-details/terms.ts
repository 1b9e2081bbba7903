import { privacyVersion, termsVersion, type UserId } from '#contract/accounts/accounts.ts'
import type { Ctx } from '#server/platform/ctx.ts'
import { insertAcceptance } from './store.ts'

/** Keeps which texts a person has accepted, by opening an account or by choosing their first password. */
export async function acceptTerms({ db, now }: Pick<Ctx, 'db' | 'now'>, userId: UserId) {
  const texts = { terms: termsVersion, privacy: privacyVersion } as const
  for (const document of ['terms', 'privacy'] as const)
    await insertAcceptance(db, { userId, document, version: texts[document], acceptedAt: now })
}
