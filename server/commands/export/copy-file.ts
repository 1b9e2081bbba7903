import { createHash } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { removeQuietly, writeNew } from '#server/platform/files/disk.ts'
import type { FileStore } from '#server/platform/files/port.ts'

interface CopiedFile {
  name: string
  /** In bytes. */
  size: number
  sha256: string
}

/** Decrypts a stored file into a folder. Its name is its key, with the ending of its actual format. */
export async function copyKey(
  files: Pick<FileStore, 'read'>,
  { key, folder }: { key: string; folder: string },
): Promise<CopiedFile> {
  const hash = createHash('sha256')
  let [size, head] = [0, Buffer.alloc(0)]
  const source = await files.read(key)
  const passing = async function* () {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      if (head.length < headLength) head = Buffer.concat([head, chunk.subarray(0, headLength)])
      hash.update(chunk)
      size += chunk.length
      yield chunk
    }
  }
  const draft = join(folder, basename(key))
  try {
    await writeNew(draft, passing())
    const name = basename(key) + endingOf(head)
    await rename(draft, join(folder, name))
    return { name, size, sha256: hash.digest('hex') }
  } catch (error) {
    await removeQuietly(draft)
    throw error
  }
}

const headLength = 16

/** File endings by the first bytes of the formats that a portal stores. */
const endings: [begins: RegExp, ending: string][] = [
  [/^%PDF-/, '.pdf'],
  [/^\xff\xd8\xff/, '.jpg'],
  [/^\x89PNG/, '.png'],
  [/^PK\x03\x04/, '.zip'],
  [/^RIFF....WEBP/s, '.webp'],
]

const endingOf = (head: Buffer) => endings.find(([begins]) => begins.test(head.toString('latin1')))?.[1] ?? ''
