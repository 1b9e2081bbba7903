import MiniSearch from 'minisearch'
import { type Article, type Passage, passagesOf } from './articles.ts'
import { plain } from './intents/plain.ts'
import { stemOf, termFor } from './synonyms.ts'

export interface Found {
  passage: Passage
  score: number
  /** Enough of the question is found where it matters: otherwise it is about something else. */
  isKnown: boolean
}

export type Search = (question: string) => Found[]

const boost = { heading: 3, asked: 4, title: 1, words: 1 }

/** How much more a passage counts that is asked for in these very words. */
const asIfAsked = 3
/** A question is asked in one of the known ways from this likeness on. */
const alike = 0.6
/** What a way that stands whole in a longer question counts. */
const inLong = 0.75
/** An article says more than the glossary: it comes first where both fit. */
const inShort = 0.8
/** How much of what a question says must be found where a passage says what it is about. */
const enough = 0.5
/** The same where it is a single word. */
const alone = 0.57
/** Two words or more that say as much are enough in a question of any length. */
const plenty = 6.5
/** A word found in these fields says what a passage is about. */
const telling = new Set(['heading', 'asked', 'title'])

/** BM25 over the passages: stemmed words, more weight on headings, and a slip of the finger forgiven. */
export function openSearch(articles: readonly Article[], terms: readonly Passage[]): Search {
  const passages = new Map<string, Passage>()
  const ways = new Map<string, Way[]>()
  const index = new MiniSearch<Passage & { words: string }>({
    fields: ['heading', 'asked', 'title', 'words', 'text'],
    tokenize: wordsOf,
    processTerm: termOf,
    searchOptions: { boost, fuzzy: slips, prefix: (term) => term.length > 4, combineWith: 'OR' },
  })
  const add = (passage: Passage, words: string) => {
    passages.set(passage.id, passage)
    ways.set(passage.id, waysToAsk(passage))
    index.add({ ...passage, asked: passage.article === 'glossary' ? '' : passage.asked, words })
  }
  for (const article of articles) for (const passage of passagesOf(article)) add(passage, article.words)
  for (const term of terms) add(term, '')
  const weight = weights([...passages.values()])

  return (question) => {
    const text = plain(question)
    const asked = wayOf(text)
    const own = [...new Set(wordsOf(text).flatMap((word) => termOf(word) ?? []))]
    const said = own.reduce((sum, term) => sum + weight(term), 0)
    const found = index.search(text).flatMap(({ id, score, match, queryTerms }) => {
      const passage = passages.get(String(id))
      if (!passage) return []
      const likeness = Math.max(...(ways.get(passage.id) ?? []).map((way) => likenessOf(asked, way)))
      const strong = own.filter((term) => queryTerms.includes(term) && isTelling(term, match))
      const heard = strong.reduce((sum, term) => sum + weight(term), 0)
      const isKnown =
        likeness >= alike ||
        heard >= said * (strong.length > 1 ? enough : alone) ||
        (strong.length > 1 && heard >= plenty)
      const told = passage.article === 'glossary' ? inShort : 1
      return [{ passage, score: told * score * (1 + asIfAsked * likeness ** 2), isKnown }]
    })
    return found.sort((a, b) => b.score - a.score)
  }
}

/** Whether a term of the question stands, as it is or with a slip, where the passage says what it is about. */
const isTelling = (term: string, match: Record<string, string[]>) =>
  Object.entries(match).some(
    ([found, fields]) => isNear(term, found) && fields.some((field) => telling.has(field)),
  )

const isNear = (term: string, found: string) =>
  found === term ||
  (term.length > 4 &&
    (found.startsWith(term) ||
      (found.slice(0, 2) === term.slice(0, 2) && Math.abs(found.length - term.length) <= 2)))

/** What a term says: the more, the fewer passages are about it. A word of no passage says as much as a rare one. */
function weights(passages: readonly Passage[]) {
  const counts = new Map<string, number>()
  for (const { heading, asked, title } of passages)
    for (const term of new Set(wordsOf(`${heading} ${asked} ${title}`).flatMap((word) => termOf(word) ?? [])))
      counts.set(term, (counts.get(term) ?? 0) + 1)
  return (term: string) => Math.log(1 + passages.length / (counts.get(term) ?? strange))
}
/** How many passages a word that none knows is thought to be in. */
const strange = 4

const waysToAsk = ({ heading, asked }: Passage) =>
  [heading, ...asked.split(',')].map((way) => wayOf(plain(way)))

type Way = ReadonlySet<string>
/** All words of a way to ask: "why" and "how" count here, which tell questions of one subject apart. */
const wayOf = (text: string): Way => new Set(wordsOf(text).map((word) => termFor(plainOf(word))))

/**
 * How much a question is asked in this way, 0 to 1: Dice's coefficient of the words, or how much of the way
 * stands in a long question.
 */
const likenessOf = (asked: Way, way: Way) => {
  let shared = 0
  for (const word of way) if (asked.has(word)) shared += 1
  const held = way.size > 1 ? (inLong * shared) / way.size : 0
  return Math.max((2 * shared) / (asked.size + way.size || 1), held)
}

/** A last will is not the will of "it will". */
const lastWill = /(?<=\b(?:an?|the|my|his|her|our|their|new|no|old|\p{L}+'?s) )wills?\b|\bwills\b/giu

const wordsOf = (text: string) =>
  text
    .replace(lastWill, 'testament')
    .split(/[^\p{L}\p{N}£'’-]+/u)
    .filter(Boolean)

/** One slip in a word of five letters or more, two in one of eight. */
const slips = (term: string) => (term.length > 7 ? 2 : term.length > 4 ? 1 : false)

const plainOf = (word: string) =>
  word
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}'’-]/gu, '')

const termOf = (word: string) => {
  const plain = plainOf(word)
  return plain.length < 2 || stopWords.has(plain) || stopWords.has(stemOf(plain)) ? null : termFor(plain)
}

const stopWords = new Set(
  `a about all also am an and any are as at be been but by can could did do does doing for from get give
  had has have he her him his how i if im in into is it its just ive like may me might my no of on or our
  please shall she should so some than that the their them then there these they this to too up us was we
  were what whats when where which who why will with would you your tell know want need mean means not
  ages ask back bit day days even everything explain describe fix going good great hello hi keep keeps last look lot new night ok
  one place put right said say something still thanks thing things today after afterwards already yet later make makes making made part problem problems
  remember roughly actually really sort able try trying tried happen happens happening only even ever never very win won come comes called way well write done got getting`.split(
    /\s+/,
  ),
)
