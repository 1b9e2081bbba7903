import type { Db } from '../db/database.ts'
import { before, days, hours } from '../time/durations.ts'
import type { FileStore } from './port.ts'

/** Returns which of these keys have a row. */
export type KnownFiles = (db: Db, keys: string[]) => Promise<Set<string>>

export interface Sweep {
  store: Pick<FileStore, 'list' | 'discard' | 'quarantine'>
  /** Returns which of these keys have a row. If it fails, nothing is touched. */
  known: (keys: string[]) => Promise<Set<string>>
  /** Milliseconds that a file may be without a row, longer than any upload takes. One hour by default. */
  olderThan?: number
  now: Date
}

export interface Swept {
  discarded: number
  quarantined: number
  restored: number
  removed: number
}

/** How long a quarantined file is kept: a restored database may be missing its row by mistake. */
const quarantineTime = days(30)

/**
 * Removes uploads that were broken off, and quarantines files without a row. A quarantined file that has a row after
 * all is restored. The others are removed after `regretTime`.
 */
export async function sweep({ store, known, olderThan = hours(1), now }: Sweep): Promise<Swept> {
  const [staged, kept] = await agedFiles(store, before(now, olderThan))
  const { orphans } = await parted(kept, known)
  const quarantine = await quarantinedFiles(store)
  const { owned, orphans: quarantinedOrphans } = await parted([...quarantine.keys()], known)
  const removed = quarantinedOrphans.filter(
    (key) => (quarantine.get(key) ?? now) < before(now, quarantineTime),
  )
  for (const key of staged) await store.discard({ key })
  for (const key of owned) await store.quarantine.restore(key)
  for (const key of removed) await store.quarantine.remove(key)
  for (const key of orphans) await store.quarantine.add(key, now)
  return {
    discarded: staged.length,
    quarantined: orphans.length,
    restored: owned.length,
    removed: removed.length,
  }
}

async function agedFiles(store: Sweep['store'], bound: Date) {
  const staged: string[] = []
  const kept: string[] = []
  for await (const { key, modifiedAt, isStaged } of store.list())
    if (modifiedAt < bound) (isStaged ? staged : kept).push(key)
  return [staged, kept] as const
}

async function quarantinedFiles({ quarantine }: Sweep['store']) {
  const found = new Map<string, Date>()
  for await (const { key, since } of quarantine.list()) found.set(key, since)
  return found
}

const askedAtOnce = 500

/** Splits keys into those with a row and those without. */
async function parted(all: string[], known: Sweep['known']) {
  const owned: string[] = []
  const orphans: string[] = []
  for (let from = 0; from < all.length; from += askedAtOnce) {
    const keys = all.slice(from, from + askedAtOnce)
    const withRow = await known(keys)
    for (const key of keys) (withRow.has(key) ? owned : orphans).push(key)
  }
  return { owned, orphans }
}
