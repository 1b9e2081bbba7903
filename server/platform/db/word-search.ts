import { or, type SQL, sql } from 'drizzle-orm'
import type { Db } from './database.ts'

/** From 0 to 1: the share of a word's trigrams that must be in the text. */
const wordThreshold = 0.45
/** From 0 to 1: how similar all the words together must be. */
const threshold = 0.42
const mostWords = 6

/**
 * Lets this transaction find mistyped words. PostgreSQL's pg_trgm compares groups of three letters.
 * https://www.postgresql.org/docs/18/pgtrgm.html
 */
export const allowTypingErrors = (db: Db) =>
  db.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(wordThreshold)}, true)`)

/** Returns the words of at least three letters, or the whole text if there are none. */
const termsOf = (words: string) => {
  const all = words.toLowerCase().trim()
  const terms = all.split(/\s+/).filter((term) => term.length >= 3)
  return terms.length === 0 ? [all] : terms.slice(0, mostWords)
}

/** Selects texts with similar words. An index with `gin_trgm_ops` on the same text can serve it. */
export const hasWordsLike = (text: SQL, words: string) => {
  const hasAny = or(...termsOf(words).map((term) => sql`${term} <% ${text}`))
  return sql`(${hasAny}) and ${likeness(text, words)} >= ${threshold}`
}

/**
 * Returns from 0 to 1 how similar a text is to these words: the average over the words, each against its best match.
 */
export const likeness = (text: SQL, words: string) => {
  const terms = termsOf(words)
  const parts = terms.map((term) => sql`word_similarity(${term}, ${text})`)
  return sql<number>`((${sql.join(parts, sql` + `)}) / ${terms.length}::real)`
}
