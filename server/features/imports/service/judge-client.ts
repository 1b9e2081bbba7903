import type { UserId } from '#contract/accounts/accounts.ts'
import { fullName } from '#contract/kit/names.ts'
import { fold } from '#contract/kit/text.ts'
import { newId } from '#server/platform/crypto/ids.ts'
import type { Known, KnownClient } from './known-records.ts'
import type { RowValues } from './read-row.ts'

export interface NewClient {
  firstName: string
  lastName: string
  email: string
  phone: string | null
  address: string | null
  city: string | null
  postalCode: string | null
  country: string | null
  feeEarnerId: UserId | null
}

const at = (row: number | null) => (row === null ? 'is already used here' : `is also in row ${row}`)

type Found = { client: KnownClient; isNew: boolean } | { fault: string }

/** Finds the client of a row: by the firm's own reference, then by email address. */
export function clientOf(values: RowValues, row: number, known: Known): Found {
  const { clientReference, email, firstName, lastName } = values
  const emailKey = email ? fold(email) : ''
  const byReference = clientReference && known.byReference.get(fold(clientReference))
  const byEmail = emailKey ? known.byEmail.get(emailKey) : undefined
  if (emailKey && known.staffEmails.has(emailKey))
    return { fault: 'Email: this is the address of someone at the firm, who can’t be a client too.' }
  if (byReference && byEmail && byReference !== byEmail)
    return { fault: 'The client reference is one client’s, and the email address another’s.' }
  if (byReference) {
    if (byReference.row !== null && emailKey && byReference.emailKey !== emailKey)
      return { fault: `Client reference: row ${byReference.row} has it with another email address.` }
    return { client: byReference, isNew: false }
  }
  if (byEmail) {
    if (!isSamePerson(byEmail, values))
      return {
        fault: `Email: this address ${at(byEmail.row)}, for ${fullName(byEmail)}. Each client needs their own.`,
      }
    return { client: byEmail, isNew: false }
  }
  if (!email)
    return {
      fault: clientReference
        ? 'No client with this reference is here yet, and a new one needs an email address to sign in with.'
        : 'Email: missing. A client needs one to sign in with.',
    }
  if (!firstName || !lastName) return { fault: `${firstName ? 'Last name' : 'First name'}: missing.` }
  return {
    client: { id: newId<UserId>(), firstName, lastName, emailKey, row, isUnproven: false, mergedNames: [] },
    isNew: true,
  }
}

/**
 * The same person may be written in several ways, such as "Amara N. Okafor" and "A. Okafor". A couple with one address
 * are two people: one would read the other's case. So an initial is not enough where the row has a client reference
 * that nobody has yet.
 */
const isSamePerson = (client: KnownClient, { firstName, lastName, clientReference }: RowValues) => {
  if (!firstName || !lastName) return true
  const given = firstWordOf(firstName)
  return [client, ...client.mergedNames].some((name) => {
    const known = firstWordOf(name.firstName)
    const isInitial = known.length === 1 || given.length === 1
    const isAlike = isInitial ? !clientReference && known.charAt(0) === given.charAt(0) : known === given
    return fold(name.lastName) === fold(lastName) && isAlike
  })
}

const firstWordOf = (name: string) => fold(name).split(/[\s.]+/)[0] ?? ''

export const detailsOf = (
  values: RowValues,
  { firstName, lastName }: KnownClient,
  feeEarnerId: UserId | null,
) => ({
  firstName,
  lastName,
  email: values.email ?? '',
  phone: values.phone ?? null,
  address: values.address ?? null,
  city: values.city ?? null,
  postalCode: values.postalCode ?? null,
  country: values.country ?? null,
  feeEarnerId,
})
