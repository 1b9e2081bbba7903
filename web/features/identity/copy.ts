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

/** Says where a submission is whose answer was lost. It may be submitted again: the portal takes it once. */
export const lostWords = {
  absent: {
    title: 'Your details haven’t arrived yet',
    text: 'They’re still here. Please press Complete verification again.',
  },
  unknown: {
    title: 'We don’t know yet if your details arrived',
    text: 'They’re still here, and we’ll keep looking. Check your connection, or press Complete verification again. It only counts once.',
  },
}
