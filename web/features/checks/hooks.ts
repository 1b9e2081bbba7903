import type { IdentityDocument, ReviewedVerification, Verification } from '#contract/identity/identity.ts'

export const checkNames: Record<Verification['verificationType'], string> = {
  id: 'Identity',
  bank: 'Bank account',
}

const documentNames: Record<IdentityDocument, string> = {
  passport: 'Passport',
  driving_license: 'Driving licence',
}

const modulusNames: Record<NonNullable<Verification['modulus']>, string> = {
  possible: 'Sort code and account number can go together',
  not_checkable: 'No published rule covers this sort code',
}

/** What the client submitted for a check, as rows of a description list. */
export const factsOf = (check: ReviewedVerification) => {
  const { verificationType, document, accountName, sortCode, accountNumber, bankName, modulus } = check
  if (verificationType === 'id')
    return [{ name: 'Document stated by client', value: document ? documentNames[document] : 'None' }]
  return [
    { name: 'Account name', value: accountName ?? 'Not given' },
    { name: 'Bank', value: bankName ?? 'Not given' },
    { name: 'Sort code and account', value: `${sortCode ?? ''} ${accountNumber ?? ''}` },
    { name: 'Modulus check', value: modulus ? modulusNames[modulus] : 'Not done' },
  ]
}
