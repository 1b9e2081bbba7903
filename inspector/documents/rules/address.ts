import { matchAddress } from '../../read/addresses.ts'
import { addressOf, type KnownClient, type Purpose } from '../expectation.ts'
import { doubtful, type Finding, failed, notChecked, passed, verification } from '../finding.ts'
import { nounOf, type Statement } from '../statement.ts'

/** It was sent to where the client lives. Proofs of funds are not asked for it. */
export const addressRule = (statement: Statement, client: KnownClient | null, purpose: Purpose): Finding => {
  const known = client && addressOf(client)
  const printed = addressOn(statement, known)
  const words = {
    rule: 'address_matches',
    title: 'The address matches yours',
    read: printed,
    source: verification,
  }
  if (purpose === 'funds') return notChecked(words)
  const noun = nounOf(statement)
  if (printed === null)
    return doubtful(
      { ...words, expected: known },
      `We couldn't find your address on this ${noun}. Please upload one that shows your full name and address.`,
      { isMissing: true },
    )
  if (known === null) return notChecked(words)
  const compared = { ...words, expected: known }
  const match = matchAddress(printed, known)
  if (match === 'same') return passed(compared)
  if (match === 'different')
    return failed(
      compared,
      `This ${noun} is for ${printed}, and you told us you live at ${known}. Please upload one for your present address, or correct the address you gave us.`,
    )
  return doubtful(
    compared,
    `We couldn't match the address on this ${noun}, ${printed}, with the one you gave us, ${known}. Please check that both are complete; otherwise upload one for your present address.`,
  )
}

/** The address that a document was sent to, as printed. */
export const addressOn = ({ kind, addressees }: Statement, known: string | null): string | null => {
  // The address on a gift letter is the giver's.
  if (kind === 'gift_letter') return null
  const named = addressees.find(({ names }) => names.length > 0)
  // A block without a person may be the sender's own, unless it is where the client lives.
  const home =
    known === null ? undefined : addressees.find(({ address }) => matchAddress(address, known) === 'same')
  return (named ?? home)?.address ?? null
}
