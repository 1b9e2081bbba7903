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
 * PostgreSQL expects to find enough of them soon, and finds that nearly all are somebody else's. Nor is the statement
 * planned anew for the words: that compares them with a hundred sample texts for each condition, and takes a tenth of the
 * search.
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
    if (isNarrow)
      await transaction.execute(
        sql`select set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`,
      )
    return search(transaction)
  })

/** Returns a text as a pattern of `like`, in which `%`, `_` and a backslash stand for themselves. */
export const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&')

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
  /**
   * Whether to read all that the user may see and compare it, instead of asking the index of the words, which names
   * every row of the firm that is like a common word. Faster where that is about a thousand short texts.
   */
  isReadFirst?: boolean
}

/**
 * Selects the rows whose texts are most like these words, each way of matching only where the ones before it found too
 * little: rows that hold every word as typed; if they are few, rows like every word; if there is neither, rows like any
 * word, so that a common word does not crowd out the row that was meant. An index with `gin_trgm_ops` on the text serves
 * each, unless the rows are read first.
 *
 * A reference that is found as typed is not sought among those like it: most of a hundred thousand are. For the same
 * reason, a word with a digit must match a whole word.
 */
export const isLikeliest = (wanted: Wanted) => {
  const terms = termsOf(wanted.words)
  const { seen, text, rows, isSeen, isSeenFirst, compared } = wanted.isReadFirst
    ? readFirst(wanted)
    : byIndex(wanted)
  const isHeld = (term: string) => sql`${text} like ${`%${escapeLike(term)}%`}`
  const isLikeWhole = (term: string) => compared(term, sql`${term} <<% ${text}`)
  const isLike = (term: string) =>
    hasDigit(term) ? isLikeWhole(term) : compared(term, sql`${term} <% ${text}`)
  const listOf = (limit: number, ...conditions: (SQL | undefined)[]) =>
    sql`(select ${rows} where ${and(...conditions)} limit ${limit})`
  const tooFew = sql`(select count(*) from typed) < ${hasDigit(wanted.words) ? 1 : fewAsTyped}`
  const ofWord = wanted.narrow || wanted.isReadFirst ? rankedOfWord : rankedAtMost
  const isNone = sql`not exists (select from typed) and not exists (select from alike)`
  const lists = [
    sql`select id from typed union select id from alike`,
    ...(terms.length === 1
      ? []
      : terms.map((term) => listOf(ofWord, isSeenFirst, isLikeWhole(term), isNone))),
  ]
  const candidates = sql`(with ${seen} typed as materialized ${listOf(rankedAtMost, isSeen, ...terms.map(isHeld))},
    alike as materialized ${listOf(rankedAtMost, isSeen, ...terms.map(isLike), tooFew)}
    ${sql.join(lists, sql` union `)})`
  return inArray(wanted.id, candidates)
}

/** Where the rows come from that are compared. */
interface Source {
  /** A table expression before those of the words. */
  seen: SQL
  /** The text in it. */
  text: SQL
  /** What is selected of a row, and from where. */
  rows: SQL
  isSeen: SQL | undefined
  /** The same by another index than that of the words: a single word may be in most rows. */
  isSeenFirst: SQL | undefined
  compared: (term: string, isAlike: SQL) => SQL
}

const byIndex = ({ id, text, among, narrow }: Wanted): Source => {
  const source = {
    text,
    rows: sql`${id} as id from ${id.table}`,
    compared: (_: string, isAlike: SQL) => isAlike,
  }
  if (!narrow) return { ...source, seen: sql``, isSeen: among, isSeenFirst: among }
  // As values and not joins, so that of the few that the index of the words names only those are compared. Both belong
  // in each list: a row that the user may not see must not decide whether the next way of matching is tried.
  const isOther = among && sql`(${among}) is true`
  const isSeen = and(sql`(${narrow.column} in (select id from seen)) is true`, isOther)
  // All that somebody may see lies close together there.
  const isSeenFirst = and(sql`${narrow.column} = any(array(select id from seen))`, isOther)
  return {
    ...source,
    seen: sql`seen (id) as materialized ${narrow.ids},`,
    isSeen,
    isSeenFirst: narrow.column === id ? isSeen : isSeenFirst,
  }
}

const readFirst = ({ id, text: textOfRow, among }: Wanted): Source => {
  const text = sql`text`
  return {
    seen: sql`seen (id, text) as materialized (select ${id}, ${textOfRow} from ${id.table} where ${among}),`,
    text,
    rows: sql`id from seen`,
    isSeen: undefined,
    isSeenFirst: undefined,
    compared: (term, isAlike) => ifNear(term, { text, isAlike }),
  }
}

interface Comparison {
  text: SQL
  isAlike: SQL
}

/** Compares only texts with some of a word's letters side by side, since to compare all their trigrams takes longer. */
const ifNear = (term: string, { text, isAlike }: Comparison) => {
  const parts = sharedParts(term)
  return parts === null
    ? isAlike
    : sql`(case when ${text} like any(${sql.param(parts.map((part) => `%${part}%`))}::text[]) then ${isAlike} else false end)`
}

/**
 * Returns letters of which any text holds some that is like this word: its trigrams, and its first and last two letters
 * if those that pg_trgm adds at the ends of a word could be enough. Null for what is not a single word of English letters
 * and figures: which others belong to a word depends on the database's locale.
 */
export const sharedParts = (term: string) => {
  if (!/^[a-z\d]{3,}$/.test(term)) return null
  const trigrams = new Set(Array.from({ length: term.length - 2 }, (_, at) => term.slice(at, at + 3)))
  const atEnds = [term.slice(0, 2), term.slice(-2)]
  const areEndsEnough = addedAtEnds / (trigrams.size + addedAtEnds) >= wordThreshold
  return [...trigrams, ...(areEndsEnough ? atEnds : [])]
}

/** A word begins with two spaces for pg_trgm and ends with one, which makes three trigrams more. */
const addedAtEnds = 3

/**
 * Returns from 0 to 1 how similar a text is to these words: the average over the words, each against its best match.
 */
export const likeness = (text: SQL, words: string) => {
  const terms = termsOf(words)
  const parts = terms.map((term) => sql`word_similarity(${term}, ${text})`)
  return sql<number>`((${sql.join(parts, sql` + `)}) / ${terms.length}::real)`
}
