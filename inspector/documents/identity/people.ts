import { nameInNormalCase } from '#contract/kit/names.ts'
import type { Mrz } from '../../mrz/parse.ts'
import { editsBetween, wordsOf } from '../../read/names.ts'
import { closest, matchSplitName, type SplitName } from '../../read/zone-names.ts'
import type { KnownClient } from '../expectation.ts'
import { doubtful, type Finding, failed, notChecked, passed, verification } from '../finding.ts'
import { isSlip, jointClientsName } from '../rules/name.ts'
import type { ScannedPage } from './print.ts'

/** Returns all MRZs on the pages. If there are several, the client's own comes first. */
export const zonesOn = (pages: ScannedPage[], client: KnownClient | null): Mrz[] => {
  const zones = pages.flatMap(({ mrz, otherMrz }) => [mrz ?? [], otherMrz ?? []].flat())
  const own = zones.find((zone) => client !== null && matchSplitName(zone, client) === 'full')
  return own ? [own, ...zones.filter((zone) => zone !== own)] : zones
}

/** Checks that a file shows one person's documents. Otherwise someone else's would be stored with the client's. */
export const onePersonRule = ([own, ...others]: Mrz[]): Finding => {
  const words = { rule: 'one_person', title: 'Belongs to one person' }
  const other = others.find((zone) => own && isAnother(own, zone))
  if (!other) return passed(words)
  return doubtful(
    { ...words, read: `${other.givenNames} ${other.surname}`.trim() },
    'This file shows the documents of more than one person. Please upload yours alone.',
  )
}

// A single misread letter or figure does not make another person.
const isAnother = (own: Mrz, { surname, givenNames, birthDate, areDigitsRight }: Mrz) =>
  areDigitsRight &&
  (birthDate.value === own.birthDate.value
    ? isOtherName(givenNames, own.givenNames)
    : surname !== own.surname || givenNames !== own.givenNames)

// Twins have one birthday. Who marries keeps their given names, and one may be left out.
const isOtherName = (name: string, other: string) => {
  const [given, own] = [givenIn(name), givenIn(other)]
  const [first, ownFirst] = [given[0], own[0]]
  if (first === undefined || ownFirst === undefined) return false
  // Twins may share a second name.
  return !own.some((word) => isAlike(word, first)) && !given.some((word) => isAlike(word, ownFirst))
}

// An initial stands for many names.
const givenIn = (name: string) => {
  const words = wordsOf(name)
  const whole = words.filter(({ length }) => length > 1)
  return whole.length > 0 ? whole : words
}

// In a short name two other letters make another one: Amy and Ann.
const isAlike = (word: string, other: string) => {
  const shorter = Math.min(word.length, other.length)
  const most = shorter < 3 ? 0 : shorter < 6 ? 1 : 2
  return editsBetween(word, other, most) <= most
}

const isOwn = (match: ReturnType<typeof closest>) => match !== 'different' && match !== 'unclear'

/** Whether a letter that was misread, or the space behind the first name that was lost, makes up the whole difference. */
const isMisread = ({ surname, givenNames }: SplitName, { firstName, lastName }: KnownClient) => {
  const [given, own] = [wordsOf(givenNames), wordsOf(firstName)]
  const isRun = own.join('').length > 2 && given.join('').startsWith(own.join(''))
  const isSurname = wordsOf(surname).join('') === wordsOf(lastName).join('')
  const first = given.slice(0, own.length).join(' ')
  return (isRun && isSurname) || isSlip(`${first} ${surname}`, `${firstName} ${lastName}`)
}

interface Reading {
  noun: string
  client: KnownClient | null
  /** The name as it is shown. */
  read: string | null
  /** The MRZs name different people. */
  isContested?: boolean
}

/** Checks that the document is the client's own. Of several readings of the name, the closest counts. */
export const ownNameRule = (
  names: SplitName[],
  { noun, client, read, isContested = false }: Reading,
): Finding => {
  const words = {
    rule: 'name_matches',
    title: 'The name matches yours',
    read,
    source: `${verification}; letters compared as ICAO 9303 part 3 §6`,
  }
  if (client === null) return notChecked(words)
  const expected = `${client.firstName} ${client.lastName}`.trim()
  const compared = { ...words, expected }
  if (read === null)
    return doubtful(
      compared,
      `We couldn't read your name on this ${noun}. Please take a photo in which every line is sharp.`,
      { isMissing: true },
    )
  // If two names contradict each other, a person decides which is the holder's.
  if (isContested) return notChecked(compared)
  const match = closest(names.map((name) => matchSplitName(name, client)))
  const isJoint = client.jointClients?.some((other) =>
    isOwn(closest(names.map((name) => matchSplitName(name, other)))),
  )
  // One client must not upload the identity document of another.
  if (match === 'different' && isJoint)
    return jointClientsName({ ...compared, read }, noun, { isShared: false })
  if (match === 'different' && !names.some((name) => isMisread(name, client)))
    return failed(
      compared,
      `This ${noun} is in the name of ${nameInNormalCase(read)}, not ${expected}. Please upload your own, or correct the name on your account.`,
    )
  if (match === 'unclear' || match === 'different')
    return doubtful(
      compared,
      `This ${noun} is in the name of ${nameInNormalCase(read)}, and you told us ${expected}. If both are you, a person at the firm will check it; otherwise please upload your own.`,
    )
  return passed(compared, match === 'full' ? 1 : match === 'reordered' ? 0.8 : 0.6)
}
