import { createHash, randomInt } from 'node:crypto'
import { generateSecret, generateURI, verifySync } from 'otplib'
import type { UserId } from '#contract/accounts/accounts.ts'
import { digitsOf, isTimedCode, recoveryCodeCount } from '#contract/accounts/second-factor.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { Ctx, Member } from '#server/platform/ctx.ts'
import type { Limits } from '#server/platform/http/limits.ts'
import { rates } from '../rates.ts'
import * as store from './store.ts'

/** Seconds that a code lasts, and by how much a phone's clock may be off (RFC 6238 §5.2). */
const period = 30
const tolerance = 30

/** Returns a new key for an authenticator app: 160 bits in Base32, as RFC 4226 §4 recommends. */
export const newTimedKey = () => generateSecret({ length: 20 })

/** Returns the address in the QR code that the app scans. */
export const otpauthUrlOf = (key: string, { issuer, label }: { issuer: string; label: string }) =>
  generateURI({ issuer, label, secret: key })

/** Returns the time step of a code: the current one, the one before or the next. Null for any other code. */
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

/** The context a key is sealed with, so that it can't be decrypted from another person's row. */
export const placeOf = (userId: UserId) => `second_factor:${userId}`

/** Decrypts the key of an app, to check a code. Throws `unavailable` if the keys of this portal do not open it. */
export const openKey = (
  { ports }: Pick<Ctx, 'ports'>,
  { userId, encryptedKey }: { userId: UserId; encryptedKey: string },
) => {
  const key = ports.secrets.open(encryptedKey, placeOf(userId))
  // The key file of the data folder is not the one it was sealed with, so only the operator can help.
  if (key === null) throw new Problem('unavailable', "We can't check this code. Please use a recovery code.")
  return key
}

/** Uses up a code of the actor's app. Returns false for a wrong code, and for one of a step that was used before. */
export async function claimTimedCode(ctx: Pick<Ctx<Member>, 'db' | 'ports' | 'now' | 'actor'>, code: string) {
  const factor = await store.find(ctx.db, ctx.actor.id)
  if (!factor) return false
  const step = stepOf(code, { key: openKey(ctx, factor), now: ctx.now })
  return step !== null && store.claimStep(ctx.db, ctx.actor.id, step)
}

/** Crockford's Base32, in which no letter looks like a digit and no words can appear. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 3
const perGroup = 4

/** Returns new codes of 60 bits, such as `7K3Q-9D2P-4TVR`. They can't be guessed, even by someone with their hashes. */
export const newRecoveryCodes = () => Array.from({ length: recoveryCodeCount }, newCode)

const newCode = () => Array.from({ length: groups }, newGroup).join('-')
const newGroup = () => Array.from({ length: perGroup }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Returns the hash of a code, however it was typed: O counts as 0, and I and L as 1. */
export const hashOfCode = (userId: UserId, typed: string) => {
  const plain = typed.toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1')
  const code = plain.replace(/[^0-9A-Z]/g, '')
  return createHash('sha256').update(`${userId}:${code}`).digest('base64url')
}

/**
 * Resets the count of code guesses after a new password, so that an owner gets in whose guesses someone else used up.
 * Limited to a few times a day, as someone with access to the mailbox could otherwise guess without end.
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
