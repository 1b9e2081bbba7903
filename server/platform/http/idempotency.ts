import { createHash } from 'node:crypto'
import { Problem } from '#contract/kit/problem.ts'

/** Returns the sender's Idempotency-Key, or null if there is none. Throws `invalid` if it is malformed. */
export const keyOf = (header: string | undefined) => {
  if (header === undefined || header === '') return null
  if (/^[\x21-\x7e]{1,200}$/.test(header)) return header
  throw new Problem('invalid', "We couldn't read that request.", { reason: 'bad_idempotency_key' })
}

/** Hashes what makes two requests the same. The same key with another fingerprint is refused. */
export const fingerprintOf = (...facts: (string | number | null | undefined)[]) =>
  createHash('sha256')
    .update(JSON.stringify(facts.map((fact) => fact ?? null)))
    .digest('hex')

export const keyReused = (sentence: string) =>
  new Problem('unprocessable', sentence, { reason: 'idempotency_key_reused' })
