import { dictionary } from '@zxcvbn-ts/language-common'
import { guessable, isGuessable, spellingsOf } from '#contract/accounts/passwords.ts'
import { Problem } from '#contract/kit/problem.ts'
import type { Ctx, Member, MultiStepCtx } from '#server/platform/ctx.ts'
import { rates } from './rates.ts'
import * as store from './store.ts'

/** The 49,000 passwords that were seen most often in leaks: a guesser begins with them. */
const common = new Set<string>(dictionary['passwords-common'])

/** Refuses a password that a stranger would try first; `names` are what they would know of this person. */
export const refuseGuessable = (password: string, { field, names }: { field: string; names: string[] }) => {
  if (isTriedFirst(password, names))
    throw new Problem('invalid', guessable, { fields: { [field]: guessable } })
}

export const isTriedFirst = (password: string, names: string[]) =>
  isCommon(password) || isGuessable(password, names)

/** As it is typed, and with signs for letters, such as P@ssw0rd12: what is added at the end is left off first. */
const isCommon = (password: string) => {
  const stem = password.replace(/[^\p{L}]{1,4}$/u, '')
  return [password, unmasked(password), unmasked(stem)].flatMap(spellingsOf).some((text) => common.has(text))
}

/** A guesser knows the signs that people write for letters. */
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

/** What was shown to be known: a password as it was then. */
export interface ShownPassword {
  passwordHash: string
  /** The input that it was typed into. */
  field: string
}

/** Asks for the password once more, however well the session is known. */
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

/** Where a window that was left open must not be enough: refuses a change without the password, and a wrong one. */
export function confirmChange(ctx: MultiStepCtx<Member>, password: string | undefined, what: string) {
  if (password) return confirmPassword(ctx, password)
  throw new Problem('forbidden', `Please enter your current password to ${what}.`, {
    fields: { currentPassword: 'Current password is required' },
    reason: 'reauth_required',
  })
}

/**
 * The actor's account as it stays until the end of this transaction. Refuses where the password is another
 * by now: hashing takes a while, and what an old password began must not outlive it.
 */
export async function claimByPassword(ctx: Ctx<Member>, { passwordHash, field }: ShownPassword) {
  const user = await store.claim(ctx.db, ctx.actor.id)
  if (user.passwordHash !== passwordHash) throw wrong(field)
  return user
}

const words = 'Your current password is incorrect.'
const wrong = (field: string) => new Problem('invalid', words, { fields: { [field]: words } })
