import { glossary, passagesOf, shippedArticles } from '../articles.ts'
import { isSmall, readSections } from './words.ts'

const spoken = readSections('spoken.txt')
/** Short and spoken forms, with the words that they mean. */
const forms = spoken('spoken').map((line): [RegExp, string] => {
  const [form = '', words = ''] = line.split(' → ')
  return [new RegExp(form, 'g'), words]
})

/** Politeness before the question: "Hi, sorry to bother you, could you tell me if". */
const wrapping = new RegExp(`^((${spoken('politeness').join('|')}) )+`)

/** Returns a question in lower case, without punctuation, and with short forms written out. */
export const plain = (question: string) =>
  spelled(forms.reduce((text, [form, words]) => text.replace(form, words), bare(question)).replace(/'/g, ''))
    .replace(wrapping, '')
    .trim()

const bare = (question: string) =>
  question
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[’‘`´]/g, "'")
    .replace(/[^\p{L}\p{N}'£<>/=*;]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const asks =
  '(?:how|what|whats|wot|when|where|wheres|who|whos|why|which|can|could|do|does|did|is|are|am|will|would|should|shall|may|must|have|has)'
const between = new RegExp(
  `[?!.;\\n]+\\s*|,\\s+|\\s+(?:and also|and|also|plus|but|or else|an|n|&)\\s+(?=(?:also |then |if so )?${asks}\\b)`,
  'i',
)
const isAsking = new RegExp(`^(?:and |also |but |so |ok |then |if so )*${asks}\\b`, 'i')

/** One of several questions in a message. `inContext` adds the words that "it" may refer to. */
export interface Part {
  question: string
  inContext: string
}

/** Returns the questions in a message with several. Empty if there is only one, whatever else the message says. */
export function questionsIn(question: string): Part[] {
  const some = question
    .split(between)
    .map((part) => part.trim())
    .filter((part) => isAsking.test(part))
  if (some.length < 2) return []
  return some.map((question, at) => ({
    question,
    inContext: pointing.test(question) ? `${question} ${thingsIn(some[at - 1])}` : question,
  }))
}

/** "And can I change it": the previous question names the thing. */
const pointing = /\b(?:it|them|that|this|they|one)\b/i
const thingsIn = (before = '') =>
  bare(before)
    .split(' ')
    .filter((word) => !isSmall(word))
    .join(' ')

/** Returns the clauses of a question. */
export const clausesOf = (question: string): string[] =>
  question
    .split(/[?!.;\n]+\s+|,\s+|\s+(?:and also|and|also|plus)\s+/i)
    .map((clause) => clause.trim())
    .filter(Boolean)

const vocabulary = readSections('vocabulary.txt')
/** Words that the rules depend on. A typing error in one must not change what is asked. */
const keys = vocabulary('keys').join(' ').split(' ')

/** Words that are spelled correctly. */
const known = new Set(
  [...shippedArticles().flatMap(passagesOf), ...glossary()]
    .flatMap(({ heading, phrasings, text }) =>
      `${heading} ${phrasings} ${text}`.toLowerCase().split(/[^a-z]+/),
    )
    .concat(keys, vocabulary('no slips').join(' ').split(' ')),
)

/** Returns whether a word is in the articles, the glossary or the vocabulary in this very form. */
export const isWritten = (word: string) => known.has(word)

const seen = new Map<string, string>()
const remembered = 5000

/** Replaces each unknown word by the key word that is at most one or two typing errors away. */
const spelled = (text: string) =>
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

/** Returns whether one word is a form of the other, and so no typing error. */
const isForm = (word: string, key: string) =>
  (word.startsWith(key) && ending.test(word.slice(key.length))) ||
  (key.startsWith(word) && ending.test(key.slice(word.length)))
const ending = /^(?:s|d|ed|r|es|er|ly|al)$/

/**
 * Returns whether one word becomes the other by at most this many letters left out, added, changed or swapped with the
 * next.
 */
function isWithin(word: string, other: string, most: number): boolean {
  if (word === other) return true
  if (most === 0) return false
  let at = 0
  while (word[at] !== undefined && word[at] === other[at]) at += 1
  const [rest, theirs] = [word.slice(at), other.slice(at)]
  const swapped = rest[0] === theirs[1] && rest[1] === theirs[0] && rest.length > 1
  return (
    isWithin(rest.slice(1), theirs.slice(1), most - 1) ||
    isWithin(rest.slice(1), theirs, most - 1) ||
    isWithin(rest, theirs.slice(1), most - 1) ||
    (swapped && isWithin(rest.slice(2), theirs.slice(2), most - 1))
  )
}
