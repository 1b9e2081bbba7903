import { createHash } from 'node:crypto'
import { Problem } from '#contract/kit/problem.ts'

/** What the sender says tells this request from every other of theirs: null where they sent no Idempotency-Key. */
export const keyOf = (header: string | undefined) => {
  if (header === undefined || header === '') return null
  if (/^[\x21-\x7e]{1,200}$/.test(header)) return header
  throw new Problem('invalid', "We couldn't read that request.", { reason: 'bad_idempotency_key' })
}

/** What makes two requests the same request: the same key with anything else is refused. */
export const fingerprintOf = (...facts: (string | number | null | undefined)[]) =>
  createHash('sha256')
    .update(JSON.stringify(facts.map((fact) => fact ?? null)))
    .digest('hex')

export const keyReused = (sentence: string) =>
  new Problem('unprocessable', sentence, { reason: 'idempotency_key_reused' })
