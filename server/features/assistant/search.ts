import MiniSearch from 'minisearch'
import { stemmer } from 'stemmer'
import type { Article, Passage } from './articles.ts'
import { passagesOf } from './articles.ts'

export interface Found {
  passage: Passage
  score: number
  /** How much of the question's own words stand in the passage, 0 to 1. */
  coverage: number
}

export type Search = (question: string) => Found[]

const boost = { heading: 3, asked: 4, title: 1, words: 1 }

/** How much more a passage counts that is asked for in these very words. */
const asIfAsked = 3

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
    const asked = new Set(
      wordsOf(question)
        .map(termOf)
        .filter((term) => term !== null),
    )
    const found = index.search(question).flatMap(({ id, score, queryTerms }) => {
      const passage = passages.get(String(id))
      if (!passage) return []
      const likeness = Math.max(...waysToAsk(passage).map((way) => likenessOf(question, way)))
      const coverage = new Set(queryTerms).size / Math.max(1, asked.size)
      return [{ passage, score: score * (1 + asIfAsked * likeness ** 2), coverage }]
    })
    return found.sort((a, b) => b.score - a.score)
  }
}

const waysToAsk = ({ heading, asked }: Passage) => [heading, ...asked.split(',')]

/** Dice's coefficient of the words, 0 to 1: here "why" and "how" count, which tell questions of one subject apart. */
const likenessOf = (question: string, way: string) => {
  const [a, b] = [question, way].map((text) => new Set(wordsOf(text).map((word) => stemmer(plainOf(word)))))
  if (!a || !b) return 0
  const shared = [...a].filter((word) => b.has(word)).length
  return (2 * shared) / (a.size + b.size)
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
  were what whats when where which who why will with would you your tell know want need mean means`.split(
    /\s+/,
  ),
)
