import { createHash, randomInt } from 'node:crypto'
import type { UserId } from '#contract/accounts.ts'
import { recoveryCodeCount } from '#contract/second-factor.ts'

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
