import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { EncryptedBytes } from './disk.ts'
import { headerParts, headerSize, isHeader, type Keyring, magic, prefixSize, saltSize } from './keyring.ts'
import type { ByteRange, ByteSource } from './port.ts'

/**
 * An encrypted file is a header followed by records of 64 KiB, each encrypted with AES-256-GCM and its own tag (the
 * STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár, 2015):
 *
 *     magic and version 5 | key id 8 | salt 16 | nonce prefix 7 | record, tag 16 | record, tag 16 | …
 *
 * Each file has its own key (HKDF-SHA-256 of master key and salt). The nonce is the prefix, the record number and a
 * flag for the last record, so records cannot be cut off, swapped or repeated. Header and storage key are authenticated
 * with every record, so one file cannot be put in the place of another.
 */
export const recordSize = 64 * 1024
export const tagSize = 16

/** The keyring and the storage key that a file is encrypted and opened with. */
interface FileEncryption {
  keyring: Keyring
  key: string
}

/** Secret, nonce prefix and authenticated data of the records of one file. */
export interface RecordKeys {
  secret: Buffer
  prefix: Buffer
  belongsTo: Buffer
}

export interface RecordPosition {
  index: number
  isLast: boolean
}

/** Encrypts a source record by record, holding one record in memory. */
export async function* encrypted(source: ByteSource, encryption: FileEncryption): AsyncGenerator<Buffer> {
  const header = newHeader(encryption.keyring)
  const keys = recordKeysOf(header, encryption)
  yield header

  let index = 0
  for await (const { plain, isLast } of inRecords(source))
    yield encryptRecord(keys, plain, { index: index++, isLast })
}

/** @throws Error when the header is not ours or names a key that the ring does not hold. */
function recordKeysOf(header: Buffer, { keyring, key }: FileEncryption): RecordKeys {
  if (!isHeader(header)) throw new Error(`${key} is not a sealed file`)
  const [id, salt, prefix] = headerParts(header)
  const master = keyring.find(id.toString('hex'))
  if (!master) throw new Error(`${key} was sealed with key ${id.toString('hex')}, which is not on the ring`)

  const secret = Buffer.from(hkdfSync('sha256', master.secret, salt, 'portico file 1', 32))
  return { secret, prefix, belongsTo: Buffer.concat([header, Buffer.from(key)]) }
}

function encryptRecord(
  { secret, prefix, belongsTo }: RecordKeys,
  plain: Buffer,
  position: RecordPosition,
): Buffer {
  const cipher = createCipheriv('aes-256-gcm', secret, nonceOf(prefix, position)).setAAD(belongsTo)
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

/** @throws Error when the record was altered, or belongs to another place or file. */
function decryptRecord(
  { secret, prefix, belongsTo }: RecordKeys,
  record: Buffer,
  position: RecordPosition,
): Buffer {
  const nonce = nonceOf(prefix, position)
  const decipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: tagSize }).setAAD(
    belongsTo,
  )
  decipher.setAuthTag(record.subarray(-tagSize))
  const plain = decipher.update(record.subarray(0, -tagSize))
  // Checks the tag, and throws before any plain text is returned.
  decipher.final()
  return plain
}

const newHeader = ({ newest }: Keyring) =>
  Buffer.concat([magic, Buffer.from(newest.id, 'hex'), randomBytes(saltSize + prefixSize)])

const nonceOf = (prefix: Buffer, { index, isLast }: RecordPosition) => {
  const nonce = Buffer.alloc(prefixSize + 5)
  prefix.copy(nonce)
  nonce.writeUInt32BE(index, prefixSize)
  nonce[prefixSize + 4] = isLast ? 1 : 0
  return nonce
}

/** Cuts a source into full records and a last one. A record is valid only until the next is requested. */
async function* inRecords(source: ByteSource) {
  const record = Buffer.allocUnsafe(recordSize)
  let filled = 0
  for await (const chunk of source) {
    for (let taken = 0; taken < chunk.length; ) {
      // A full record is held until one more byte arrives, since only the end of the source makes it the last.
      if (filled === recordSize) {
        yield { plain: record, isLast: false }
        filled = 0
      }
      const part = chunk.subarray(taken, taken + recordSize - filled)
      record.set(part, filled)
      filled += part.length
      taken += part.length
    }
  }
  yield { plain: record.subarray(0, filled), isLast: true }
}

export interface DecryptedFile {
  /** Authenticated size of the plain file, in bytes. */
  size: number
  /** Yields the bytes of a range, each part authenticated first. */
  bytes: (range?: ByteRange) => AsyncGenerator<Buffer>
}

/**
 * Opens an encrypted file. Opens its last record first, which proves the key, the storage key and the exact length, so
 * a shortened file is refused even if only its beginning is wanted.
 */
export async function decrypted(source: EncryptedBytes, encryption: FileEncryption): Promise<DecryptedFile> {
  const keys = recordKeysOf(await source.read(0, headerSize), encryption)
  const last = lastIndexOf(source.size, encryption.key)

  const record = async (index: number) => {
    const position = headerSize + index * (recordSize + tagSize)
    const length = Math.min(recordSize + tagSize, source.size - position)
    return decryptRecord(keys, await source.read(position, length), { index, isLast: index === last })
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

const lastIndexOf = (encryptedSize: number, key: string) => {
  const body = encryptedSize - headerSize
  const last = Math.ceil(body / (recordSize + tagSize)) - 1
  if (body - last * (recordSize + tagSize) < tagSize) throw new Error(`${key} is cut off`)
  return last
}
