import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase } from '#server/testing/fresh-database.ts'
import { openLog } from '../diagnostics/log.ts'
import { type Database, openDatabase } from './database.ts'
import { allowingTypingErrors, sharedParts } from './word-search.ts'

let database: Database
beforeAll(async () => {
  database = openDatabase(await freshDatabase(), { log: openLog() })
})
afterAll(() => database.close())

const names = ['amy', 'ami', 'amber', 'anna', 'banana', 'aaaa', 'aaab', 'bristol', 'orchard', 'statement']
const streets = ['łódź', 'llŷr', 'siân', 'road', 'raod', 'row', 'rowe', 'flat', '4711', '47110']
/** Each word, and each with two letters swapped, one left out or one put in. */
const mistyped = [...names, ...streets].flatMap((word) => {
  const letters = [...word]
  const at = (place: number, instead: string[], count = 1) =>
    letters.toSpliced(place, count, ...instead).join('')
  const places = letters.map((_, place) => place)
  return [
    word,
    ...places.map((place) => at(place, [])),
    ...places.map((place) => at(place, [letters[place] ?? '', 'x'])),
    ...places.slice(1).map((place) => at(place - 1, [letters[place] ?? '', letters[place - 1] ?? ''], 2)),
  ]
})

test('every text that is like a word holds some of the letters that it is looked for by', async () => {
  const terms = [...new Set(mistyped.filter((word) => [...word].length >= 3))]
  const wanted = terms.flatMap((term) => {
    const parts = sharedParts(term)
    return parts ? { term, parts: parts.map((part) => `%${part}%`) } : []
  })
  const { rows } = await allowingTypingErrors(database.db, (db) =>
    db.execute<{ term: string; text: string; isShared: boolean }>(
      sql`select term, text, text like any(parts) as "isShared"
        from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted(term text, parts text[]),
          jsonb_array_elements_text(${JSON.stringify(terms)}::jsonb) as text
        where term <% text or term <<% text`,
    ),
  )
  expect(rows.length).toBeGreaterThan(terms.length)
  expect(rows.filter(({ isShared }) => !isShared)).toEqual([])
})

test('what is not one word of English letters and figures is compared with every text', () => {
  expect(sharedParts('hr-2020-004711')).toBeNull()
  expect(sharedParts('ab')).toBeNull()
  expect(sharedParts('siân')).toBeNull()
  expect(sharedParts('survey')).toEqual(['sur', 'urv', 'rve', 'vey'])
  expect(sharedParts('amy')).toEqual(['amy', 'am', 'my'])
})
