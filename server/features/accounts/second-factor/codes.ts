import { createHash, randomInt } from 'node:crypto'
import { generateSecret, generateURI, verifySync } from 'otplib'
import type { UserId } from '#contract/accounts/accounts.ts'
import { digitsOf, isTimedCode, recoveryCodeCount } from '#contract/accounts/second-factor.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { Limits } from '#server/platform/http/limits.ts'
import { rates } from '../rates.ts'

/** Seconds that one code lasts, and by how much a phone's clock may be off (RFC 6238 §5.2). */
const period = 30
const tolerance = 30

/** A new key for an authenticator app: 160 bits in Base32, as RFC 4226 §4 recommends. */
export const newTimedKey = () => generateSecret({ length: 20 })

/** What the app reads from the picture. */
export const otpauthUrlOf = (key: string, { issuer, label }: { issuer: string; label: string }) =>
  generateURI({ issuer, label, secret: key })

/** The time step that this code belongs to: this one, the one before or the next; null for any other code. */
export function stepOf(typed: string, { key, now }: { key: string; now: Date }) {
  if (!isTimedCode(typed)) return null
  const epoch = Math.floor(now.getTime() / 1000)
  const found = verifySync({
    token: digitsOf(typed),
    secret: key,
    period,
    epoch,
    epochTolerance: tolerance,
  })
  return found.valid ? Math.floor(epoch / period) + found.delta : null
}

/** Crockford's Base32: no letter is taken for a digit, and no word comes about. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 3
const perGroup = 4

/** Codes of 60 bits, such as `7K3Q-9D2P-4TVR`: far beyond guessing, also for whoever has their hashes. */
export const newRecoveryCodes = () => Array.from({ length: recoveryCodeCount }, newCode)

const newCode = () => Array.from({ length: groups }, newGroup).join('-')
const newGroup = () => Array.from({ length: perGroup }, () => alphabet[randomInt(alphabet.length)]).join('')

/** What is kept of a code, however it was typed: O counts as 0, I and L as 1. */
export const hashOfCode = (userId: UserId, typed: string) => {
  const plain = typed.toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1')
  const code = plain.replace(/[^0-9A-Z]/g, '')
  return createHash('sha256').update(`${userId}:${code}`).digest('base64url')
}

/**
 * Lets an owner in whose codes others used up, once they have a new password; a few times a day, or else whoever
 * has the mailbox would guess without end.
 */
export async function renewGuesses(limits: Limits, userId: UserId) {
  try {
    await limits.count(rates.secondFactorRenewal, userId)
  } catch (refusal) {
    if (refusal instanceof Problem && refusal.code === 'too_many') return
    throw refusal
  }
  await limits.forget(rates.secondFactor, userId)
  await limits.forget(rates.secondFactorDay, userId)
}
