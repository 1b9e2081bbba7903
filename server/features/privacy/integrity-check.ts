import { finished } from 'node:stream/promises'
import type { FileStore } from '#server/platform/files/port.ts'
import type { Enclosed, Gathered } from './collection.ts'

/**
 * Reads each file to its end before the first is packed, for an archive that is under way can only break off. A
 * file that is missing or damaged is named in the place of its bytes, so that it keeps no other file back; where
 * the storage itself fails there is no export, refused as the storage refuses.
 */
export async function withoutUnreadable({ parts, files }: Gathered, store: FileStore): Promise<Gathered> {
  const lost: Enclosed[] = []
  for (const file of files) if (!(await isWhole(file, store))) lost.push(file)
  if (lost.length > 0) await store.check()
  return { parts, files: files.filter((file) => !lost.includes(file)), lost }
}

const isWhole = async ({ key, sha256 }: Enclosed, store: FileStore) => {
  try {
    const bytes = await store.read(key, { sha256 })
    await finished(bytes.resume())
    return true
  } catch {
    return false
  }
}
