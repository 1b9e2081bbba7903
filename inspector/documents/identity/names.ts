import { nameInWriting } from '#contract/names.ts'
import { closest, matchSplitName, type SplitName } from '../../read/zone-names.ts'
import type { KnownClient } from '../expectation.ts'
import { doubtful, type Finding, failed, notChecked, passed, verification } from '../finding.ts'

interface Reading {
  noun: string
  client: KnownClient | null
  /** The name as it is shown. */
  read: string | null
  /** The zones name different people. */
  isContested?: boolean
}

/** It is the client's own. Of several readings of one name, the closest counts. */
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
  // Which of two contradicting names is the holder's is for a person.
  if (isContested) return notChecked(compared)
  const match = closest(names.map((name) => matchSplitName(name, client)))
  if (match === 'different')
    return failed(
      compared,
      `This ${noun} is in the name of ${nameInWriting(read)}, not ${expected}. Please upload your own, or correct the name on your account.`,
    )
  if (match === 'unclear')
    return doubtful(
      compared,
      `This ${noun} is in the name of ${nameInWriting(read)}, and you told us ${expected}. If both are you, a person at the firm will check it; otherwise please upload your own.`,
    )
  return passed(compared, match === 'full' ? 1 : match === 'reordered' ? 0.8 : 0.6)
}
