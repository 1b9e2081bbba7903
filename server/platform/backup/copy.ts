import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import { makeFolder, removeQuietly, writeNew } from '../files/disk.ts'

/** Writes a stream to a new file and returns its SHA-256 once it is on the disk. A failure leaves nothing behind. */
export async function writeHashed(path: string, source: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  const passing = async function* () {
    for await (const chunk of source) {
      hash.update(chunk)
      yield chunk
    }
  }
  const draft = `${path}.copying`
  await makeFolder(dirname(path))
  await removeQuietly(draft)
  await writeNew(draft, passing())
  await rename(draft, path)
  return hash.digest('hex')
}

export const copyHashed = (from: string, to: string) => writeHashed(to, createReadStream(from))

export async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk)
  return hash.digest('hex')
}
