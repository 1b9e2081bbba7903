import type { IdentityDocument, Verification } from '#contract/identity/identity.ts'

export const documentWords: Record<IdentityDocument, string> = {
  passport: 'Passport',
  driving_license: 'Driving licence',
}

/** What an outcome means for the client. */
export const outcomeWords: Record<Verification['outcome'], { title: string; text: string }> = {
  verified: { title: 'Verified', text: "You don't need to do anything else here." },
  review: {
    title: "We'll check this",
    text: "That's everything from you. We'll let you know the outcome.",
  },
}

/** Says what was checked about an account, and nothing more. */
export const bankChecked = {
  title: 'Sort code and account number checked',
  text: "They can go together. We haven't checked whose account it is. You don't need to do anything else here.",
}

export const modulusWords: Record<NonNullable<Verification['modulus']>, string> = {
  possible: 'Sort code and account number can go together',
  not_checkable: 'No published rule covers this sort code',
}
