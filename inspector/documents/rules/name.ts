import { jointClientTitle } from '#contract/documents/validation.ts'
import { nameInNormalCase } from '#contract/kit/names.ts'
import { matchAddress } from '#inspector/read/addresses.ts'
import {
  editsBetween,
  hasTitle,
  isMatch,
  isNameOf,
  matchName,
  type NameMatch,
  wordsOf,
} from '../../read/names.ts'
import { addressOf, type KnownClient, type Purpose } from '../expectation.ts'
import { doubtful, type Finding, failed, notChecked, passed, verification } from '../finding.ts'
import { nounOf, type Statement } from '../statement.ts'

/** Checks that the document is in the client's name. */
export const nameRule = (statement: Statement, client: KnownClient | null): Finding => {
  const words = { rule: 'name_matches', title: 'The name matches yours', source: verification }
  const noun = nounOf(statement)
  const read = nameOn(statement, client)
  if (client === null) return notChecked({ ...words, read: read?.name ?? null })
  const expected = `${client.firstName} ${client.lastName}`.trim()
  if (read === undefined)
    return doubtful(
      { ...words, expected },
      `We couldn't find your name on this ${noun}. Please upload one that shows your full name.`,
      { isMissing: true },
    )
  const { name, match } = read
  const shown = { ...words, read: name, expected }
  const isJoint = client.jointClients?.some((other) => isNameOf(name, other))
  if (!isMatch(match) && isJoint) return jointClientsName(shown, noun, client)
  if (match === 'different' && !isSlip(name, expected))
    return failed(
      shown,
      `This ${noun} is in the name of ${nameInNormalCase(name)}, not ${expected}. Please upload one in your own name.`,
    )
  if (match === 'unclear' || match === 'different')
    return doubtful(
      shown,
      `This ${noun} is in the name of ${nameInNormalCase(name)}, and you told us ${expected}. If both are you, a person at the firm will check it; otherwise please upload one in your own name.`,
    )
  const other = otherReader(statement, client)
  if (other !== undefined)
    return doubtful(
      shown,
      `A letter to ${nameInNormalCase(other)} can be seen here, too. Please upload your own alone.`,
    )
  // An initial fits relatives too. It is enough with a matching address, but not alone. Who receives it for them is asked.
  const isCareOf = statement.addressees.some((sentTo) => sentTo.isCareOf && sentTo.names.includes(name))
  return passed(shown, match === 'full' && !isCareOf ? 1 : 0.72)
}

/** A request for the whole matter may be in a joint client's name: a person decides whether that is enough. */
export const jointClientsName = (
  shown: Parameters<typeof failed>[0] & { read: string },
  noun: string,
  { isShared }: Pick<KnownClient, 'isShared'>,
): Finding => {
  const words = { ...shown, title: jointClientTitle }
  if (isShared) return notChecked(words)
  return failed(
    words,
    `This ${noun} is in the name of ${nameInNormalCase(shown.read)}, your joint client, who sends theirs from their own account. Please upload one in your own name.`,
  )
}

// Beside the client's own letter the picture may show one to somebody else. An office of the sender has no title. A gift
// letter and a completion statement name the other side, too.
const otherReader = ({ kind, addressees }: Statement, client: KnownClient) => {
  if (kind === 'gift_letter' || kind === 'completion_statement') return undefined
  const known = [client, ...(client.jointClients ?? [])]
  return addressees
    .slice(1)
    .flatMap(({ names }) => names.filter(hasTitle).slice(0, 1))
    .find((name) =>
      known.every((own) => !isNameOf(name, own) && !isSlip(name, `${own.firstName} ${own.lastName}`)),
    )
}

// One or two different letters in a long name, or two in each other's place, are a typing or reading error: neither a
// match nor another person.
export const isSlip = (printed: string, expected: string) => {
  const [here, there] = [wordsOf(printed).join(''), wordsOf(expected).join('')]
  const most = there.length < 12 ? 1 : 2
  return there.length > 5 && (editsBetween(here, there, most) <= most || isSwapped(here, there))
}

const isSwapped = (here: string, there: string) => {
  const at = [...here].findIndex((letter, place) => letter !== there.charAt(place))
  const swapped = there.slice(0, at) + there.charAt(at + 1) + there.charAt(at) + there.slice(at + 2)
  return at >= 0 && here === swapped
}

/** Returns the name that the document is probably in, as printed. */
export const nameOn = (
  statement: Statement,
  client: KnownClient | null,
): { name: string; match: NameMatch } | undefined => {
  const read = sourcesOf(statement).map((names) => closest(names, client))
  const best = bestOf(read)
  const other = read.find((candidate) => candidate !== best && !isMatch(candidate.match))
  // A page sent to the client but about someone else's account must not pass.
  return best && other && isMatch(best.match) && statement.kind !== 'gift_letter'
    ? { ...other, match: 'unclear' }
    : best
}

// On payslips and completion statements the labelled name counts before the addressee, on other documents after. The
// address on a gift letter is the giver's.
const sourcesOf = ({ kind, holders, addressees }: Statement): string[][] => {
  const labelled = holders.map((name) => [name])
  const sentTo = addressees.map(({ names }) => names).filter((names) => names.length > 0)
  if (kind === 'gift_letter') return labelled
  const first = sentTo.slice(0, 1)
  return kind === 'payslip' || kind === 'p60' || kind === 'completion_statement'
    ? [...labelled, ...first]
    : [...first, ...labelled]
}

const closest = (names: string[], client: KnownClient | null) => {
  const read = names.map((name) => ({ name, match: client ? matchName(name, client) : ('unclear' as const) }))
  return bestOf(read) ?? { name: '', match: 'different' as const }
}

const bestOf = (read: { name: string; match: NameMatch }[]) =>
  read.toSorted((a, b) => ranking.indexOf(a.match) - ranking.indexOf(b.match)).at(0)

const ranking: NameMatch[] = ['full', 'initial', 'reordered', 'unclear', 'different']

/** Checks that the document was sent to the client's address. Only required to prove an address. */
export const addressRule = (
  statement: Statement,
  client: KnownClient | null,
  purpose: Purpose | null,
): Finding => {
  const known = client && addressOf(client)
  const { address: printed = null, isCareOf = false } = addresseeOn(statement, known) ?? {}
  const words = {
    rule: 'address_matches',
    title: 'The address matches yours',
    read: printed,
    source: verification,
  }
  const compared = { ...words, expected: known }
  if (purpose !== 'address')
    return printed && known && matchAddress(printed, known) === 'same'
      ? passed(compared)
      : notChecked(compared)
  const noun = nounOf(statement)
  if (printed === null)
    return doubtful(
      { ...words, expected: known },
      `We couldn't find your address on this ${noun}. Please upload one that shows your full name and address.`,
      { isMissing: true },
    )
  if (isCareOf)
    return doubtful(
      compared,
      `This ${noun} was sent in care of somebody else, which doesn't show that you live there. Please upload one that was sent to you directly.`,
    )
  if (known === null) return notChecked(words)
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

/** Returns the address that a document was sent to, as printed. */
export const addressOn = (statement: Statement, known: string | null): string | null =>
  addresseeOn(statement, known)?.address ?? null

const addresseeOn = ({ kind, addressees }: Statement, known: string | null) => {
  // The address on a gift letter is the giver's.
  if (kind === 'gift_letter') return undefined
  const named = addressees.find(({ names }) => names.length > 0)
  // An address without a person may be the sender's own, unless it is the client's.
  return named ?? addressees.find(({ address }) => known !== null && matchAddress(address, known) === 'same')
}
