import { generateSecret, generateURI, verifySync } from 'otplib'
import { digitsOf, isTimedCode } from '#contract/second-factor.ts'

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
