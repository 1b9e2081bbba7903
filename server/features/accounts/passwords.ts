import { dictionary } from '@zxcvbn-ts/language-common'
import { guessable, isGuessable, spellingsOf } from '#contract/accounts/passwords.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { Ctx, Member, MultiStepCtx } from '#server/platform/ctx.ts'
import { rates } from './rates.ts'
import * as store from './store.ts'

/** The 49,000 passwords most often seen in leaks, which attackers try first. */
const common = new Set<string>(dictionary['passwords-common'])

/** Refuses a password that an attacker would try first. `names` are what they would know about this person. */
export const refuseGuessable = (password: string, { field, names }: { field: string; names: string[] }) => {
  if (isTriedFirst(password, names))
    throw new Problem('invalid', guessable, { fields: { [field]: guessable } })
}

export const isTriedFirst = (password: string, names: string[]) =>
  isCommon(password) || isGuessable(password, names)

/**
 * Checks the password as typed and with symbols read as letters, as in P@ssw0rd12, with and without what is added at
 * the end.
 */
const isCommon = (password: string) => {
  const stem = password.replace(/[^\p{L}]{1,4}$/u, '')
  return [password, unmasked(password), unmasked(stem)].flatMap(spellingsOf).some((text) => common.has(text))
}

/** Reads symbols as the letters that people write them for, as attackers do. */
const unmasked = (text: string) => text.replace(/[@$0134579]/g, (sign) => letters[sign] ?? sign)
const letters: Record<string, string> = {
  '@': 'a',
  $: 's',
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  9: 'g',
}

/** Proof that a password was entered: its hash at the time. */
export interface ShownPassword {
  passwordHash: string
  /** The input that it was typed into. */
  field: string
}

/** Asks for the password again, even in a signed-in session. */
export async function confirmPassword(
  ctx: MultiStepCtx<Member>,
  password: string,
  field = 'currentPassword',
): Promise<ShownPassword> {
  const { limits, hasher } = ctx.ports
  await limits.count(rates.password, ctx.actor.id)
  const { passwordHash } = await store.get(ctx.read, ctx.actor.id)
  if (!(await hasher.verify(passwordHash || null, password))) {
    ctx.refuseAs({ event: 'password.refused', subjectId: ctx.actor.id })
    throw wrong(field)
  }
  await limits.forget(rates.password, ctx.actor.id)
  return { passwordHash, field }
}

/** Refuses a change without the password or with a wrong one, so that a window left open is not enough. */
export function confirmChange(ctx: MultiStepCtx<Member>, password: string | undefined, what: string) {
  if (password) return confirmPassword(ctx, password)
  throw new Problem('forbidden', `Please enter your current password to ${what}.`, {
    fields: { currentPassword: 'Current password is required' },
    reason: 'reauth_required',
  })
}

/**
 * Locks the actor's account until the end of this transaction. Refuses if the password has changed by now: hashing
 * takes a while, and a request that began with the old password must not outlive it.
 */
export async function claimByPassword(ctx: Ctx<Member>, { passwordHash, field }: ShownPassword) {
  const user = await store.claim(ctx.db, ctx.actor.id)
  if (user.passwordHash !== passwordHash) throw wrong(field)
  return user
}

const words = 'Your current password is incorrect.'
const wrong = (field: string) => new Problem('invalid', words, { fields: { [field]: words } })
