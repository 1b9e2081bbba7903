import type { Db } from '../db/database.ts'
import { before, days, hours } from '../time/durations.ts'
import type { FileStore } from './port.ts'

/** Which of these keys have a row. */
export type KnownFiles = (db: Db, keys: string[]) => Promise<Set<string>>

export interface Sweep {
  store: Pick<FileStore, 'list' | 'discard' | 'quarantine'>
  /** Which of these keys have a row. Where it fails, nothing is touched. */
  known: (keys: string[]) => Promise<Set<string>>
  /** Milliseconds that a file may be without its row, longer than any upload takes; an hour when missing. */
  olderThan?: number
  now: Date
}

export interface Swept {
  discarded: number
  quarantined: number
  restored: number
  removed: number
}

/** For so long a file without its row can be had back: a restored database may be missing rows by mistake. */
const regretTime = days(30)

/**
 * Removes uploads that broke off, and puts files aside whose row was never written. Of those set aside,
 * the ones that have a row after all are given back, and the rest is removed when its time is over.
 */
export async function sweep({ store, known, olderThan = hours(1), now }: Sweep): Promise<Swept> {
  const [staged, kept] = await agedFiles(store, before(now, olderThan))
  const { orphans } = await parted(kept, known)
  const quarantine = await quarantinedFiles(store)
  const { owned, orphans: unmissed } = await parted([...quarantine.keys()], known)
  const removed = unmissed.filter((key) => (quarantine.get(key) ?? now) < before(now, regretTime))
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

/** Keys with a row, and those without one. */
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
