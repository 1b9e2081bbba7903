import MiniSearch from 'minisearch'
import { type Article, type Passage, passagesOf } from './articles.ts'
import { plain } from './questions/plain.ts'
import { isLight, isSmall, termFor } from './questions/words.ts'

export interface Found {
  passage: Passage
  score: number
  /** Enough of the question is found in telling fields. Otherwise it is about something else. */
  isKnown: boolean
  /** So much is found that the passage may be added to another answer. */
  isSure: boolean
  /** Similarity of the question to the passage's nearest known phrasing, 0 to 1. */
  likeness: number
}

export type Search = (question: string) => Found[]

const boost = { heading: 2, phrasings: 4, title: 2, words: 1 }

/** How much likeness to a known phrasing raises a passage's score. */
const asIfAsked = 3
/** Likeness from which a question counts as asked in a known phrasing. */
const alike = 0.6
/** Likeness from which a question is nothing but a known phrasing. */
const whole = 0.85
/** Factor for a phrasing that is part of a longer question. */
const inLong = 0.75
/** Factor for a glossary entry, because an article says more and comes first if both fit. */
const inShort = 0.8
/** The same if the question asks what the entry's word means. */
const inFull = 1.6
/** Share of a question's weight that must be found if two or more of its terms are in telling fields. */
const enough = 0.4
/** The same if at most one term is. */
const alone = 0.6
/** Weight of two or more terms that is enough in a question of any length. */
const plenty = 6.5
/** Factor for a term that is found only in the text. */
const faintly = 0.4
/** Factor for a light word. */
const lightly = 0.3
/** A word found in these fields shows what a passage is about. */
const telling = new Set(['heading', 'phrasings', 'title'])

/**
 * Opens a BM25 search over the passages: with stemmed words, more weight on headings, and tolerance for typing errors.
 */
export function openSearch(articles: readonly Article[], terms: readonly Passage[]): Search {
  const passages = new Map<string, Passage>()
  const ways = new Map<string, Way[]>()
  const index = new MiniSearch<Passage & { words: string }>({
    fields: ['heading', 'phrasings', 'title', 'words', 'text'],
    tokenize: wordsOf,
    processTerm: termOf,
    searchOptions: { boost, fuzzy: slips, prefix: (term) => term.length > 4, combineWith: 'OR' },
  })
  const add = (passage: Passage, words: string) => {
    passages.set(passage.id, passage)
    ways.set(passage.id, waysToAsk(passage))
    index.add({ ...passage, phrasings: passage.article === 'glossary' ? '' : passage.phrasings, words })
  }
  for (const article of articles) for (const passage of passagesOf(article)) add(passage, article.words)
  for (const term of terms) add(term, '')
  const weight = weights([...passages.values()])

  const likenessTo = (query: Way, id: string) =>
    Math.max(...(ways.get(id) ?? []).map((way) => likenessOf(query, way)))
  /** "Where are you" has only small words, so only a known phrasing finds it. */
  const byWay = (query: Way): Found[] =>
    [...passages.values()]
      .map((passage) => ({ passage, likeness: likenessTo(query, passage.id) }))
      .filter(({ likeness }) => likeness >= whole)
      .map((hit) => ({ ...hit, score: hit.likeness, isKnown: true, isSure: true }))
      .sort((a, b) => b.score - a.score)

  return (question) => {
    const text = plain(question)
    const query = wayOf(text)
    const { own, sum } = sayingOf(text, weight)
    const said = sum(own)
    const hits = index.search(text)
    if (hits.length === 0) return byWay(query)
    const found = hits.flatMap(({ id, score, match, queryTerms }) => {
      const passage = passages.get(String(id))
      if (!passage) return []
      const likeness = likenessTo(query, passage.id)
      const strong = own.filter((term) => queryTerms.includes(term) && isTelling(term, match))
      const faint = own.filter((term) => !strong.includes(term) && queryTerms.includes(term))
      const heard = sum(strong) + faintly * sum(faint)
      const isKnown =
        likeness >= alike ||
        heard >= said * (strong.length > 1 ? enough : alone) ||
        (strong.length > 1 && heard >= plenty)
      const kindWeight = passage.article !== 'glossary' ? 1 : isNamed(passage, text) ? inFull : inShort
      const isSure = likeness >= alike || (isKnown && strong.length > 1)
      return [
        { passage, score: kindWeight * score * (1 + asIfAsked * likeness ** 2), isKnown, isSure, likeness },
      ]
    })
    return found.sort((a, b) => b.score - a.score)
  }
}

