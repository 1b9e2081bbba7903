import { and, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Db } from './database.ts'

/** From 0 to 1: the share of a word's trigrams that must be in the text. */
const wordThreshold = 0.45
/** The same where the word must match whole words of the text. */
const strictThreshold = 0.65
/** From 0 to 1: how similar all the words together must be. */
const threshold = 0.42

/**
 * Whether a row that was found is like enough. Asked of the few best rows and not in the statement, which would work out
 * the likeness of every row twice.
 */
export const isLikeEnough = ({ likeness: found }: { likeness: number }) => found >= threshold
const mostWords = 6
/** The most rows that each way of matching may bring to be ranked: among 100,000, a common word matches most of them. */
const rankedAtMost = 600
/**
 * The most rows that a single word brings to somebody who sees few of them, where no row is like all the words: each word
 * has places of its own. For whoever sees all rows it is no less than above, since to find 200 rows with a common word
 * PostgreSQL reads a table from its beginning instead of by the index.
 */
const rankedOfWord = 200
/** With fewer rows that hold the words as typed, rows like them are sought too. */
const fewAsTyped = 6

/**
 * Searches in a transaction in which mistyped words are found too: outside one, the thresholds would end with the
 * statement that sets them. PostgreSQL's pg_trgm compares groups of three letters.
 * https://www.postgresql.org/docs/18/pgtrgm.html
 *
 * Whoever sees few rows of many (`isNarrow`) never has a table read from end to end: for a word that many rows hold,
 * PostgreSQL expects to find enough of them soon, and finds that nearly all are somebody else's.
 */
export const allowingTypingErrors = <T>(
  db: Db,
  search: (db: Db) => Promise<T>,
  { isNarrow = false } = {},
): Promise<T> =>
  db.transaction(async (transaction) => {
    await transaction.execute(
      sql`select set_config('pg_trgm.word_similarity_threshold', ${String(wordThreshold)}, true),
        set_config('pg_trgm.strict_word_similarity_threshold', ${String(strictThreshold)}, true)`,
    )
    if (isNarrow) await transaction.execute(sql`set local enable_seqscan = off`)
    return search(transaction)
  })

/** Returns the words of at least three letters, or the whole text if there are none. */
const termsOf = (words: string) => {
  const all = words.toLowerCase().trim()
  const terms = all.split(/\s+/).filter((term) => term.length >= 3)
  return terms.length === 0 ? [all] : terms.slice(0, mostWords)
}

const hasDigit = (term: string) => /\d/.test(term)

interface Wanted {
  id: PgColumn
  text: SQL
  words: string
  /** Selects the rows that the user may see, of those that `narrow` leaves. Undefined if those are all. */
  among: SQL | undefined
  /** Set where those are a small part of the firm's: an indexed column, and the only ids that it has in them. */
  narrow?: { column: SQLWrapper; ids: SQLWrapper } | undefined
}

/**
 * Selects the rows whose texts are most like these words, each way of matching only where the ones before it found too
 * little: rows that hold every word as typed; if they are few, rows like every word; if there is neither, rows like any
 * word, so that a common word does not crowd out the row that was meant. An index with `gin_trgm_ops` on the text serves
 * each.
 *
 * A reference that is found as typed is not sought among those like it: most of a hundred thousand are. For the same
 * reason, a word with a digit must match a whole word.
 */
export const isLikeliest = ({ id, text, words, among, narrow }: Wanted) => {
  const terms = termsOf(words)
  // As values and not joins, so that of the few that the index of the words names only those are compared. Both belong
  // in each list: a row that the user may not see must not decide whether the next way of matching is tried.
  const isOther = narrow && among && sql`(${among}) is true`
  const isSeen = narrow ? and(sql`(${narrow.column} in (select id from seen)) is true`, isOther) : among
  // A single word may be in most rows. By an index of another column, all that somebody may see lies close together.
  const isSeenFirst =
    narrow && narrow.column !== id
      ? and(sql`${narrow.column} = any(array(select id from seen))`, isOther)
      : isSeen
  const isHeld = (term: string) => sql`${text} like ${`%${term.replace(/[\\%_]/g, '\\$&')}%`}`
  const isLikeWhole = (term: string) => sql`${term} <<% ${text}`
  const isLike = (term: string) => (hasDigit(term) ? isLikeWhole(term) : sql`${term} <% ${text}`)
  const listOf = (limit: number, ...conditions: (SQL | undefined)[]) =>
    sql`(select ${id} as id from ${id.table} where ${and(...conditions)} limit ${limit})`
  const tooFew = sql`(select count(*) from typed) < ${hasDigit(words) ? 1 : fewAsTyped}`
  const ofWord = narrow ? rankedOfWord : rankedAtMost
  const isNone = sql`not exists (select from typed) and not exists (select from alike)`
  const lists = [
    sql`select id from typed union select id from alike`,
    ...(terms.length === 1
      ? []
      : terms.map((term) => listOf(ofWord, isSeenFirst, isLikeWhole(term), isNone))),
  ]
  const seen = narrow ? sql`seen (id) as materialized ${narrow.ids},` : sql``
  const candidates = sql`(with ${seen} typed as materialized ${listOf(rankedAtMost, isSeen, ...terms.map(isHeld))},
    alike as materialized ${listOf(rankedAtMost, isSeen, ...terms.map(isLike), tooFew)}
    ${sql.join(lists, sql` union `)})`
  return inArray(id, candidates)
}

/**
 * Returns from 0 to 1 how similar a text is to these words: the average over the words, each against its best match.
 */
export const likeness = (text: SQL, words: string) => {
  const terms = termsOf(words)
  const parts = terms.map((term) => sql`word_similarity(${term}, ${text})`)
  return sql<number>`((${sql.join(parts, sql` + `)}) / ${terms.length}::real)`
}
