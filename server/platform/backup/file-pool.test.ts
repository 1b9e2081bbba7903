import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { diskStorage } from '../files/disk-storage.ts'
import { filesIn, newFolder } from '../files/testing.ts'
import { openFilePool, prunePool } from './file-pool.ts'
import { partNames, writeSums } from './layout.ts'

const keys = ['1', '2', '3'].map((digit) => `aa/bb/aabb000${digit}-0000-4000-8000-000000000000`)
const [named = '', alsoNamed = '', unnamed = ''] = keys

const write = async (path: string, text: string) => {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

test('files that no backup names are let go, and none at all where one backup cannot be asked', async () => {
  const folder = await newFolder()
  for (const key of keys) await write(join(folder, 'files', key), key)
  const list = (id: string, key: string) =>
    write(join(folder, id, partNames.sums), writeSums(new Map([[`files/${key}`, 'a'.repeat(64)]])))
  await list('2026-11-22T030000Z', named)
  await mkdir(join(folder, '2026-11-23T030000Z'))

  await expect(prunePool(folder)).rejects.toThrow('ENOENT')
  expect(await filesIn(join(folder, 'files'))).toHaveLength(3)
  await list('2026-11-23T030000Z', alsoNamed)
  expect(await prunePool(folder)).toBe(1)
  const left = (await filesIn(join(folder, 'files'))).map(({ name }) => name)
  expect(left.toSorted()).toEqual([named, alsoNamed].map((key) => key.slice(6)))
  expect(left).not.toContain(unnamed.slice(6))
})

test('a file that is removed after the first round is in the backup, and one that is new in the second as well', async () => {
  const [folder, data] = [await newFolder(), await newFolder()]
  await write(join(data, 'files', named), 'one')
  const pool = await openFilePool(folder)
  await pool.copyFrom(diskStorage(join(data, 'files')))
  await rm(join(data, 'files', named))
  await write(join(data, 'files', alsoNamed), 'two')
  await pool.copyFrom(diskStorage(join(data, 'files')))
  expect([...pool.sums.keys()]).toEqual([`files/${named}`, `files/${alsoNamed}`])
  expect(pool.copied.paths).toHaveLength(2)
})
