import { glossary, passagesOf, shippedArticles } from '../articles.ts'

/** Words that the rules turn on: a slip in one of them must not change what is asked. */
const keys =
  `appointment appointments meeting payment payments document documents passport licence statement statements
  signature solicitor message messages verified verification approved rejected accepted flagged suspicious suspect laundering
  laundered criminal reported police compliance sanctions screening background exchange mortgage completion contract
  settlement landlord custody compensation instructions prompt password purchase probate divorce uploaded received
  outstanding paperwork certificate questionnaire tomorrow nothing something anything evidence tribunal employer
  investigated investigating neighbour advice liable entitled previous`
    .split(/\s+/)
    .filter(Boolean)

/** Words that are spelled as they should be. */
const known = new Set(
  [...shippedArticles().flatMap(passagesOf), ...glossary()]
    .flatMap(({ heading, asked, text }) => `${heading} ${asked} ${text}`.toLowerCase().split(/[^a-z]+/))
    .concat(
      keys,
      'reporter policy policies contact contacts massage sanction signatures advise employee employees'.split(
        ' ',
      ),
    ),
)

/** Whether a word stands in the articles, as it is. */
export const isWritten = (word: string) => known.has(word)

const seen = new Map<string, string>()
const remembered = 5000

/** Each word that nobody knows, as the one key word that it is a slip or two away from. */
export const spelled = (text: string) =>
  text.replace(/[a-z]{6,}/g, (word) => (known.has(word) ? word : nearest(word)))

function nearest(word: string): string {
  const before = seen.get(word)
  if (before !== undefined) return before
  const far = word.length > 8 ? 2 : 1
  const near = keys.filter((key) => key[0] === word[0] && Math.abs(key.length - word.length) <= far)
  const found = near.find((key) => isWithin(word, key, far) && !isForm(word, key)) ?? word
  if (seen.size < remembered) seen.set(word, found)
  return found
}

/** Another form of the word is no slip. */
const isForm = (word: string, key: string) =>
  (word.startsWith(key) && ending.test(word.slice(key.length))) ||
  (key.startsWith(word) && ending.test(key.slice(word.length)))
const ending = /^(?:s|d|ed|r|es|er|ly|al)$/

/** Whether one word becomes the other by so many letters left out, added, changed or swapped with the next. */
function isWithin(one: string, other: string, most: number): boolean {
  if (one === other) return true
  if (most === 0) return false
  let at = 0
  while (one[at] !== undefined && one[at] === other[at]) at += 1
  const [rest, theirs] = [one.slice(at), other.slice(at)]
  const swapped = rest[0] === theirs[1] && rest[1] === theirs[0] && rest.length > 1
  return (
    isWithin(rest.slice(1), theirs.slice(1), most - 1) ||
    isWithin(rest.slice(1), theirs, most - 1) ||
    isWithin(rest, theirs.slice(1), most - 1) ||
    (swapped && isWithin(rest.slice(2), theirs.slice(2), most - 1))
  )
}