/** Returns the terms of a question, and a function that sums their weights. A light word counts little. */
function sayingOf(text: string, weight: (term: string) => number) {
  const words = wordsOf(text)
  const easy = new Set(
    words.filter((word) => isLight(plainOf(word)) || isSum.test(word)).flatMap((word) => termOf(word) ?? []),
  )
  const says = (term: string) => weight(term) * (easy.has(term) ? lightly : 1)
  return {
    own: [...new Set(words.flatMap((word) => termOf(word) ?? []))],
    sum: (terms: readonly string[]) => terms.reduce((sum, term) => sum + says(term), 0),
  }
}

/** "15k" and "£310,000" say how much, but not of what. */
const isSum = /^£?\d[\d,.]*(?:k|m|grand)?$/i

const defining = /^(?:what|who) (?:is|are|was) (?:an? |the )?|\bmean(?:s|ing)?\b|\bcalled$/

/** Returns whether a question asks what this very word means. */
const isNamed = ({ heading }: Passage, text: string) => defining.test(text) && text.includes(plain(heading))

/**
 * Returns whether a term of the question, as typed or with a typing error, is in a field that shows what the passage is
 * about.
 */
const isTelling = (term: string, match: Record<string, string[]>) =>
  Object.entries(match).some(
    ([found, fields]) => isNear(term, found) && fields.some((field) => telling.has(field)),
  )

const isNear = (term: string, found: string) =>
  found === term ||
  (term.length > 4 &&
    (found.startsWith(term) ||
      (found.slice(0, 2) === term.slice(0, 2) && Math.abs(found.length - term.length) <= 2)))

/**
 * Returns a function for the weight of a term: the fewer passages are about it, the higher. A word of no passage weighs
 * as much as a rare one.
 */
function weights(passages: readonly Passage[]) {
  const counts = new Map<string, number>()
  for (const { heading, phrasings, title } of passages)
    for (const term of new Set(
      wordsOf(`${heading} ${phrasings} ${title}`).flatMap((word) => termOf(word) ?? []),
    ))
      counts.set(term, (counts.get(term) ?? 0) + 1)
  return (term: string) => Math.log(1 + passages.length / (counts.get(term) ?? strange))
}
/** The number of passages in which an unknown word is assumed to be. */
const strange = 4

const waysToAsk = ({ heading, phrasings }: Passage) =>
  [heading, ...phrasings.split(',')].map((way) => wayOf(plain(way)))

type Way = ReadonlySet<string>
/** Returns all words of a phrasing. "Why" and "how" count here, because they distinguish questions on one subject. */
const wayOf = (text: string): Way =>
  new Set(
    wordsOf(text)
      .filter((word) => !isSum.test(word))
      .map((word) => termFor(plainOf(word))),
  )

/**
 * Returns how similar a question is to this phrasing, 0 to 1: Dice's coefficient of the words, or the share of the
 * phrasing that a long question contains.
 */
const likenessOf = (query: Way, way: Way) => {
  let shared = 0
  let saying = 0
  for (const word of way) {
    if (!query.has(word)) continue
    shared += 1
    if (!isSmall(word)) saying += 1
  }
  const held = way.size > 1 && saying > 0 ? (inLong * shared) / way.size : 0
  return Math.max((2 * shared) / (query.size + way.size || 1), held)
}

/** Distinguishes a last will from the verb in "it will". */
const lastWill = /(?<=\b(?:an?|the|my|his|her|our|their|new|no|old|\p{L}+'?s) )wills?\b|\bwills\b/giu

const wordsOf = (text: string) =>
  text
    .replace(lastWill, 'testament')
    .split(/[^\p{L}\p{N}£'’-]+/u)
    .filter(Boolean)

/** Allows one typing error in a word of five letters or more, two in one of eight. */
const slips = (term: string) => (term.length > 7 ? 2 : term.length > 4 ? 1 : false)

const plainOf = (word: string) =>
  word
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}'’-]/gu, '')

const termOf = (word: string) => {
  const plain = plainOf(word)
  return plain.length < 2 || isSmall(plain) ? null : termFor(plain)
}
