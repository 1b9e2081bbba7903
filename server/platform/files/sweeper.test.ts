import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { after, before, days, hours, minutes } from '../time/durations.ts'
import { sweep } from './sweeper.ts'
import { newStore, randomFile, refusalOf } from './testing.ts'

const now = new Date('2031-05-09T09:00:00Z')

/** A store with files of a chosen age, and rows for some of them. */
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
  const isAside = ({ parentPath }: { parentPath: string }) => parentPath.endsWith('/orphaned')
  const filesWhere = async (isOrphan: boolean) =>
    (await store.filesLeft())
      .filter((file) => isAside(file) === isOrphan)
      .map(({ name }) => name)
      .sort()
  return {
    store,
    rows,
    lay,
    breakOff,
    known,
    left: () => filesWhere(false),
    quarantine: () => filesWhere(true),
  }
}

const nothing = { discarded: 0, quarantined: 0, restored: 0, removed: 0 }
const names = (...keys: string[]) => keys.map((key) => key.slice(6)).sort()

test('uploads that broke off are removed after an hour, and files that nobody knows are put aside', async () => {
  const { store, lay, breakOff, known, left, quarantine } = await newShelf()
  const documents = [await lay(hours(1000), { hasRow: true }), await lay(0, { hasRow: true })]
  const young = [await lay(minutes(59), { hasRow: false }), await breakOff(minutes(59))]
  const orphan = await lay(minutes(61), { hasRow: false })
  await breakOff(minutes(61))

  expect(await sweep({ store, known, now })).toEqual({ ...nothing, discarded: 1, quarantined: 1 })
  expect(await left()).toEqual(names(...documents, ...young))
  expect(await quarantine()).toEqual(names(orphan))
  expect(await sweep({ store, known, now })).toEqual(nothing)
})

test('a file that was put aside is removed thirty days later, and not a day before', async () => {
  const { store, lay, known, left, quarantine } = await newShelf()
  const orphan = await lay(days(400), { hasRow: false })
  await sweep({ store, known, now })
  expect(await sweep({ store, known, now: after(now, days(30)) })).toEqual(nothing)
  expect(await quarantine()).toEqual(names(orphan))

  expect(await sweep({ store, known, now: after(now, days(31)) })).toEqual({ ...nothing, removed: 1 })
  expect([...(await quarantine()), ...(await left())]).toEqual([])
})

test('files whose rows were missing by mistake are given back when the rows are there again', async () => {
  const { store, rows, lay, known, left, quarantine } = await newShelf()
  const keys = await Promise.all(Array.from({ length: 60 }, () => lay(hours(2), { hasRow: true })))
  const [first = ''] = keys
  const bytes = await store.bytesOf(first)
  rows.clear()
  rows.add(first)
  expect(await sweep({ store, known, now })).toEqual({ ...nothing, quarantined: 59 })
  expect(await left()).toEqual(names(first))

  for (const key of keys) rows.add(key)
  expect(await sweep({ store, known, now: after(now, days(31)) })).toEqual({ ...nothing, restored: 59 })
  expect(await left()).toEqual(names(...keys))
  expect(await quarantine()).toEqual([])
  for (const key of keys) expect(await store.bytesOf(key)).toHaveLength(bytes.length)
})

test('two that sweep the same files at once do not disturb each other', async () => {
  const { store, lay, known, left, quarantine } = await newShelf()
  const keys = await Promise.all(Array.from({ length: 30 }, () => lay(hours(2), { hasRow: false })))
  await Promise.all([sweep({ store, known, now }), sweep({ store, known, now })])
  expect(await left()).toEqual([])
  expect(await quarantine()).toEqual(names(...keys))
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

test('files that the store did not make are left alone', async () => {
  const { store, known } = await newShelf()
  await writeFile(join(store.directory, 'README'), 'mine')
  await sweep({ store, known, now })
  expect(await readdir(store.directory)).toContain('README')
})
