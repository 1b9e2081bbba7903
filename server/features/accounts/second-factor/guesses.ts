import type { UserId } from '#contract/accounts.ts'
import { Problem } from '#contract/problem.ts'
import type { Limits } from '#server/platform/http/limits.ts'

/**
 * Lets an owner in whose codes others used up, once they have a new password; a few times a day, or else whoever
 * has the mailbox would guess without end.
 */
export async function renewGuesses(limits: Limits, userId: UserId) {
  try {
    await limits.count('secondFactorRenewal', userId)
  } catch (refusal) {
    if (refusal instanceof Problem && refusal.code === 'too_many') return
    throw refusal
  }
  await limits.forget('secondFactor', userId)
  await limits.forget('secondFactorDay', userId)
}
