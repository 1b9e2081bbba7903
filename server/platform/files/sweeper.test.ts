import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { before, hours, minutes } from '../durations.ts'
import { sweep } from './sweeper.ts'
import { newStore, randomFile, refusalOf } from './testing.ts'

const now = new Date('2031-05-09T09:00:00Z')

/** A store with files of a chosen age, and the rows that know some of them. */
async function newShelf() {
  const store = await newStore()
  const rows = new Set<string>()
  const lay = async (age: number, { hasRow }: { hasRow: boolean }) => {
    const { key } = await store.keepBytes(randomFile(10))
    await utimes(store.pathOf(key), now, before(now, age))
    if (hasRow) rows.add(key)
    return key
  }
  const breakOff = async (age: number) => {
    const { key } = await store.stage([randomFile(10)], { limit: 10 })
    await utimes(join(store.directory, 'staged', key.slice(6)), now, before(now, age))
    return key
  }
  const known = async (keys: string[]) => new Set(keys.filter((key) => rows.has(key)))
  const left = async () => (await store.filesLeft()).map(({ name }) => name).sort()
  return { store, lay, breakOff, known, left }
}

const names = (...keys: string[]) => keys.map((key) => key.slice(6)).sort()

test('files that nobody knows are removed after their time, others stay', async () => {
  const { store, lay, breakOff, known, left } = await newShelf()
  const documents = [await lay(hours(1000), { hasRow: true }), await lay(0, { hasRow: true })]
  const young = [await lay(minutes(59), { hasRow: false }), await breakOff(minutes(59))]
  await lay(minutes(61), { hasRow: false })
  await breakOff(minutes(61))

  expect(await sweep({ store, known, now })).toEqual({ removed: 2 })
  expect(await left()).toEqual(names(...documents, ...young))
  expect(await sweep({ store, known, now })).toEqual({ removed: 0 })
})

test('the time that files are left alone can be chosen', async () => {
  const { store, lay, known, left } = await newShelf()
  await lay(minutes(6), { hasRow: false })
  const young = await lay(minutes(4), { hasRow: false })
  await sweep({ store, known, now, olderThan: minutes(5) })
  expect(await left()).toEqual(names(young))
})

test('nothing is removed when the rows cannot be asked', async () => {
  const { store, lay, breakOff, left } = await newShelf()
  const files = [await lay(hours(2), { hasRow: false }), await breakOff(hours(2))]
  const known = () => Promise.reject(new Error('The database is away'))
  expect((await refusalOf(sweep({ store, known, now }))).message).toBe('The database is away')
  expect(await left()).toEqual(names(...files))
})

test('a database that knows none of many files does not cost them', async () => {
  const { store, lay, left } = await newShelf()
  await Promise.all(Array.from({ length: 51 }, () => lay(hours(2), { hasRow: false })))
  const refusal = await refusalOf(sweep({ store, known: async () => new Set(), now }))
  expect(refusal.message).toBe('None of 51 stored files is known to this database, so none was removed.')
  expect(await left()).toHaveLength(51)
})

test('files that the store did not make are left alone', async () => {
  const { store, known } = await newShelf()
  await writeFile(join(store.directory, 'README'), 'mine')
  await sweep({ store, known, now })
  expect(await readdir(store.directory)).toContain('README')
})
