import { before, hours } from '../durations.ts'
import type { FileStore } from './port.ts'

export interface Sweep {
  store: Pick<FileStore, 'list' | 'discard' | 'remove'>
  /** Which of these keys have a row. Where it fails, nothing without a row is told from the rest, and all stay. */
  known: (keys: string[]) => Promise<Set<string>>
  /** Milliseconds that a file may be without its row, longer than any upload takes; an hour when missing. */
  olderThan?: number
  now: Date
}

/** Removes uploads that broke off and files whose row was never written. */
export async function sweep({
  store,
  known,
  olderThan = hours(1),
  now,
}: Sweep): Promise<{ removed: number }> {
  const [staged, kept] = await agedFiles(store, before(now, olderThan))
  const orphans = await withoutRow(kept, known)
  for (const key of staged) await store.discard({ key })
  for (const key of orphans) await store.remove(key)
  return { removed: staged.length + orphans.length }
}

/** A few may be orphans; this many, and not one with a row, means that the database is another store's. */
const tooManyToBeOrphans = 50

const askedAtOnce = 500

async function agedFiles(store: Sweep['store'], bound: Date) {
  const staged: string[] = []
  const kept: string[] = []
  for await (const { key, modifiedAt, isStaged } of store.list())
    if (modifiedAt < bound) (isStaged ? staged : kept).push(key)
  return [staged, kept] as const
}

async function withoutRow(kept: string[], known: Sweep['known']) {
  const orphans: string[] = []
  for (let from = 0; from < kept.length; from += askedAtOnce) {
    const keys = kept.slice(from, from + askedAtOnce)
    const withRow = await known(keys)
    orphans.push(...keys.filter((key) => !withRow.has(key)))
  }
  if (orphans.length === kept.length && kept.length > tooManyToBeOrphans)
    throw new Error(`None of ${kept.length} stored files is known to this database, so none was removed.`)
  return orphans
}
