import type { UserId } from '#contract/accounts/accounts.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { FirmMatterFile } from '#contract/matters/matters.ts'
import { isOthers } from '#contract/matters/party.ts'

export interface Recipient {
  id: UserId
  name: string
}

/** Returns the clients of a matter who have an account, the first client first. */
export const recipientsOf = ({ client, parties }: FirmMatterFile): Recipient[] => [
  { id: client.id, name: client.name },
  ...parties.flatMap(({ role, clientId, name }) =>
    role === 'joint_client' && clientId !== null && clientId !== client.id ? [{ id: clientId, name }] : [],
  ),
]

/** Returns the names of the people on our side who are no recipients: guests, and joint clients without an account. */
export const notOfferedIn = (file: FirmMatterFile): string[] => {
  const ids = recipientsOf(file).map(({ id }) => id)
  return file.parties
    .filter((party) => party.kind === 'person' && !isOthers(party))
    .filter(({ clientId }) => clientId === null || !ids.includes(clientId))
    .map(({ name }) => name)
}

/**
 * Returns one of the recipients. Throws `invalid` for anyone else, because a party may have left the matter meanwhile.
 */
export const recipientIn = (recipients: readonly Recipient[], id: UserId): Recipient => {
  const found = recipients.find((recipient) => recipient.id === id)
  if (found) return found
  const words = 'They are no longer a client of this case. Please choose someone else.'
  throw new Problem('invalid', words, { fields: { recipientId: words } })
}
