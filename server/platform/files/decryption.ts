import type { SealedBytes } from './disk.ts'
import { lockOf, openRecord, recordSize, type Seal, tagSize } from './encryption.ts'
import { headerSize } from './header.ts'
import type { ByteRange } from './port.ts'

export interface Unsealed {
  /** Bytes of the file itself, authenticated. */
  size: number
  /** The bytes of a range, each part authenticated before it is given out. */
  bytes: (range?: ByteRange) => AsyncGenerator<Buffer>
}

/**
 * Opens a sealed file. Its last record is opened first: that proves the key, the storage key and the exact
 * length, so a shortened file is refused here even when only its beginning is wanted.
 */
export async function unsealed(source: SealedBytes, seal: Seal): Promise<Unsealed> {
  const lock = lockOf(await source.read(0, headerSize), seal)
  const last = lastIndexOf(source.size, seal.key)

  const record = async (index: number) => {
    const position = headerSize + index * (recordSize + tagSize)
    const length = Math.min(recordSize + tagSize, source.size - position)
    return openRecord(lock, await source.read(position, length), { index, isLast: index === last })
  }
  const tail = await record(last)
  const size = last * recordSize + tail.length

  async function* bytes({ start = 0, end = size - 1 }: ByteRange = {}) {
    const stop = Math.min(end + 1, size)
    if (start >= stop) return
    for (let index = Math.floor(start / recordSize); index * recordSize < stop; index++) {
      const plain = index === last ? tail : await record(index)
      const from = index * recordSize
      yield plain.subarray(Math.max(start - from, 0), stop - from)
    }
  }
  return { size, bytes }
}

const lastIndexOf = (sealedSize: number, key: string) => {
  const body = sealedSize - headerSize
  const last = Math.ceil(body / (recordSize + tagSize)) - 1
  if (body - last * (recordSize + tagSize) < tagSize) throw new Error(`${key} is cut off`)
  return last
}
