import { errorCodeOf } from './disk.ts'
import type { EncryptedStorage } from './encrypted-storage.ts'

/**
 * Presents two storages as one while files move from `before` to `now`. New files go to `now`, and a file that is not
 * there yet is read from `before`.
 */
export function bothStorages(now: EncryptedStorage, before: EncryptedStorage): EncryptedStorage {
  const opened = async <T>(open: (storage: EncryptedStorage) => Promise<T>) => {
    // Tries `now` twice, because a file may move between the first try and the second.
    for (const storage of [now, before])
      try {
        return await open(storage)
      } catch (error) {
        if (errorCodeOf(error) !== 'ENOENT') throw error
      }
    return open(now)
  }
  /**
   * Works on `before` first. The mover checks `before` last, so it never leaves a copy of a file that was removed
   * meanwhile.
   */
  const inBoth = async (work: (storage: EncryptedStorage) => Promise<void>) => {
    await work(before)
    await work(now)
  }
  return {
    ...now,
    prepare: async () => {
      await now.prepare()
      await before.prepare()
    },
    open: (key, options) => opened((storage) => storage.open(key, options)),
    discard: (key) => inBoth((storage) => storage.discard(key)),
    remove: (key) => inBoth((storage) => storage.remove(key)),
    list: async function* () {
      yield* before.list()
      yield* now.list()
    },
    countBefore: async (atMost) => {
      let count = 0
      for await (const { isStaged } of before.list()) {
        if (count >= atMost) break
        if (!isStaged) count += 1
      }
      return count
    },
    quarantine: {
      open: (key) => opened((storage) => storage.quarantine.open(key)),
      add: (key, at) => inBoth((storage) => storage.quarantine.add(key, at)),
      restore: (key) => inBoth((storage) => storage.quarantine.restore(key)),
      remove: (key) => inBoth((storage) => storage.quarantine.remove(key)),
      list: async function* () {
        yield* before.quarantine.list()
        yield* now.quarantine.list()
      },
    },
    isEmpty: async () => (await now.isEmpty()) && (await before.isEmpty()),
    belongTo: async (name) => (await now.belongTo(name)) && before.belongTo(name),
  }
}
