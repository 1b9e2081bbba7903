import { holdersOf, matchName, type PersonName } from '#inspector/read/names.ts'

const ownNames = ['full', 'initial', 'reordered']

/**
 * The typed name where it is not the signer's own; null where it is, or where nothing was typed. Case, accents,
 * order, middle names that are left out and initials beside the full surname make no difference; another
 * person's name beside it does.
 */
export const otherNameIn = (typedName: string | null, own: PersonName) => {
  if (typedName === null) return null
  const isOwn = holdersOf(typedName).length === 1 && ownNames.includes(matchName(typedName, own))
  return isOwn ? null : typedName
}
