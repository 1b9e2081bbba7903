import type { JointClient } from '#contract/matters/party.ts'
import { plain } from '../questions/plain.ts'
import type { OwnFile } from './file.ts'

/**
 * Returns the first name of another client of the asker's cases, if the question is about what they have or did. Their
 * own file would otherwise be told as if it were the other's.
 */
export async function jointClientIn(question: string, file: Pick<OwnFile, 'cases'>): Promise<string | null> {
  const others = (await file.cases()).flatMap(({ clients }) => clients.filter(({ isYou }) => !isYou))
  const other = others.find((client) => isNamed(question, client) && isAbout(plain(question), client))
  return other ? firstNameOf(other) : null
}

const firstNameOf = ({ name }: JointClient) => name.split(' ')[0] ?? name

const isAbout = (text: string, client: JointClient) => {
  const name = plain(firstNameOf(client)).replace(/[^\p{L}\p{N} ]/gu, '')
  if (name === '') return false
  // "Does Tom have to sign?" asks what must be done, which is answered in general.
  const ofThem = `\\b(?:has|had|did|does|is|was|for|of|about|from) ${name}\\b(?! (?:need|have|allowed))`
  const theirs = `\\b${name}s? (?:wrote|written|said|sent|uploaded|paid|signed|answered|done|owes?|tasks?|files?|documents?|messages?|appointments?|statements?|answers?)\\b`
  return new RegExp(`${ofThem}|${theirs}`, 'u').test(text)
}

/** First names that a question may use as a common word, months and seasons among them. */
const words = new Set(
  'april art august autumn bill cash chance charity chase grace grant hope june mark max may miles summer will'.split(
    ' ',
  ),
)

/**
 * Whether a first name that is a common word is written as a name: with a capital that does not only begin the
 * sentence, and with no number beside it ("my appointment for May 5"). Any other name always is one.
 */
function isNamed(question: string, client: JointClient) {
  const name = firstNameOf(client).toLowerCase()
  if (!words.has(name)) return true
  const written = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  const isWithin = `(?<=[^\\s.?!]\\s+)(?<!\\d(?:st|nd|rd|th)?\\s+(?:of\\s+)?)${written}\\b(?!,?\\s+(?:the\\s+)?\\d)`
  return new RegExp(`\\b${written}['’]s\\b|${isWithin}`, 'u').test(question)
}
