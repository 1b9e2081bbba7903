import { and, gte, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from './database.ts'

/** From 0 to 1: the share of a word's trigrams that must be in the text. */
const wordThreshold = 0.45
/** The same where the word must match whole words of the text. */
const strictThreshold = 0.6
/** From 0 to 1: how similar all the words together must be. */
const threshold = 0.42
const mostWords = 6
/** The most rows that each way of matching may bring to be ranked: among 100,000, a common word matches most of them. */
const rankedAtMost = 300

/**
 * Searches in a transaction in which mistyped words are found too: outside one, the thresholds would end with the
 * statement that sets them. PostgreSQL's pg_trgm compares groups of three letters.
 * https://www.postgresql.org/docs/18/pgtrgm.html
 */
export const allowingTypingErrors = <T>(db: Db, search: (db: Db) => Promise<T>): Promise<T> =>
  db.transaction(async (transaction) => {
    await transaction.execute(
      sql`select set_config('pg_trgm.word_similarity_threshold', ${String(wordThreshold)}, true),
        set_config('pg_trgm.strict_word_similarity_threshold', ${String(strictThreshold)}, true)`,
    )
    return search(transaction)
  })

/** Returns the words of at least three letters, or the whole text if there are none. */
const termsOf = (words: string) => {
  const all = words.toLowerCase().trim()
  const terms = all.split(/\s+/).filter((term) => term.length >= 3)
  return terms.length === 0 ? [all] : terms.slice(0, mostWords)
}

interface Wanted {
  id: PgColumn
  text: SQL
  words: string
  /** Selects the rows that the user may see. */
  among: SQL | undefined
}

/**
 * Selects the rows whose texts are most like these words. Rows that hold every word as typed come before rows like every
 * word, and those before rows like any of them, so that a common word does not crowd out the row that was meant. An
 * index with `gin_trgm_ops` on the text serves each.
 *
 * A reference that is found as typed is not sought among those like it: most of a hundred thousand are.
 */
export const isLikeliest = ({ id, text, words, among }: Wanted) => {
  const terms = termsOf(words)
  const isTyped = and(...terms.map((term) => sql`${text} like ${`%${term.replace(/[\\%_]/g, '\\$&')}%`}`))
  const likeWays = [
    and(...terms.map((term) => sql`${term} <<% ${text}`)),
    and(...terms.map((term) => sql`${term} <% ${text}`)),
    ...terms.map((term) => sql`${term} <% ${text}`),
  ]
  const listOf = (isMatch: SQL | undefined) =>
    sql`(select ${id} from ${id.table} where ${and(among, isMatch)} limit ${rankedAtMost})`
  const typed = listOf(isTyped)
  const isSought = /\d/.test(words) ? sql`not exists ${typed}` : undefined
  const lists = [typed, ...likeWays.map((isLike) => listOf(and(isLike, isSought)))]
  return and(inArray(id, sql`(${sql.join(lists, sql` union `)})`), gte(likeness(text, words), threshold))
}

/**
 * Returns from 0 to 1 how similar a text is to these words: the average over the words, each against its best match.
 */
export const likeness = (text: SQL, words: string) => {
  const terms = termsOf(words)
  const parts = terms.map((term) => sql`word_similarity(${term}, ${text})`)
  return sql<number>`((${sql.join(parts, sql` + `)}) / ${terms.length}::real)`
}
