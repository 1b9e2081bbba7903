import type { Segment } from '../read/lines.ts'
import { isPersonName } from '../read/person.ts'

const kin =
  'son|daughter|child|children|grandson|granddaughter|grandchild|brother|sister|nephew|niece|cousin|friend|partner|wife|husband|spouse|mother|father|stepson|stepdaughter|godson|goddaughter'
const named = "((?:(?:Mr|Mrs|Ms|Miss|Mx|Dr)\\.?\\s+)?\\p{Lu}[\\p{L}'’.-]*(?:\\s+\\p{Lu}[\\p{L}'’.-]*){1,4})"
const toKin = new RegExp(`\\bto\\s+(?:my|our)\\s+(?:\\p{L}+\\s+)?(?:${kin})(?:-in-law)?,?\\s+${named}`, 'gu')
const giftTo = new RegExp(
  `\\b(?:gift|giving|give|given|gifting|gifted)\\b[^.]{0,160}?\\bto\\s+${named}`,
  'gu',
)

/** Who receives, from the sentence of a gift letter; the giver signs it and stands at its head. */
export const giftRecipientsOf = (segments: Segment[]): string[] => {
  const text = segments.map((segment) => segment.text).join(' ')
  const found = [...text.matchAll(toKin), ...text.matchAll(giftTo)].map((match) => match[1] ?? '')
  return [...new Set(found.map((name) => name.replace(/[.,]+$/, '')))].filter(isPersonName)
}
