import { expect, test } from 'vitest'
import { newFolder, newStore } from './testing.ts'

test('files belong to the installation that first said so, also after a restart', async () => {
  const folder = await newFolder()
  const store = await newStore(folder)
  expect(await store.belongTo('ours')).toBe(true)
  expect(await (await newStore(folder)).belongTo('ours')).toBe(true)
  expect(await store.belongTo('theirs')).toBe(false)
})

test('of two installations that claim the same files at once, one has them', async () => {
  const store = await newStore()
  const claims = await Promise.all(['ours', 'theirs'].map((name) => store.belongTo(name)))
  expect(claims.filter((isOwner) => isOwner)).toEqual([true])
})
