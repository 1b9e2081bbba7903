import { or, type SQL, sql } from 'drizzle-orm'
import type { Db } from './database.ts'

/** From 0 to 1: of the groups of three letters of a word, how many must be found in the text. */
const wordThreshold = 0.45
/** From 0 to 1: how alike all the words together must be. */
const threshold = 0.42
const mostWords = 6

/**
 * Lets this transaction find words that were mistyped: PostgreSQL's pg_trgm compares groups of three letters.
 * https://www.postgresql.org/docs/18/pgtrgm.html
 */
export const allowTypingErrors = (db: Db) =>
  db.execute(sql`select set_config('pg_trgm.word_similarity_threshold', ${String(wordThreshold)}, true)`)

/** Words that say something by themselves; where there are none, all that was typed. */
const termsOf = (words: string) => {
  const all = words.toLowerCase().trim()
  const terms = all.split(/\s+/).filter((term) => term.length >= 3)
  return terms.length === 0 ? [all] : terms.slice(0, mostWords)
}

/** Whether a text has words like these; an index with `gin_trgm_ops` on the same text answers it. */
export const hasWordsLike = (text: SQL, words: string) => {
  const hasAny = or(...termsOf(words).map((term) => sql`${term} <% ${text}`))
  return sql`(${hasAny}) and ${likeness(text, words)} >= ${threshold}`
}

/** From 0 to 1, how alike a text and these words are: each word and the best part of the text for it. */
export const likeness = (text: SQL, words: string) => {
  const terms = termsOf(words)
  const parts = terms.map((term) => sql`word_similarity(${term}, ${text})`)
  return sql<number>`((${sql.join(parts, sql` + `)}) / ${terms.length}::real)`
}
