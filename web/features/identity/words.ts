import type { IdentityDocument, Verification } from '#contract/identity.ts'

export const documentWords: Record<IdentityDocument, string> = {
  passport: 'Passport',
  driving_license: 'Driving licence',
}

/** What an outcome means for the client. */
export const outcomeWords: Record<Verification['outcome'], { title: string; text: string }> = {
  verified: { title: 'Verified', text: 'There is nothing more for you to do here.' },
  review: {
    title: 'A person of the firm will look at this',
    text: 'You have done your part. We tell you when it is decided, or if we need anything else.',
  },
}

export const modulusWords: Record<NonNullable<Verification['modulus']>, string> = {
  possible: 'Sort code and account number belong together',
  not_checkable: 'No published rule covers this sort code',
}
