import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/**
 * SHA-256 of a file, in hex, part by part: a file of any size, also where the page came without TLS and the
 * browser keeps its own digests to itself. `onShare` is told how far it is, from 0 to 1.
 */
export async function digestOf(file: Blob, onShare: (share: number) => void): Promise<string> {
  const hash = sha256.create()
  const reader = file.stream().getReader()
  let taken = 0
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    hash.update(part.value)
    taken += part.value.length
    onShare(taken / Math.max(1, file.size))
  }
  return bytesToHex(hash.digest())
}
