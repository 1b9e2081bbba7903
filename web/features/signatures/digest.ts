import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

const partSize = 4 * 1024 * 1024

/**
 * SHA-256 of a file, in hex, part by part: a file of any size, also where the page came without TLS and the
 * browser keeps its own digests to itself. `onShare` is told how far it is, from 0 to 1.
 */
export async function digestOf(file: Blob, onShare: (share: number) => void): Promise<string> {
  const hash = sha256.create()
  for (let from = 0; from < file.size; from += partSize) {
    const part = await file.slice(from, from + partSize).arrayBuffer()
    hash.update(new Uint8Array(part))
    onShare((from + part.byteLength) / file.size)
  }
  return bytesToHex(hash.digest())
}
