import MiniSearch from 'minisearch'
import { stemmer } from 'stemmer'
import { type Article, type Passage, passagesOf } from './articles.ts'
import { withSynonyms } from './synonyms.ts'

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
const alike = 0.66
/** What a way that stands whole in a longer question counts. */
const inLong = 0.75
/** A word found in these fields says what a passage is about. */
const telling = new Set(['heading', 'asked', 'title'])

/** BM25 over the passages: stemmed words, more weight on headings, and a slip of the finger forgiven. */
export function openSearch(articles: readonly Article[], terms: readonly Passage[]): Search {
  const passages = new Map<string, Passage>()
  const index = new MiniSearch<Passage & { words: string }>({
    fields: ['heading', 'asked', 'title', 'words', 'text'],
    tokenize: wordsOf,
    processTerm: termOf,
    searchOptions: { boost, fuzzy: slips, prefix: (term) => term.length > 4, combineWith: 'OR' },
  })
  const add = (passage: Passage, words: string) => {
    passages.set(passage.id, passage)
    index.add({ ...passage, words })
  }
  for (const article of articles) for (const passage of passagesOf(article)) add(passage, article.words)
  for (const term of terms) add(term, '')

  return (question) => {
    const own = new Set(wordsOf(question).map(termOf).filter(Boolean))
    const found = index.search(withSynonyms(question)).flatMap(({ id, score, match, queryTerms }) => {
      const passage = passages.get(String(id))
      if (!passage) return []
      const likeness = Math.max(...waysToAsk(passage).map((way) => likenessOf(question, way)))
      const coverage = queryTerms.filter((term) => own.has(term)).length / Math.max(1, own.size)
      const strong = Object.values(match).filter((fields) =>
        fields.some((field) => telling.has(field)),
      ).length
      const isKnown = likeness >= alike || strong >= 2 || (strong === 1 && coverage >= 0.5)
      return [{ passage, score: score * (1 + asIfAsked * likeness ** 2), isKnown }]
    })
    return found.sort((a, b) => b.score - a.score)
  }
}

const waysToAsk = ({ heading, asked }: Passage) => [heading, ...asked.split(',')]

/**
 * How much a question is asked in this way, 0 to 1: Dice's coefficient of the words, or how much of the way
 * stands in a long question. "Why" and "how" count here, which tell questions of one subject apart.
 */
const likenessOf = (question: string, way: string) => {
  const [a, b] = [question, way].map((text) => new Set(wordsOf(text).map((word) => stemmer(plainOf(word)))))
  if (!a || !b) return 0
  const shared = [...a].filter((word) => b.has(word)).length
  const held = b.size > 1 ? (inLong * shared) / b.size : 0
  return Math.max((2 * shared) / (a.size + b.size), held)
}

const wordsOf = (text: string) => text.split(/[^\p{L}\p{N}£'’-]+/u).filter(Boolean)

/** One slip in a word of five letters or more, two in one of nine. */
const slips = (term: string) => (term.length > 8 ? 2 : term.length > 4 ? 1 : false)

const plainOf = (word: string) =>
  word
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}'’-]/gu, '')

const termOf = (word: string) => {
  const plain = plainOf(word)
  return plain.length < 2 || stopWords.has(plain) ? null : stemmer(plain)
}

const stopWords = new Set(
  `a about all also am an and any are as at be been but by can could did do does doing for from get give
  had has have he her him his how i if im in into is it its just ive like may me might my no of on or our
  please shall she should so some than that the their them then there these they this to too up us was we
  were what whats when where which who why will with would you your tell know want need mean means
  ages ask back bit day days even everything fix going good great hello hi keep keeps last look lot new night ok
  one people place put really right said say something still thanks thing things today way well work write`.split(
    /\s+/,
  ),
)
