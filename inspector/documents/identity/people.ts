import type { Mrz } from '../../mrz/parse.ts'
import { matchSplitName } from '../../read/zone-names.ts'
import type { KnownClient } from '../expectation.ts'
import { doubtful, type Finding, passed } from '../finding.ts'
import type { SeenPage } from './facts.ts'

/** All zones on the pages; where there are several, the client's own comes first. */
export const zonesOn = (pages: SeenPage[], client: KnownClient | null): Mrz[] => {
  const zones = pages.flatMap(({ mrz, otherMrz }) => [mrz ?? [], otherMrz ?? []].flat())
  const own = zones.find((zone) => client !== null && matchSplitName(zone, client) === 'full')
  return own ? [own, ...zones.filter((zone) => zone !== own)] : zones
}

/** Documents of several people in one file would be kept with one client's papers. */
export const onePersonRule = ([own, ...others]: Mrz[]): Finding => {
  const words = { rule: 'one_person', title: 'Belongs to one person' }
  const other = others.find((zone) => own && isAnother(own, zone))
  if (!other) return passed(words)
  return doubtful(
    { ...words, read: `${other.givenNames} ${other.surname}`.trim() },
    'This file shows the documents of more than one person. Please upload yours alone.',
  )
}

// A letter or a figure that was read differently makes nobody another person.
const isAnother = (own: Mrz, { surname, givenNames, birthDate, areDigitsRight }: Mrz) =>
  areDigitsRight &&
  birthDate.value !== own.birthDate.value &&
  (surname !== own.surname || givenNames !== own.givenNames)
